"""The sandbox accepts and refuses messages like FCM."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from deploy.sandboxes.fcm.app import create_app
from deploy.sandboxes.fcm.config import Settings
from deploy.sandboxes.fcm.failures import FCM_ERROR, Error

SETTINGS = Settings()
SEND = f"/v1/projects/{SETTINGS.project_id}/messages:send"


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(SETTINGS))
    headers = {"authorization": f"Bearer {SETTINGS.access_token}"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://fcm", headers=headers
    ) as client:
        yield client


def message(**changes: Any) -> dict[str, Any]:
    return {"message": {"token": "abc", "data": {"title": "Hello"}} | changes}


async def test_it_keeps_what_it_takes(client: httpx.AsyncClient) -> None:
    answer = await client.post(SEND, json=message())
    assert answer.json()["name"].startswith(f"projects/{SETTINGS.project_id}/messages/")
    await client.post(SEND, json=message(token=None, fid="cde"))
    kept = (await client.get("/sandbox/messages", params={"token": "abc"})).json()
    assert [each["message"]["data"] for each in kept] == [{"title": "Hello"}]
    assert len((await client.get("/sandbox/messages")).json()) == 2
    await client.post("/sandbox/reset")
    assert (await client.get("/sandbox/messages")).json() == []


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Error.UNREGISTERED, 404),
        (Error.SENDER_ID_MISMATCH, 403),
        (Error.INVALID_ARGUMENT, 400),
        (Error.PAYLOAD, 400),
        (Error.QUOTA_EXCEEDED, 429),
        (Error.UNAVAILABLE, 503),
        (Error.INTERNAL, 500),
        (Error.THIRD_PARTY_AUTH_ERROR, 401),
    ],
)
async def test_a_token_or_a_fault_asks_for_an_error(
    client: httpx.AsyncClient, error: Error, status: int
) -> None:
    by_token = await client.post(SEND, json=message(token=f"{error.lower()}:abc"))
    await client.post("/sandbox/faults", json={"error": error, "retry_after": "7"})
    by_fault = await client.post(SEND, json=message())
    assert by_fault.headers["retry-after"] == "7"
    for answer in (by_token, by_fault):
        assert answer.status_code == answer.json()["error"]["code"] == status
        (detail,) = answer.json()["error"]["details"]
        is_payload = error is Error.PAYLOAD
        assert (detail["@type"] != FCM_ERROR) is is_payload
        assert detail.get("errorCode") == (None if is_payload else error)
    assert (await client.post(SEND, json=message())).status_code == 200


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"token": None}, "one of"),
        ({"fid": "both"}, "one of"),
        ({"data": {"count": 1}}, "strings"),
        ({"data": {"body": "ش" * 2048}}, "too big"),
        ({"webpush": {"fcm_options": {"link": "http://app.test"}}}, "https"),
    ],
)
async def test_it_refuses_what_fcm_refuses(
    client: httpx.AsyncClient, changes: dict[str, Any], why: str
) -> None:
    answer = await client.post(SEND, json=message(**changes))
    assert answer.status_code == 400
    assert why in answer.json()["error"]["message"]


async def test_it_takes_its_own_project_and_token_only(client: httpx.AsyncClient) -> None:
    other = await client.post("/v1/projects/other/messages:send", json=message())
    stranger = await client.post(SEND, json=message(), headers={"authorization": "Bearer x"})
    assert (other.status_code, stranger.status_code) == (401, 401)
