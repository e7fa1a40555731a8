"""Routes without FastAPI's request parsing, for a few hot paths."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from kit.telemetry.admission import ADMISSION
from starlette.responses import Response


class UnvalidatedRoute(APIRoute):
    """A GET route whose function gets the raw request and path parameters.

    FastAPI documents it like any other, and handles requests with a query. So the function
    validates the path itself, and has no dependencies.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function for requests without a query, else FastAPI's handler."""
        usual = super().get_route_handler()
        function = self.endpoint

        async def handle(request: Request) -> Response:
            scope = request.scope
            if scope["query_string"]:
                return await usual(request)
            async with ADMISSION.of(request.app).place(request):
                response: Response = await function(request, **scope["path_params"])
                return response

        return handle
