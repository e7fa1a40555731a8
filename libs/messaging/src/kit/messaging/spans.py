"""Handling an event goes on with the trace of the request that has caused it."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from kit.messaging.envelope import Meta
from opentelemetry import propagate, trace
from opentelemetry.context import Context

_tracer = trace.get_tracer(__name__)


def handling(event_type: str, metas: Sequence[Meta]) -> AbstractContextManager[trace.Span]:
    """A span around what is done about events of one type.

    A single one goes on with its trace. Several at once are of many traces: the span is one of its
    own and links to each.
    """
    name = f"handle {event_type}"
    if len(metas) == 1:
        return _tracer.start_as_current_span(
            name, context=_context(metas[0]), kind=trace.SpanKind.CONSUMER
        )
    begun = (trace.get_current_span(_context(meta)) for meta in metas if meta.traceparent)
    links = [trace.Link(span.get_span_context()) for span in begun]
    return _tracer.start_as_current_span(name, kind=trace.SpanKind.CONSUMER, links=links)


def _context(meta: Meta) -> Context:
    return propagate.extract({"traceparent": meta.traceparent} if meta.traceparent else {})
