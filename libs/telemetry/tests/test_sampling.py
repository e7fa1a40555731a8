"""The platform decides on sampling, not the caller."""

from itertools import product

import pytest
from kit.telemetry.sampling import RatioSampler
from opentelemetry import propagate
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Link, SpanKind, Tracer, get_current_span

LOWEST, HIGHEST = "0" * 15 + "1" + "0" * 16, "f" * 32
"""IDs that OpenTelemetry's ratio sampler by ID would keep and drop."""


def tracer(share: float) -> Tracer:
    return TracerProvider(sampler=RatioSampler(share)).get_tracer(__name__)


def sent(trace_id: str, flags: str) -> Context:
    header = f"00-{trace_id}-00000000000000a1-{flags}"
    return propagate.extract({"traceparent": header, "tracestate": "theirs=1"})


@pytest.mark.parametrize(
    ("trace_id", "flags"), list(product([LOWEST, HIGHEST], ["00", "01", "ff"]))
)
class TestWhoCalls:
    def test_cannot_have_a_trace_kept(self, trace_id: str, flags: str) -> None:
        span = tracer(0).start_span("GET", sent(trace_id, flags), SpanKind.SERVER)
        assert not span.is_recording()
        assert not span.get_span_context().trace_flags.sampled

    def test_cannot_keep_one_from_being_kept_and_gives_it_its_id(
        self, trace_id: str, flags: str
    ) -> None:
        span = tracer(1).start_span("GET", sent(trace_id, flags), SpanKind.SERVER)
        assert span.is_recording()
        context = span.get_span_context()
        assert f"{context.trace_id:032x}" == trace_id
        assert not context.trace_state


def test_a_share_is_drawn_each_time_and_for_the_same_id_too() -> None:
    drawn = tracer(0.5)
    kept = [
        drawn.start_span("GET", sent(LOWEST, "01"), SpanKind.SERVER).is_recording()
        for _ in range(200)
    ]
    # All results are equal once in 10^59 runs.
    assert set(kept) == {True, False}


@pytest.mark.parametrize(("flags", "is_kept"), [("00", False), ("01", True)])
def test_what_a_request_causes_is_kept_with_it(flags: str, is_kept: bool) -> None:
    # A draw would say otherwise.
    drawn = tracer(0 if is_kept else 1)
    cause = sent(LOWEST, flags)
    for kind in (SpanKind.CLIENT, SpanKind.INTERNAL, SpanKind.CONSUMER):
        assert drawn.start_span("caused", cause, kind).is_recording() is is_kept
    links = [
        Link(get_current_span(sent(HIGHEST, each)).get_span_context()) for each in ("00", flags)
    ]
    several = drawn.start_span("handle", kind=SpanKind.CONSUMER, links=links)
    assert several.is_recording() is is_kept


def test_a_statement_that_nobody_asked_for_begins_no_trace() -> None:
    assert not tracer(1).start_span("SELECT", kind=SpanKind.CLIENT).is_recording()


def test_the_share_is_that_of_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, share in ((None, "1.0"), ("", "1.0"), ("0.05", "0.05")):
        monkeypatch.delenv("OTEL_TRACES_SAMPLER_ARG", raising=False)
        if given is not None:
            monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", given)
        assert RatioSampler.configured().get_description() == f"RatioSampler({share})"
