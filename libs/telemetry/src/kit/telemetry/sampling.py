"""Which traces are kept."""

import os
import random
from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState, get_current_span
from opentelemetry.util.types import Attributes


class RatioSampler(Sampler):
    """A share of the requests, drawn where a service takes one, and all that they cause.

    Whoever calls may have begun a trace: its id is taken, its say on whether to keep it is not, nor
    is that read off an id that the caller has chosen. So nobody outside can fill the collector.
    """

    def __init__(self, share: float) -> None:
        """`share` is between 0, none, and 1, all."""
        self._share = share

    @classmethod
    def configured(cls) -> "RatioSampler":
        """With the share of OpenTelemetry's own variable; all, where it is not given."""
        return cls(float(os.environ.get("OTEL_TRACES_SAMPLER_ARG") or 1))

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,  # noqa: ARG002
        name: str,  # noqa: ARG002
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,  # noqa: ARG002
    ) -> SamplingResult:
        """What becomes of a new span."""
        is_kept = self._is_kept(parent_context, kind, links or ())
        return SamplingResult(Decision.RECORD_AND_SAMPLE if is_kept else Decision.DROP, attributes)

    def _is_kept(
        self, parent_context: Context | None, kind: SpanKind | None, links: Sequence[Link]
    ) -> bool:
        parent = get_current_span(parent_context).get_span_context()
        if parent.is_valid and kind is not SpanKind.SERVER:
            return parent.trace_flags.sampled
        if kind is SpanKind.CLIENT:
            # Nobody asked for it: relay, sweeps and gauges ask the database all the time.
            return False
        if links:
            # Several events at once: kept where it is of one that is.
            return any(link.context.trace_flags.sampled for link in links)
        return random.random() < self._share  # noqa: S311

    def get_description(self) -> str:
        """For whoever looks into a tracer."""
        return f"RatioSampler({self._share})"
