"""Declaration of a service in its `main.py`, and the FastAPI app built from it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Generic, cast
from urllib.parse import unquote, urlsplit

import asyncpg
from contracts import Event
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from kit.core import errors
from kit.core.config import KitSettings, Role
from kit.core.errors import Invalid, Unavailable, problems
from kit.core.files import FILES, Files
from kit.core.state import StateKey
from kit.database.db import DATABASE, Database, Share
from kit.domain.people import accept_smtputf8
from kit.messaging import audit, metrics
from kit.messaging.audit import Audited
from kit.messaging.broadcast import BroadcastHandler
from kit.messaging.inbox import Handler
from kit.messaging.periodic import Task
from kit.messaging.runtime import Messaging
from kit.security.auth import VERIFIER, install_guards
from kit.security.rotation import rotating
from kit.security.tokens import Verifier, jwks_fetcher
from kit.telemetry.admission import ADMISSION, Admission, Admitted
from kit.telemetry.instrumentation import HttpMetrics, TelemetryMiddleware, configure_logging
from kit.telemetry.tracing import configure_tracing
from kit.web import cache, idempotency
from kit.web.clean_request import clean_request
from kit.web.gauges import GAUGES, Gauges, Measure
from kit.web.idempotency import honor_keys
from kit.web.invariants.checks import Invariant, check_sweep, store_parked
from kit.web.invariants.routes import invariants_router
from kit.web.load_shedding import LoadSheddingMiddleware
from kit.web.text_validation import reject_unstorable
from kit.web.unknown_params import reject_unknown_params
from prometheus_client import CollectorRegistry, generate_latest
from sqlalchemy import MetaData
from sqlalchemy.ext.asyncio import AsyncSession
from structlog import get_logger
from typing_extensions import TypeVar

log = get_logger(__name__)

API_PREFIX = "/api/v1"

Republish = Callable[[AsyncSession], AsyncIterator[tuple[Event, int]]]
"""Yield the current state of everything that a service owns as events with sequences."""


# Contexts are read-only, so a service's context is also a context of any service.
S_co = TypeVar("S_co", bound=KitSettings, covariant=True, default=KitSettings)
R_co = TypeVar("R_co", covariant=True, default=object)
S = TypeVar("S", bound=KitSettings, default=KitSettings)
R = TypeVar("R", default=None)


@dataclass(frozen=True, slots=True)
class Context(Generic[S_co, R_co]):
    """Resources of a running process, also passed to jobs.

    A service names its own once for its routes:
    `ContextDep = Annotated[Context[Settings, Client], Depends(CONTEXT)]`.
    """

    settings: S_co
    database: Database
    files: Files
    verifier: Verifier
    resources: R_co
    """Value that the service's `resources` yielded, such as a provider's client."""


CONTEXT: StateKey[Context] = StateKey("context")
LEAVING: StateKey[bool] = StateKey("leaving")
"""True if the replica is about to stop, but serves until the gateway has noticed."""
_MESSAGING: StateKey[Messaging] = StateKey("messaging")


@dataclass(frozen=True, slots=True)
class Service(Generic[S, R]):
    """The declaration of a service. `python -m kit <name> serve` runs it."""

    name: str
    settings: type[S]
    metadata: MetaData
    """Tables of the service, for its migrations."""
    routers: Sequence[APIRouter]
    handlers: Mapping[type[Event], Handler] = field(default_factory=dict)
    broadcasts: Mapping[type[Event], BroadcastHandler] = field(default_factory=dict)
    """Handlers that run in every process of the service, outside a transaction."""
    tasks: Sequence[Task[Context[S, R]]] = ()
    """Periodic work; see `kit.messaging.periodic`."""
    measures: Sequence[Measure] = ()
    """Database metrics for `/metrics`."""
    invariants: Sequence[Invariant] = ()
    """Invariants of the service's rows."""
    resources: Callable[[S], AbstractAsyncContextManager[R]] | None = None
    """Context manager of process-wide resources, opened with the settings at the start."""
    internal_routers: Sequence[APIRouter] = ()
    """Routes that the gateway does not expose."""
    republish: Republish | None = None
    versioned: Sequence[type] = ()
    """Tables whose `version` is the sequence of events."""
    recover: Callable[[AsyncSession], Awaitable[None]] | None = None
    """The service's own work after a restore; see `kit.web.restore`."""
    audited: Mapping[type, Audited] = field(default_factory=dict)
    """Tables whose changes the audit trail records."""
    keys: Callable[[S, Database], Verifier] | None = None
    """Identity's own verifier; other services fetch its keys."""

    @property
    def migrations(self) -> Path:
        module = import_module(self.name)
        assert module.__file__
        return Path(module.__file__).parents[2] / "migrations"

    def __call__(self) -> FastAPI:
        """Build the app with settings from the environment."""
        return self.create_app(self.settings())

    def create_app(self, settings: S) -> FastAPI:
        """Build the app with these settings. Nothing connects before its lifespan starts."""
        return create_app(self, settings)


