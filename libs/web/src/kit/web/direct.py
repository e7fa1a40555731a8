"""Routes that FastAPI does not read the request for: for the few hot paths where that shows."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from kit.telemetry.admission import ADMISSION
from starlette.responses import Response


class UnvalidatedRoute(APIRoute):
    """A GET route whose function is given the request and the parts of its path, as they are.

    FastAPI describes it in OpenAPI like any other, and answers requests that have a query. So the
    function checks the parts of the path itself, and depends on nothing.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself, for a request without a query."""
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
