from collections.abc import Sequence
from contextlib import AbstractContextManager

from kit.messaging.envelope import Meta
from opentelemetry import propagate, trace
from opentelemetry.context import Context

_tracer = trace.get_tracer(__name__)


def handling(event_type: str, metas: Sequence[Meta]) -> AbstractContextManager[trace.Span]:
    """Create a span for handling events of one type.

    A single event continues its request's trace. For a batch a new trace links to each.
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
