import os
import random
from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState, get_current_span
from opentelemetry.util.types import Attributes


class RatioSampler(Sampler):
    """Sample a share of incoming requests, with everything that they cause.

    The caller's trace ID is used, but neither its sampling flag nor a decision derived from that
    ID: an outside client must not be able to fill the collector.
    """

    def __init__(self, share: float) -> None:
        """Keep this share of traces, from 0 to 1."""
        self._share = share

    @classmethod
    def configured(cls) -> "RatioSampler":
        """Read the share from OpenTelemetry's environment variable; the default is 1."""
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
        is_kept = self._is_kept(parent_context, kind, links or ())
        return SamplingResult(Decision.RECORD_AND_SAMPLE if is_kept else Decision.DROP, attributes)

    def _is_kept(
        self, parent_context: Context | None, kind: SpanKind | None, links: Sequence[Link]
    ) -> bool:
        parent = get_current_span(parent_context).get_span_context()
        if parent.is_valid and kind is not SpanKind.SERVER:
            return parent.trace_flags.sampled
        if kind is SpanKind.CLIENT:
            # No request caused it: relay, sweeps and gauges query the database constantly.
            return False
        if links:
            # Several events at once: sampled if one of them is.
            return any(link.context.trace_flags.sampled for link in links)
        return random.random() < self._share  # noqa: S311

    def get_description(self) -> str:
        return f"RatioSampler({self._share})"
