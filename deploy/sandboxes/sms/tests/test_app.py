"""The text message sandbox accepts, refuses and shows messages."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response

from deploy.sandboxes.sms.app import create_app
from deploy.sandboxes.sms.config import Settings

MESSAGE = {"sender": "Itqan", "to": "+966501234567", "text": "مرحبًا <b>"}


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    transport = ASGITransport(create_app(Settings()))
    async with AsyncClient(transport=transport, base_url="http://sms") as client:
        yield client


async def send(
    client: AsyncClient, key: str = "1", token: str | None = None, **changes: Any
) -> Response:
    headers = {
        "Authorization": f"Bearer {token or Settings().api_key}",
        "Idempotency-Key": key,
    }
    return await client.post("/v1/messages", json=MESSAGE | changes, headers=headers)


async def test_a_message_is_taken_once_and_shown(client: AsyncClient) -> None:
    assert [(await send(client)).status_code for _ in range(2)] == [202, 202]
    assert (await send(client, "2", channel="whatsapp")).status_code == 202
    listed = (await client.get("/sandbox/messages", params={"to": MESSAGE["to"]})).json()
    assert [(each["id"], each["channel"]) for each in listed] == [("1", "sms"), ("2", "whatsapp")]
    assert "مرحبًا &lt;b&gt;" in (await client.get("/")).text
    await client.delete("/sandbox/messages")
    assert (await client.get("/sandbox/messages")).json() == []


async def test_the_end_of_the_number_decides_the_refusal(client: AsyncClient) -> None:
    for ending, status in (("0400", 400), ("0401", 401), ("0429", 429), ("0500", 500)):
        answer = await send(client, to=f"+96650123{ending}")
        assert answer.status_code == status
        assert answer.headers.get("Retry-After") == ("30" if status == 429 else None)
    assert (await client.get("/sandbox/messages")).json() == []


@pytest.mark.parametrize("changes", [{"to": "0501234567"}, {"text": ""}, {"sender": ""}])
async def test_what_is_no_message_is_refused(client: AsyncClient, changes: dict[str, str]) -> None:
    assert (await send(client, **changes)).status_code == 422


async def test_others_keys_are_refused(client: AsyncClient) -> None:
    assert (await send(client, token="another")).status_code == 401
