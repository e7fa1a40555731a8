"""Typed access to an app's state.

Starlette's `app.state` is untyped. A `StateKey` names and types one value, and is a dependency of
routes.
"""

from typing import Generic, TypeVar

from fastapi import FastAPI, Request

T = TypeVar("T")


class StateKey(Generic[T]):
    """The key of one value in an app's state. In a route: `Annotated[Files, Depends(FILES)]`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def put(self, app: FastAPI, value: T) -> None:
        """Store the value, replacing an earlier one."""
        setattr(app.state, self._name, value)

    def of(self, app: FastAPI) -> T:
        """Return the value. Raises `AttributeError` if none is stored."""
        value: T = getattr(app.state, self._name)
        return value

    # FastAPI would run a plain function in a thread.
    async def __call__(self, request: Request) -> T:
        """Return the value of the request's app, as a dependency."""
        return self.of(request.app)
