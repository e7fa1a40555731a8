"""Logs, metrics and request IDs, from one ASGI middleware."""

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
"""The same rule as in gateway/plugins-local/src/itqan/requestid."""
ANSWER_SECONDS = 6.0
"""Maximum seconds until a response starts; then the request is cancelled with a 503. It is below
the gateway's limit of 10 s, so that clients get our error document.
"""
LONG_SECONDS = 50.0
"""The same for uploads and requests to external systems; the gateway's limit is 60 s."""
DEFAULT_HEADERS = (
    # The response may be personal, so proxies and shared computers must not store it.
    (b"cache-control", b"no-store"),
    # A browser that interprets data as a page must run and load nothing.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
"""Headers of responses that do not set them."""
QUIET_PATHS = ("/health", "/metrics")
"""Paths polled every second: logged at debug level and not measured."""


def configure_logging(service: str, level: str) -> None:
    """Log JSON lines to stdout, from our code and libraries alike."""
    shared: list[Any] = [
        _add_request_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_trace,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Filtered log calls return before any formatting.
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # Local variables could log passwords, codes and personal data.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            _create_service_processor(service),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # uvicorn configures its loggers before it loads the app.
    server = logging.getLogger("uvicorn")
    server.handlers, server.propagate = [], True
    # These log every connection or request, as the gateway's access log already does.
    for noisy in ("aiormq", "aio_pika", "httpx", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _create_service_processor(service: str) -> Any:
    def add(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
        return {"service": service, **event}

    return add


def _add_request_id(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    request_id = REQUEST_ID.get()
    if request_id is not None:
        event["request_id"] = request_id
    return event


def _add_trace(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    # OpenTelemetry is imported only if tracing is on, since it costs memory in every process.
    trace = sys.modules.get("opentelemetry.trace")
    if trace is not None:
        context = trace.get_current_span().get_span_context()
        if context.is_valid:
            event["trace_id"] = format(context.trace_id, "032x")
    return event


class HttpMetrics:
    """HTTP metrics of a service; times in seconds."""

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
    """Assign a request ID, bind it to the logs, return it, and measure the request."""

    def __init__(self, app: ASGIApp, metrics: HttpMetrics) -> None:
        self.app = app
        self.metrics = metrics
        # Looking up a metric by labels takes longer than counting.
        self._requests = cache(metrics.requests.labels)
        self._seconds = cache(metrics.seconds.labels)
        self.log = structlog.get_logger("http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
                    # A response that has started may continue, since streams have no end.
                    deadline.reschedule(None)
                status = message["status"]
                headers = message.setdefault("headers", [])
                headers.append((REQUEST_ID_HEADER, request_id.encode()))
                said = dict(headers)
                headers += [header for header in DEFAULT_HEADERS if header[0] not in said]
                if said.get(b"content-type", b"").startswith(b"text/event-stream"):
                    # A stream lasts as long as its client listens.
                    seconds = time.perf_counter() - started
            await send(message)

        self.metrics.running.inc()
        try:
            async with asyncio.timeout(answer_seconds(scope)) as deadline:
                scope["deadline"] = deadline
                await self.app(scope, receive, send_with_id)
        except Exception as error:
            failed = True
            # Handled here instead of in the outermost layer, which does not know the request ID for
            # the log.
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
    """Return the request's time limit, which matches the gateway's, by its content type."""
    return LONG_SECONDS if is_upload(scope) else ANSWER_SECONDS


def is_upload(scope: Scope) -> bool:
    """Tell if a request uploads files."""
    for name, value in scope["headers"]:
        if name == b"content-type":
            return bool(value.startswith(b"multipart/form-data"))
    return False


async def _be_patient(request: Request) -> None:
    deadline: asyncio.Timeout = request.scope["deadline"]
    deadline.reschedule(asyncio.get_running_loop().time() + LONG_SECONDS)


LongRunning = Depends(_be_patient)
"""For routes that call an external system and may take as long as an upload:
`dependencies=[LongRunning]`. The gateway needs the same limit.
"""


def choose_request_id(scope: Scope) -> str:
    """Return the client's own request ID if valid, or a new one."""
    for name, value in scope["headers"]:
        if name == REQUEST_ID_HEADER and _ACCEPTED.match(value):
            return str(value.decode())
    return str(new_id())
