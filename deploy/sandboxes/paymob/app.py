"""Puts the sandbox together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from . import api, checkout, control
from .acquirer import Acquirer
from .callbacks import Dispatcher
from .config import Settings
from .state import Sandbox
from .store import Store

CALLS = {
    "/v1/intention/": "intention",
    "/api/auth/tokens": "auth",
    "/api/ecommerce/orders/transaction_inquiry": "inquiry",
    "/api/acceptance/void_refund/refund": "refund",
    "/api/acceptance/void_refund/void": "void",
    "/api/acceptance/capture": "capture",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The sandbox as an ASGI application; without settings it reads the environment."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.state_file)
        dispatcher = Dispatcher(settings, store)
        app.state.sandbox = Sandbox(
            settings, store, dispatcher, Acquirer(settings, store, dispatcher)
        )
        yield
        await dispatcher.close()
        store.close()

    app = FastAPI(title="Paymob sandbox", lifespan=lifespan)
    app.middleware("http")(inject_faults)
    app.add_exception_handler(RequestValidationError, api.invalid_body)
    app.include_router(api.router)
    app.include_router(checkout.router)
    app.include_router(control.router)
    return app


async def inject_faults(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Fail, hang or break off before the work, or do the work and keep its answer back."""
    path = request.url.path
    call = CALLS.get(path)
    if path.startswith("/api/acceptance/transactions/"):
        call = "inquiry"
    fault = request.app.state.sandbox.store.take_fault(call) if call else None
    if fault is None:
        return await call_next(request)
    if fault.kind == "error":
        return JSONResponse({"detail": "Injected fault."}, fault.status)
    if fault.kind == "hang":
        await asyncio.sleep(fault.delay_ms / 1000)
        return await call_next(request)
    if fault.kind == "cut":
        return _broken_off()
    response = await call_next(request)
    if fault.kind == "cut_answer":
        return _broken_off()
    await asyncio.sleep(fault.delay_ms / 1000)
    return response


def _broken_off() -> Response:
    """Build a response during which the server closes the connection."""
    return Response(b"{", headers={"content-length": "1000"}, media_type="application/json")