def create_app(service: Service[S, R], settings: S) -> FastAPI:
    """Build the app: errors, telemetry, health, routes, database and messaging."""
    configure_logging(service.name, settings.log_level)
    accept_smtputf8(accepts=settings.smtputf8)
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
        dependencies=[
            Depends(clean_request),
            Depends(reject_unstorable),
            Depends(reject_unknown_params),
        ],
        # FastAPI's own telemetry would duplicate ours, and search for providers on every request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        # A redirect would use the host and scheme that the request claims.
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    database = Database(
        settings.database_url,
        # The relay has a connection of its own.
        pool_size=settings.database_connections - 1,
        role=settings.role,
        application=f"itqan-{service.name}",
        prepared=settings.database_prepared_statements,
    )
    LEAVING.put(app, False)
    DATABASE.put(app, database)
    FILES.put(app, Files(settings.files_url))
    VERIFIER.put(app, _verifier(service, settings, database))
    metrics.register(registry)
    GAUGES.put(app, Gauges(database, service.measures, registry, _find_disk(settings.files_url)))
    sizes = {pool: size for pool, (_, size) in database.usage().items()}
    sessions = sizes[Share.REQUESTS]
    admission = Admission(sessions, sessions + sizes["raw"], registry)
    ADMISSION.put(app, admission)
    audit.install(service.name, database, service.audited)
    cache.install(app, database, registry)
    errors.install(app)
    http_metrics = HttpMetrics(registry)
    app.add_middleware(TelemetryMiddleware, metrics=http_metrics)
    app.include_router(_operations(registry))
    for router in service.internal_routers:
        app.include_router(router, prefix="/internal", include_in_schema=False)
    if settings.role is not Role.WORKER:
        routers = *service.routers, invariants_router(service.name, service.invariants)
        for router in routers:
            install_guards(router)
            for route in router.routes:
                if isinstance(route, APIRoute):
                    honor_keys(route)
            app.include_router(router, prefix=API_PREFIX, dependencies=[Admitted])
        app.add_middleware(
            LoadSheddingMiddleware,
            admission=admission,
            metrics=http_metrics,
            prefix=API_PREFIX,
            routers=routers,
        )
    configure_tracing(app, service.name)
    return app


def _verifier(service: Service[S, R], settings: S, database: Database) -> Verifier:
    if service.keys is not None:
        return service.keys(settings, database)
    return Verifier(jwks_fetcher(settings.jwks_url), file=settings.jwks_file)


def _find_disk(files_url: str) -> Path:
    """Return the folder of the files, or the root directory for a bucket or memory."""
    parts = urlsplit(files_url)
    return Path(unquote(parts.path)) if parts.scheme == "file" else Path("/")


def _operation_id(route: APIRoute) -> str:
    return route.name


@asynccontextmanager
async def opened(service: Service[S, R], settings: S, app: FastAPI) -> AsyncIterator[Context[S, R]]:
    """Open the service's resources while the block runs, and yield the context."""
    # Without resources R is None, its default.
    resources = service.resources(settings) if service.resources else nullcontext(cast(R, None))
    async with resources as open_resources:
        context = Context(
            settings, DATABASE.of(app), FILES.of(app), VERIFIER.of(app), open_resources
        )
        CONTEXT.put(app, context)
        yield context


def _lifespan(
    service: Service[S, R], settings: S
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opened(service, settings, app) as context:
            verifier = context.verifier
            messaging = Messaging(
                service.name,
                settings,
                context.database,
                handlers=service.handlers,
                broadcasts={**verifier.broadcasts, **service.broadcasts},
                tasks=[*service.tasks, *idempotency.TASKS, check_sweep(service.invariants)],
                context=context,
                on_reconnect=verifier.refresh,
                store_parked=store_parked,
            )
            _MESSAGING.put(app, messaging)
            await messaging.start()
            # The broadcast queue is bound first, so that no revocation is missed.
            try:
                async with verifier.polling(), GAUGES.of(app).looking(), rotating(settings):
                    yield
            finally:
                await messaging.stop()
                await context.database.close()

    return lifespan


READY_SECONDS = 2.0
"""Timeout of the readiness check's database query, below the check's own timeout."""


class NotReady(Unavailable):
    """The database does not answer, or the replica is about to stop."""

    code = "service.not_ready"


def _operations(registry: CollectorRegistry) -> APIRouter:
    """Build the routes for health and metrics, which the gateway does not expose."""
    router = APIRouter(include_in_schema=False)

    @router.get("/health/serving")
    async def serving(request: Request) -> dict[str, str]:
        """Tell the gateway to send requests to this replica.

        The database is not checked: all replicas share it, and they can still serve cached
        responses.
        """
        if LEAVING.of(request.app):
            raise NotReady("It is about to stop.")
        return {"status": "ok"}

    @router.get("/health/ready")
    async def ready(request: Request) -> dict[str, str]:
        """Check that the replica serves and the database answers. A missing broker only delays
        events.
        """
        await serving(request)
        try:
            await DATABASE.of(request.app).ping(READY_SECONDS)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise NotReady from error
        connected = _MESSAGING.of(request.app).connected
        return {"status": "ok", "broker": "connected" if connected else "down"}

    @router.get("/health/live")
    async def live() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/metrics")
    async def metrics() -> PlainTextResponse:
        return PlainTextResponse(generate_latest(registry))

    return router
