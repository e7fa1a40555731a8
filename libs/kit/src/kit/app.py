"""A service, declared once in its `main.py`, and the FastAPI app that is made of it."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from contracts import Event
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from prometheus_client import CollectorRegistry, generate_latest
from sqlalchemy import MetaData, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from structlog import get_logger

from kit import errors
from kit.config import KitSettings, Role
from kit.db import Database
from kit.errors import Invalid, Unavailable, problems
from kit.files import Files
from kit.gauges import Gauges, Measure
from kit.messaging import metrics
from kit.messaging.broadcast import BroadcastHandler
from kit.messaging.inbox import Handler
from kit.messaging.periodic import Job, Sweep
from kit.messaging.runtime import Messaging
from kit.telemetry import HttpMetrics, TelemetryMiddleware, configure_logging, trace_when_configured
from kit.tokens import Verifier, asking
from kit.unknown import refuse_unknown
from kit.unstorable import refuse_unstorable

log = get_logger(__name__)

API_PREFIX = "/api/v1"

Republish = Callable[[AsyncSession], AsyncIterator[tuple[Event, int]]]
"""Yields the current state of everything a service owns as facts, each with its sequence."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a running process has; `app.state.context`, and what jobs are given."""

    settings: Any
    database: Database
    files: Files
    verifier: Verifier
    resources: Any
    """What the service's own `resources` yielded, such as a provider's client."""


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that makes a service. `python -m kit <name> serve` runs it."""

    name: str
    settings: type[KitSettings]
    metadata: MetaData
    """The service's own tables, for its migrations."""
    routers: Sequence[APIRouter]
    handlers: Mapping[type[Event], Handler] = field(default_factory=dict)
    broadcasts: Mapping[type[Event], BroadcastHandler] = field(default_factory=dict)
    """Called in every process of the service, outside a transaction."""
    sweeps: Sequence[Sweep] = ()
    """Repeated database work, one transaction a call."""
    measures: Sequence[Measure] = ()
    """Numbers of the service's database that `/metrics` shows."""
    jobs: Callable[[Context], Sequence[Job]] | None = None
    """Repeated work that talks to the outside and makes its own transactions."""
    resources: Callable[[Any], AbstractAsyncContextManager[Any]] | None = None
    """Opened with the settings at the start, closed at the end."""
    internal_routers: Sequence[APIRouter] = ()
    """Routes that the gateway does not pass on."""
    republish: Republish | None = None
    keys: Callable[[Any, Database], Verifier] | None = None
    """Identity's own verifier; the others fetch its keys."""

    @property
    def migrations(self) -> Path:
        """The folder of the service's migrations."""
        module = import_module(self.name)
        assert module.__file__
        return Path(module.__file__).parents[2] / "migrations"

    def __call__(self) -> FastAPI:
        """The app with settings from the environment."""
        return self.create_app(self.settings())

    def create_app(self, settings: KitSettings) -> FastAPI:
        """The app with these settings; nothing connects before its lifespan starts."""
        return create_app(self, settings)


def create_app(service: Service, settings: KitSettings) -> FastAPI:
    """Put a service together: errors, telemetry, health, routes, database and messaging."""
    configure_logging(service.name, settings.log_level)
    registry = CollectorRegistry()
    app = FastAPI(
        title=f"Itqan {service.name}",
        version="1",
        lifespan=_lifespan(service, settings),
        openapi_url="/internal/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        responses=problems(Invalid),
        dependencies=[Depends(refuse_unstorable), Depends(refuse_unknown)],
        # FastAPI's own spans and metrics beside ours; it would look for providers in every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        # The redirect would name the host and scheme that the request claims.
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.settings = settings
    app.state.leaving = False
    app.state.database = Database(
        settings.database_url,
        # The relay has one of its own.
        pool_size=settings.database_connections - 1,
        application=f"itqan-{service.name}",
        prepared=settings.database_prepared_statements,
    )
    app.state.files = Files(settings.files_url)
    app.state.verifier = _verifier(service, settings, app.state.database)
    app.state.registry = registry
    metrics.register(registry)
    app.state.gauges = Gauges(app.state.database, service.measures, registry)
    errors.install(app)
    app.add_middleware(TelemetryMiddleware, metrics=HttpMetrics(registry))
    app.include_router(_operations(registry))
    for router in service.internal_routers:
        app.include_router(router, prefix="/internal", include_in_schema=False)
    if settings.role is not Role.WORKER:
        for router in service.routers:
            app.include_router(router, prefix=API_PREFIX)
    trace_when_configured(app, service.name, os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"))
    return app


def _verifier(service: Service, settings: KitSettings, database: Database) -> Verifier:
    if service.keys is not None:
        return service.keys(settings, database)
    return Verifier(asking(settings.jwks_url), file=settings.jwks_file)


def _operation_id(route: APIRoute) -> str:
    return route.name


def _lifespan(
    service: Service, settings: KitSettings
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def open_resources() -> AsyncIterator[Any]:
        if service.resources is None:
            yield None
        else:
            async with service.resources(settings) as resources:
                yield resources

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        verifier: Verifier = app.state.verifier
        database: Database = app.state.database
        async with open_resources() as resources:
            context = Context(settings, database, app.state.files, verifier, resources)
            app.state.context = context
            app.state.resources = resources
            messaging = Messaging(
                service.name,
                settings,
                database,
                handlers=service.handlers,
                broadcasts={**verifier.broadcasts, **service.broadcasts},
                sweeps=service.sweeps,
                jobs=service.jobs(context) if service.jobs else (),
                on_reconnect=verifier.refresh,
            )
            app.state.messaging = messaging
            await messaging.start()
            # After the broadcast queue is bound, so that no revocation falls between.
            try:
                async with verifier.polling(), app.state.gauges.looking():
                    yield
            finally:
                await messaging.stop()
                await database.close()

    return lifespan


READY_SECONDS = 2.0
"""How long the ready check waits for the database: less than anybody waits for the check."""


class NotReady(Unavailable):
    """The database does not answer, or the copy is about to stop."""

    code = "not_ready"


def _operations(registry: CollectorRegistry) -> APIRouter:
    """Health and metrics: private, the gateway does not pass them on."""
    router = APIRouter(include_in_schema=False)

    @router.get("/health/serving")
    async def serving(request: Request) -> dict[str, str]:
        """What the gateway asks: whether to send requests to this copy.

        All copies share one database, so none is left out when it is away: they say so quicker
        than it could, and answer what they have kept.
        """
        if request.app.state.leaving:
            raise NotReady("It is about to stop.")
        return {"status": "ok"}

    @router.get("/health/ready")
    async def ready(request: Request) -> dict[str, str]:
        """Serving, and the database answers; a broker that is down only delays events."""
        await serving(request)
        try:
            async with (
                asyncio.timeout(READY_SECONDS),
                request.app.state.database.engine.connect() as connection,
            ):
                await connection.execute(text("SELECT 1"))
        except (OSError, SQLAlchemyError) as error:
            raise NotReady from error
        connected = request.app.state.messaging.connected
        return {"status": "ok", "broker": "connected" if connected else "down"}

    @router.get("/health/live")
    async def live() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/metrics")
    async def metrics() -> PlainTextResponse:
        return PlainTextResponse(generate_latest(registry))

    return router
