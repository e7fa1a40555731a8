"""Load shedding: refuse reads that a busy replica cannot answer in time.

A refusal must cost a fraction of a response, or refusals alone overload the replica.
"""

from collections.abc import Iterable
from functools import lru_cache

from fastapi.routing import APIRoute, APIRouter
from kit.core.errors import Overloaded, render_problem
from kit.telemetry.admission import Admission
from kit.telemetry.instrumentation import (
    DEFAULT_HEADERS,
    REQUEST_ID_HEADER,
    HttpMetrics,
    choose_request_id,
)
from kit.web.cache import CachedRoute
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send


class LoadSheddingMiddleware:
    """Refuse reads if the queue has no room."""

    def __init__(
        self,
        app: ASGIApp,
        admission: Admission,
        metrics: HttpMetrics,
        prefix: str,
        routers: Iterable[APIRouter],
    ) -> None:
        self._app = app
        self._admission = admission
        self._metrics = metrics
        self._routes = [
            (compile_path(prefix + route.path)[0], route)
            for router in routers
            for route in router.routes
            if isinstance(route, APIRoute) and "GET" in (route.methods or ())
        ]
        self._find_route = lru_cache(maxsize=1024)(self._match)
        refusal = render_problem(Overloaded())
        self._status = refusal.status_code
        self._headers = [*refusal.raw_headers, *DEFAULT_HEADERS]
        self._body = {"type": "http.response.body", "body": refusal.body}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._find_refused(scope)
        if route is None:
            await self._app(scope, receive, send)
            return
        self._metrics.requests.labels("GET", route.path, self._status).inc()
        headers = [*self._headers, (REQUEST_ID_HEADER, choose_request_id(scope).encode())]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send(self._body)

    def _find_refused(self, scope: Scope) -> APIRoute | None:
        if scope["type"] != "http" or scope["method"] != "GET" or not self._admission.is_crowded:
            return None
        route = self._find_route(scope["path"])
        # Cached responses need no place.
        if route is None or isinstance(route, CachedRoute):
            return None
        return route if self._admission.refuses_read(route) else None

    def _match(self, path: str) -> APIRoute | None:
        return next((route for pattern, route in self._routes if pattern.match(path)), None)
