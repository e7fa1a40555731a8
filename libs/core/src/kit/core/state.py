"""What an app keeps for its whole life, by typed names.

Starlette's own `app.state` takes and gives anything. A `StateKey` is the only way to it here: it
says what lies under a name, and is a dependency of routes at the same time.
"""

from typing import Generic, TypeVar

from fastapi import FastAPI, Request

T = TypeVar("T")


class StateKey(Generic[T]):
    """The name of something that an app keeps. For a route: `Annotated[Files, Depends(FILES)]`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def put(self, app: FastAPI, value: T) -> None:
        """Keep it, in place of what was there."""
        setattr(app.state, self._name, value)

    def of(self, app: FastAPI) -> T:
        """What is kept. Raises `AttributeError` before anything is."""
        value: T = getattr(app.state, self._name)
        return value

    # A plain function would be called in a thread.
    async def __call__(self, request: Request) -> T:
        """What the request's app keeps: the dependency."""
        return self.of(request.app)
