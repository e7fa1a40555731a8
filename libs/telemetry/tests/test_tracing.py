import httpx
from kit.telemetry.tracing import remove_path
from opentelemetry.instrumentation.httpx import HTTPXClientInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


async def test_a_call_to_others_is_a_span_without_its_path() -> None:
    spans, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    transport = httpx.MockTransport(lambda _: httpx.Response(204))
    async with httpx.AsyncClient(transport=transport) as client:
        HTTPXClientInstrumentor().instrument_client(
            client, tracer_provider=provider, request_hook=remove_path
        )
        answer = await client.get("https://partner.example:8443/hooks/s3cret?key=s3cret")
    assert answer.status_code == 204
    (span,) = spans.get_finished_spans()
    assert span.attributes
    assert span.attributes["http.url"] == "https://partner.example:8443/"
    assert "s3cret" not in str(span.attributes)
