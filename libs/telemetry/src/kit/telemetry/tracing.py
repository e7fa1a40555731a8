"""OpenTelemetry traces of requests, statements, calls and the events that they cause.

Nothing is imported unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Traces start in the browser, which
sends `traceparent`; `sampling` selects them. Events carry `traceparent` from the outbox to
`kit.messaging.spans`.
"""

import os
from collections.abc import MutableMapping
from typing import Any

import httpx
from fastapi import FastAPI

QUIET = "/health/,/metrics$,/internal/"
"""Paths without traces, such as health checks and key requests."""


def configure_tracing(app: FastAPI, service: str) -> None:
    """Export traces if a collector is configured; otherwise import nothing."""
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return
    from kit.telemetry.sampling import RatioSampler  # noqa: PLC0415
    from opentelemetry import trace  # noqa: PLC0415
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )
    from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.httpx import HTTPXClientInstrumentor  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(
        sampler=RatioSampler.configured(),
        resource=Resource.create({"service.name": f"itqan-{service}"}),
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    FastAPIInstrumentor.instrument_app(
        app,
        excluded_urls=QUIET,
        server_request_hook=_without_query,
        exclude_spans=["receive", "send"],
    )
    # This covers SQLAlchemy, which uses asyncpg. Parameters are not recorded.
    statements: Any = AsyncPGInstrumentor
    statements().instrument()
    HTTPXClientInstrumentor().instrument(async_request_hook=remove_path)


def _without_query(span: Any, scope: MutableMapping[str, Any]) -> None:
    """Remove the query string, which may hold codes and signatures."""
    span.set_attribute("http.url", scope["path"])
    span.set_attribute("http.target", scope["path"])


async def remove_path(span: Any, request: Any) -> None:
    """Remove the path, since webhook URLs of partners and providers may be secret."""
    url: httpx.URL = request.url
    span.set_attribute("http.url", f"{url.scheme}://{url.netloc.decode()}/")
