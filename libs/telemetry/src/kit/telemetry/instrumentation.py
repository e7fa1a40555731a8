"""Logs, metrics and request ids: one ASGI middleware for all of them."""

import asyncio
import logging
import re
import sys
import time
from functools import cache
from typing import Any

import structlog
import structlog.tracebacks
from fastapi import Depends, Request
from kit.core.errors import render_crash
from kit.database.db import is_unavailable, new_id
from kit.telemetry.request_id import HEADER, REQUEST_ID
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.tracebacks import ExceptionDictTransformer

REQUEST_ID_HEADER = HEADER.lower().encode()
_ACCEPTED = re.compile(rb"[A-Za-z0-9._-]{8,64}\Z")
"""The gateway accepts the same: gateway/plugins-local/src/itqan/requestid."""
ANSWER_SECONDS = 6.0
"""How long a request may take until it begins to answer. After that it is ended and answered as a
503: before the gateway gives up (10 s), so that the client hears of it in our words, with time to
part from a database that does not even answer to that."""
LONG_SECONDS = 50.0
"""The same for uploads, and for what waits for somebody outside; the gateway gives them 60 s."""
DEFAULT_HEADERS = (
    # It may be somebody's own: no proxy and no shared computer keeps it.
    (b"cache-control", b"no-store"),
    # Data is no page: a browser that takes it for one runs and loads nothing.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
"""Headers of an answer that does not say otherwise itself."""
QUIET_PATHS = ("/health", "/metrics")
"""Machines ask for them every second: logged at debug level, and not measured."""


def configure_logging(service: str, level: str) -> None:
    """JSON lines on stdout, from our code and from the libraries alike."""
    shared: list[Any] = [
        _add_request_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_trace,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # What the level leaves out costs nothing: it is not put together first.
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # Local variables would put passwords, codes and people's data into the log.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            _named(service),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # The server set up lines of its own before it asked for the app.
    server = logging.getLogger("uvicorn")
    server.handlers, server.propagate = [], True
    # These log every connection or request; the gateway's access log already does.
    for noisy in ("aiormq", "aio_pika", "httpx", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _named(service: str) -> Any:
    def add(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
        return {"service": service, **event}

    return add


def _add_request_id(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    request_id = REQUEST_ID.get()
    if request_id is not None:
        event["request_id"] = request_id
    return event


def _add_trace(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    # Imported only when tracing is on: OpenTelemetry costs memory in every process.
    trace = sys.modules.get("opentelemetry.trace")
    if trace is not None:
        context = trace.get_current_span().get_span_context()
        if context.is_valid:
            event["trace_id"] = format(context.trace_id, "032x")
    return event


class HttpMetrics:
    """What a service measures of its requests; times in seconds."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.requests = Counter(
            "http_requests_total",
            "Requests answered",
            ("method", "route", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            "http_request_seconds",
            "Time to answer; of a stream of events, until it begins",
            ("method", "route"),
            registry=registry,
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
        )
        self.running = Gauge("http_requests_running", "Requests under way", registry=registry)


class TelemetryMiddleware:
    """Gives each request an id, binds it to the logs, returns it, and measures the request."""

    def __init__(self, app: ASGIApp, metrics: HttpMetrics) -> None:
        self.app = app
        self.metrics = metrics
        # Finding a metric by its labels takes longer than counting.
        self._requests = cache(metrics.requests.labels)
        self._seconds = cache(metrics.seconds.labels)
        self.log = structlog.get_logger("http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI call; all but HTTP passes through."""
        if scope["type"] != "http" or scope["path"].startswith(QUIET_PATHS):
            if scope["type"] == "http":
                self.log.debug("request", method=scope["method"], path=scope["path"])
            await self.app(scope, receive, send)
            return
        request_id = choose_request_id(scope)
        token = REQUEST_ID.set(request_id)
        status = 500
        started_answer = failed = False
        deadline: asyncio.Timeout
        started = time.perf_counter()
        seconds: float | None = None

        async def send_with_id(message: Message) -> None:
            nonlocal status, started_answer, seconds
            if message["type"] == "http.response.start":
                started_answer = True
                if not failed and not deadline.expired():
                    # What has begun to answer may go on: a stream has no end of its own.
                    deadline.reschedule(None)
                status = message["status"]
                headers = message.setdefault("headers", [])
                headers.append((REQUEST_ID_HEADER, request_id.encode()))
                said = dict(headers)
                headers += [header for header in DEFAULT_HEADERS if header[0] not in said]
                if said.get(b"content-type", b"").startswith(b"text/event-stream"):
                    # It lasts as long as somebody listens.
                    seconds = time.perf_counter() - started
            await send(message)

        self.metrics.running.inc()
        try:
            async with asyncio.timeout(answer_seconds(scope)) as deadline:
                scope["deadline"] = deadline
                await self.app(scope, receive, send_with_id)
        except Exception as error:
            failed = True
            # Handled here and not by the framework's outermost layer, which is outside of the
            # request id: a 500 without one could not be found in the logs.
            self.log.exception("request failed", path=scope["path"])
            if started_answer:
                raise
            await render_crash(away=is_unavailable(error))(scope, receive, send_with_id)
        finally:
            if seconds is None:
                seconds = time.perf_counter() - started
            self._record(scope, status, seconds)
            REQUEST_ID.reset(token)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get("route")
        path = getattr(route, "path", "unknown")
        method = scope["method"]
        self.metrics.running.dec()
        self._requests(method, path, status).inc()
        self._seconds(method, path).observe(seconds)
        if method != "GET" or status >= 500:
            self.log.info(
                "request",
                method=method,
                path=scope["path"],
                status=status,
                ms=round(seconds * 1000, 1),
            )


def answer_seconds(scope: Scope) -> float:
    """How long a request may take: as the gateway's routes, by the kind of its body."""
    return LONG_SECONDS if is_upload(scope) else ANSWER_SECONDS


def is_upload(scope: Scope) -> bool:
    """Whether a request brings files."""
    for name, value in scope["headers"]:
        if name == b"content-type":
            return bool(value.startswith(b"multipart/form-data"))
    return False


async def _be_patient(request: Request) -> None:
    deadline: asyncio.Timeout = request.scope["deadline"]
    deadline.reschedule(asyncio.get_running_loop().time() + LONG_SECONDS)


LongRunning = Depends(_be_patient)
"""For a route that asks somebody outside, and may take as long as an upload: `dependencies=[…]`.
The gateway must know of it as well."""


def choose_request_id(scope: Scope) -> str:
    """Return the client's own request id where it has the right form, or else a new one."""
    for name, value in scope["headers"]:
        if name == REQUEST_ID_HEADER and _ACCEPTED.match(value):
            return str(value.decode())
    return str(new_id())
