"""Webhooks are signed, retried, and sent to public addresses only."""

import asyncio
import runpy
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.enrollment import (
    BulkEnrollmentChanged,
    BulkEnrollmentStatus,
    EnrollmentChanged,
    EnrollmentStatus,
)
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, actor
from kit.web.app import Context
from notifications.commands import COMMANDS
from notifications.config import Settings
from notifications.dispatch.queries import WEBHOOKS
from notifications.dispatch.tasks import Dispatcher
from notifications.webhooks.adapters.addresses import is_public
from notifications.webhooks.adapters.transport import PublicTransport
from notifications.webhooks.errors import AddressRefused
from notifications.webhooks.sending import service as sending
from pydantic import SecretStr
from sqlalchemy import text
from standardwebhooks import Webhook, WebhookVerificationError

from services.notifications.tests.factories import Service


async def send_due(context: Context[Settings]) -> int:
    """Send due webhooks; return their number."""
    dispatcher = Dispatcher(context, [WEBHOOKS])
    sent = await dispatcher.run()
    await dispatcher.close()
    return sent


@dataclass
class Program:
    """Client that returns the configured responses and stores requests."""

    port: int = 0
    status: int = 200
    messages: list[tuple[dict[str, str], str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = [line.split(": ", 1) for line in head.strip().split("\r\n")[1:]]
        headers = {name.lower(): value for name, value in lines}
        body = await reader.readexactly(int(headers["content-length"]))
        self.messages.append((headers, body.decode()))
        head = f"HTTP/1.1 {self.status} X\r\nlocation: /other\r\ncontent-length: 5\r\n\r\n"
        writer.write(head.encode() + b"thank")
        await writer.drain()
        writer.close()


@pytest.fixture
async def program(service: Service) -> AsyncIterator[Program]:
    found = Program()
    server = await asyncio.start_server(found.answer, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    service.settings.calls_to_private_addresses = True
    async with server:
        yield found
    service.settings.calls_to_private_addresses = False


def shown_to_developers() -> Any:
    """Return the signature check published on the developers' page."""
    folder = Path(__file__).parents[4] / "frontend/src/features/developers/examples"
    return runpy.run_path(str(folder / "verify.py"))["is_ours"]


def manager(organization_id: UUID) -> Actor:
    return actor("organization", organization_id=organization_id)


async def made(client: httpx.AsyncClient, who: Actor, url: str, *events: str) -> dict[str, Any]:
    body = {"url": url, "events": events or ["bulk_enrollment.finished", "enrollment.changed"]}
    answer = await client.post("webhook-endpoints", json=body, headers=who.headers)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def deliveries(
    client: httpx.AsyncClient, who: Actor, endpoint: dict[str, Any]
) -> list[dict[str, Any]]:
    path = f"webhook-endpoints/{endpoint['id']}/deliveries"
    answer = await client.get(path, headers=who.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


async def let_all_be_due(service: Service) -> None:
    async with service.database.engine.begin() as connection:
        await connection.execute(text("UPDATE webhook_deliveries SET next_attempt_at = now()"))
        await connection.execute(text("UPDATE webhook_endpoints SET rests_until = now()"))


async def test_messages_are_signed_and_sent_until_they_are_taken(
    service: Service, client: httpx.AsyncClient, program: Program
) -> None:
    organization_id = new_id()
    who = manager(organization_id)
    endpoint = await made(client, who, program.url)
    bulk = new_id()
    for status, sequence in ((BulkEnrollmentStatus.CHECKED, 1), (BulkEnrollmentStatus.FINISHED, 2)):
        change = event(
            BulkEnrollmentChanged,
            bulk_enrollment_id=bulk,
            organization_id=organization_id,
            status=status,
        )
        # Events without a subscription and republished ones are not sent.
        await service.deliver(change, sequence=sequence)
        await service.deliver(change, sequence=sequence, restated=True)
    confirmed = [
        event(
            EnrollmentChanged,
            bulk_enrollment_id=of_bulk,
            status=EnrollmentStatus.CONFIRMED,
            reason="Private",
        )
        for of_bulk in (bulk, new_id(), None)
    ]
    await service.deliver_batch([(each, 1) for each in confirmed])

    program.status = 302
    assert await send_due(service.context) == 2
    assert await send_due(service.context) == 0
    shown = await deliveries(client, who, endpoint)
    assert {(each["status"], each["response_status"]) for each in shown} == {("queued", 302)}
    assert shown[0]["response_body"] == "thank"

    program.status = 200
    await let_all_be_due(service)
    # Concurrent workers send each message once.
    assert sum(await asyncio.gather(send_due(service.context), send_due(service.context))) == 2
    assert len(program.messages) == 4
    assert len({headers["webhook-id"] for headers, _ in program.messages}) == 2
    sent = [Webhook(endpoint["secret"]).verify(body, headers) for headers, body in program.messages]
    assert {each["type"] for each in sent} == {"bulk_enrollment.finished", "enrollment.changed"}
    assert "Private" not in str(sent)
    shown = await deliveries(client, who, endpoint)
    assert {(each["status"], each["attempts"]) for each in shown} == {("delivered", 2)}

    # Resend manually, then rotate the secret: the previous one stays valid for some time.
    path = f"webhook-endpoints/{endpoint['id']}"
    only = await client.get(
        f"{path}/deliveries",
        params={"event": "enrollment.changed", "status": "delivered"},
        headers=who.headers,
    )
    assert [each["event"] for each in only.json()["data"]] == ["enrollment.changed"]
    rotated = (await client.post(f"{path}/secrets", headers=who.headers)).json()
    again = await client.post(f"{path}/secrets", headers=who.headers)
    assert again.json()["code"] == "webhook_endpoint.secret_rotating"
    resend = f"{path}/deliveries/{shown[0]['id']}/resend"
    codes = [(await client.post(resend, headers=who.headers)).status_code for _ in range(2)]
    assert codes == [202, 409]
    assert await send_due(service.context) == 1
    one = await client.get(f"{path}/deliveries/{shown[0]['id']}", headers=who.headers)
    assert one.json()["attempts"] == 1
    statuses = [each["response_status"] for each in one.json()["answers"]]
    assert statuses == [200, 200, 302]
    assert one.json()["answers"][2]["response_body"] == "thank"
    headers, body = program.messages[-1]
    assert headers["webhook-id"] == f"msg_{shown[0]['id']}"
    for secret in (endpoint["secret"], rotated["secret"]):
        assert Webhook(secret).verify(body, headers)["type"] == shown[0]["event"]
        assert shown_to_developers()(secret, headers, body.encode())
        assert not shown_to_developers()(secret, headers, body.encode() + b" ")


async def test_what_nobody_takes_is_given_up_after_three_days(
    service: Service, client: httpx.AsyncClient, program: Program
) -> None:
    assert 2.9 < sum(each.total_seconds() for each in sending.BACKOFF) / 86_400 < 3.1
    who = manager(new_id())
    gone = await made(client, who, "http://127.0.0.1:9/")
    tested = await client.post(f"webhook-endpoints/{gone['id']}/test", headers=who.headers)
    assert tested.status_code == 202
    for _ in range(len(sending.BACKOFF) + 1):
        assert await send_due(service.context) == 1
        # The endpoint is paused, so that others do not wait for it.
        assert await send_due(service.context) == 0
        await let_all_be_due(service)
    assert await send_due(service.context) == 0
    (delivery,) = await deliveries(client, who, gone)
    assert (delivery["status"], delivery["response_status"]) == ("failed", None)
    assert "ConnectError" in delivery["error"]
    one = await client.get(
        f"webhook-endpoints/{gone['id']}/deliveries/{delivery['id']}", headers=who.headers
    )
    assert len(one.json()["answers"]) == len(sending.BACKOFF) + 1


async def test_only_public_addresses_are_called(
    service: Service, client: httpx.AsyncClient, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1"]
    inside += ["fd00::1", "fe80::1%eth0", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::"]
    inside += ["192.0.0.192", "::127.0.0.1", "::ffff:93.184.216.34", "192.88.99.1", "198.19.0.1"]
    inside += ["240.0.0.1", "fec0::1", "2001::1", "3fff::1", "5f00::1", "100::1", "4000::1"]
    assert [each for each in [*inside, "224.0.0.1", "ff02::1"] if is_public(each)] == []
    outside = ["93.184.216.34", "2606:2800:220:1::1", "192.0.0.9", "192.31.196.1", "2001:3::1"]
    assert all(map(is_public, outside))

    who = manager(new_id())
    endpoint = await made(client, who, program.url)
    service.settings.calls_to_private_addresses = False
    await client.post(f"webhook-endpoints/{endpoint['id']}/test", headers=who.headers)
    await send_due(service.context)
    (delivery,) = await deliveries(client, who, endpoint)
    assert delivery["error"].startswith("AddressRefused")
    assert program.messages == []

    # A name with a public and a private address is rejected, and the name is resolved only once.
    asked: list[str] = []
    leads_to = ["93.184.216.34", "10.0.0.1"]

    async def getaddrinfo(self: Any, host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, 1, 6, "", (each, port)) for each in leads_to]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    async with httpx.AsyncClient(transport=PublicTransport(allow_private=False)) as http:
        with pytest.raises(AddressRefused):
            await http.post("https://rebound.example/")
    leads_to[:] = ["127.0.0.1"]
    async with httpx.AsyncClient(transport=PublicTransport(allow_private=True)) as http:
        await http.post(f"http://rebound.example:{program.port}/", content=b"x")
    assert asked == ["rebound.example"] * 2
    assert program.messages[0][0]["host"] == f"rebound.example:{program.port}"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f.1", "[::127.0.0.1]", "[::ffff:10.0.0.1]", "localhost"]
)
async def test_a_private_address_is_refused_on_entry(client: httpx.AsyncClient, host: str) -> None:
    who = manager(new_id())
    endpoint = await made(client, who, "https://example.com/hooks")
    body = {"url": f"https://{host}/hooks", "events": ["enrollment.changed"]}
    answer = await client.post("webhook-endpoints", json=body, headers=who.headers)
    assert answer.json()["fields"][0]["code"] == "webhook_endpoint.private_address"
    changed = body | {"active": True, "version": endpoint["version"]}
    path = f"webhook-endpoints/{endpoint['id']}"
    answer = await client.put(path, json=changed, headers=who.headers)
    assert answer.json()["fields"][0]["code"] == "webhook_endpoint.private_address"


async def test_redirects_are_not_followed(
    service: Service, client: httpx.AsyncClient, program: Program
) -> None:
    who = manager(new_id())
    endpoint = await made(client, who, program.url)
    program.status = 307
    await client.post(f"webhook-endpoints/{endpoint['id']}/test", headers=who.headers)
    await send_due(service.context)
    assert len(program.messages) == 1
    (delivery,) = await deliveries(client, who, endpoint)
    assert delivery["status"] == "queued"


async def test_endpoints_are_the_organization_s_own(
    service: Service, client: httpx.AsyncClient
) -> None:
    organization_id = new_id()
    who, other = manager(organization_id), manager(new_id())
    plain = {"url": "http://example.com/", "events": ["enrollment.changed"]}
    answer = await client.post("webhook-endpoints", json=plain, headers=who.headers)
    assert answer.json()["fields"][0]["code"] == "webhook_endpoint.https_required"
    broken = plain | {"url": "ftp://example.com"}
    answer = await client.post("webhook-endpoints", json=broken, headers=who.headers)
    assert answer.json()["fields"][0]["code"] == "webhook_endpoint.invalid_url"
    endpoints = [await made(client, who, "https://example.com/hooks") for _ in range(5)]
    answer = await client.post(
        "webhook-endpoints", json=plain | {"url": "https://a.example"}, headers=who.headers
    )
    assert answer.json()["code"] == "webhook_endpoint.limit_reached"
    listed = await client.get("webhook-endpoints", headers=who.headers)
    assert [each["id"] for each in listed.json()["data"]] == [each["id"] for each in endpoints]
    assert "secret" not in listed.json()["data"][0]

    path = f"webhook-endpoints/{endpoints[0]['id']}"
    change = plain | {"url": "https://example.com/new", "active": False, "version": 1}
    for method, suffix, body in (
        ("GET", "", None),
        ("PUT", "", change),
        ("DELETE", "", None),
        ("POST", "/secrets", None),
        ("POST", "/test", None),
        ("GET", "/deliveries", None),
        ("GET", f"/deliveries/{new_id()}", None),
        ("POST", f"/deliveries/{new_id()}/resend", None),
    ):
        answer = await client.request(method, path + suffix, json=body, headers=other.headers)
        assert answer.status_code == 404, (method, suffix)
        employee = actor("staff", organization_id=organization_id)
        answer = await client.request(method, path + suffix, json=body, headers=employee.headers)
        assert answer.status_code == 403, (method, suffix)
    changed = await client.put(path, json=change, headers=who.headers)
    assert (changed.json()["url"], changed.json()["active"]) == ("https://example.com/new", False)
    assert (await client.get(path, headers=who.headers)).json() == changed.json()
    # Another user saved a change first.
    late = await client.put(path, json=change, headers=who.headers)
    assert late.json()["code"] == "webhook_endpoint.edit_conflict"
    assert (await client.delete(path, headers=who.headers)).status_code == 204
    assert (await client.delete(path, headers=who.headers)).status_code == 404
    assert Settings.model_fields["calls_to_private_addresses"].default is False


async def test_secrets_lie_sealed_and_are_sealed_anew(
    service: Service, client: httpx.AsyncClient, program: Program
) -> None:
    who = manager(new_id())
    endpoint = await made(client, who, program.url)
    path = f"webhook-endpoints/{endpoint['id']}"
    rotated = (await client.post(f"{path}/secrets", headers=who.headers)).json()
    async with service.database.engine.begin() as connection:
        rows = await connection.execute(text("SELECT * FROM webhook_endpoints"))
        stored = b"".join(each for each in rows.one() if isinstance(each, bytes))
    assert endpoint["secret"].encode() not in stored and rotated["secret"].encode() not in stored

    former = service.settings.sealing_secret
    try:
        # No secret opens them, and nothing is sent unsigned.
        service.settings.sealing_secret = SecretStr("another")
        await client.post(f"{path}/test", headers=who.headers)
        await send_due(service.context)
        (delivery,) = await deliveries(client, who, endpoint)
        assert (delivery["status"], program.messages) == ("queued", [])
        assert delivery["error"].startswith("SecretSealed")

        service.settings.previous_sealing_secret = former
        reseal = COMMANDS["webhook-secrets"]
        done = await reseal(service.database, service.settings, ["reseal"])
        assert done == "2 secrets are sealed again; 0 cannot be opened."
        service.settings.previous_sealing_secret = None
        await let_all_be_due(service)
        await send_due(service.context)
        ((headers, body),) = program.messages
        for secret in (endpoint["secret"], rotated["secret"]):
            assert Webhook(secret).verify(body, headers)["type"] == "test"
    finally:
        service.settings.sealing_secret = former
        service.settings.previous_sealing_secret = None


async def test_repetitions_get_another_secret_of_the_same_endpoint(
    client: httpx.AsyncClient, service: Service, program: Program
) -> None:
    who = manager(new_id())
    headers = who.headers | {"Idempotency-Key": "lost-on-the-way"}
    path = "webhook-endpoints"
    form: Any = {"url": program.url, "events": ["enrollment.changed"]}
    for place in range(2):
        answers = [await client.post(path, json=form, headers=headers) for _ in range(2)]
        assert [each.status_code for each in answers] == [201, 201], answers[1].text
        first, last = (each.json() for each in answers)
        assert first["id"] == last["id"]
        await client.post(f"webhook-endpoints/{last['id']}/test", headers=who.headers)
        await send_due(service.context)
        message_headers, body = program.messages[-1]
        assert Webhook(last["secret"]).verify(body, message_headers) is not None
        signatures = message_headers["webhook-signature"].split()
        assert len(signatures) == 1 + place
        with pytest.raises(WebhookVerificationError):
            Webhook(first["secret"]).verify(body, message_headers)
        path, form = f"webhook-endpoints/{last['id']}/secrets", None
    listed = await client.get("webhook-endpoints", headers=who.headers)
    assert listed.json()["meta"]["total"] == 1
