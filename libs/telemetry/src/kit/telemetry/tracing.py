"""OpenTelemetry traces: of requests, their statements and calls, and what their events cause.

Nothing of this is loaded unless `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. A trace begins in
the browser, whose calls have a `traceparent`; `sampling` draws those that are kept. An event
carries its trace in its `traceparent`, from the outbox's row on: `kit.messaging.spans` goes on with
it.
"""

import os
from collections.abc import MutableMapping
from typing import Any

import httpx
from fastapi import FastAPI

QUIET = "/health/,/metrics$,/internal/"
"""Paths that nobody wants to see, the keys that services ask identity for among them."""


def configure_tracing(app: FastAPI, service: str) -> None:
    """Send traces when there is a collector; otherwise load nothing."""
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
    # SQLAlchemy's statements too: they are asyncpg's in the end. What was in them is not recorded.
    statements: Any = AsyncPGInstrumentor
    statements().instrument()
    HTTPXClientInstrumentor().instrument(async_request_hook=without_path)


def _without_query(span: Any, scope: MutableMapping[str, Any]) -> None:
    """Codes and signatures travel in the query."""
    span.set_attribute("http.url", scope["path"])
    span.set_attribute("http.target", scope["path"])


async def without_path(span: Any, request: Any) -> None:
    """The addresses that partners and providers have given us may be secrets of theirs."""
    url: httpx.URL = request.url
    span.set_attribute("http.url", f"{url.scheme}://{url.netloc.decode()}/")
