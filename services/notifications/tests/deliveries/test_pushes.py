"""Pushes use Firebase's HTTP v1 API, and each error is handled."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.testing import actor
from notifications.deliveries.adapters import fcm, push
from notifications.deliveries.channels.schemas import parse_retry_after
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel, Delivery
from notifications.devices.models import Device
from notifications.dispatch import tasks
from notifications.notifications.models import Notification
from pydantic import SecretStr
from sqlalchemy import select, text
from sqlmodel import col

from deploy.sandboxes.fcm.app import Fault
from deploy.sandboxes.fcm.failures import Error
from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import make_due, send_queue
from services.notifications.tests.deliveries.adapters.pushes import Fcm, serving
from services.notifications.tests.factories import Service


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Fcm]:
    with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def firebase(service: Service, sandbox: Fcm) -> Iterator[None]:
    """Connect the service to the sandbox."""
    sandbox.reset()
    service.settings.fcm_sandbox_url = sandbox.url
    yield
    service.settings.fcm_sandbox_url = None


async def register(client: httpx.AsyncClient, *tokens: str, kind: str = "fcm") -> dict[str, str]:
    """Register Huda's browsers; return her headers."""
    huda = actor("candidate")
    for token in tokens:
        answer = await client.post("fcm", json={"token": token, "kind": kind}, headers=huda.headers)
        assert answer.status_code == 200, answer.text
    return {**huda.headers, "user": str(huda.user_id)}


async def notify(service: Service, user: str, locale: str = "en") -> None:
    """Notify Huda of a payment."""
    await service.deliver(factories.profile(user_id=user, locale=locale))
    await service.deliver(factories.charge_paid(payer_user_id=user))


async def send_due(service: Service) -> int:
    return await send_queue(service.context, Queue(Channel.PUSH, codes=False))


async def pushes(session: AsyncSession) -> list[Delivery]:
    """Return all pushes in their current state."""
    session.expire_all()
    found = await session.scalars(
        select(Delivery).where(col(Delivery.channel) == Channel.PUSH).order_by(col(Delivery.id))
    )
    return list(found)


async def tokens(session: AsyncSession) -> set[str]:
    return set(await session.scalars(select(col(Device.token))))


class TestSending:
    @pytest.mark.parametrize("locale", ["en", "ar"])
    async def test_each_device_of_the_person_gets_data_in_their_language_once(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        sandbox: Fcm,
        locale: str,
    ) -> None:
        huda = await register(client, "token-one", "token-two")
        await register(client, "token-of-another")
        await notify(service, huda["user"], locale)
        assert await send_due(service) == 2
        assert await send_due(service) == 0
        assert {message["token"] for message in sandbox.messages} == {"token-one", "token-two"}
        rows = await pushes(session)
        notification = (await session.execute(select(Notification))).scalar_one()
        for row, message in zip(rows, sandbox.messages, strict=True):
            assert (row.status, row.attempts, row.content) == ("sent", 1, None)
            assert "notification" not in message, "the library would show it too"
            data = message["data"]
            assert data["title"] == getattr(notification, f"title_{locale}")
            assert data["body"] == getattr(notification, f"body_{locale}").replace("\n\n", "\n")
            assert (data["link"], data["language"]) == (notification.link, locale)
            assert int(message["webpush"]["headers"]["TTL"]) == 3 * 24 * 3600
        assert {message["data"]["id"] for message in sandbox.messages} == {
            str(row.id) for row in rows
        }

    async def test_an_installation_id_is_sent_as_one(
        self, service: Service, client: httpx.AsyncClient, sandbox: Fcm
    ) -> None:
        huda = await register(client, "installation", kind="fid")
        await notify(service, huda["user"])
        await send_due(service)
        (message,) = sandbox.messages
        assert (message["fid"], "token" in message) == ("installation", False)

    async def test_a_device_that_somebody_else_has_by_now_is_left_alone(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient, sandbox: Fcm
    ) -> None:
        huda = await register(client, "shared-browser")
        await notify(service, huda["user"])
        await register(client, "shared-browser")
        assert await send_due(service) == 1
        (row,) = await pushes(session)
        assert (row.status, row.last_error, sandbox.messages) == (
            "suppressed",
            "the device is gone",
            [],
        )
        assert await tokens(session) == {"shared-browser"}

    async def test_without_firebase_a_push_is_given_up_at_once(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient
    ) -> None:
        huda = await register(client, "token-one")
        await notify(service, huda["user"])
        service.settings.fcm_sandbox_url = None
        await send_due(service)
        (row,) = await pushes(session)
        assert (row.status, row.last_error) == ("suppressed", "the channel is not configured")


class TestErrors:
    """Every error in FCM's documentation."""

    @pytest.mark.parametrize(
        "error", [Error.UNREGISTERED, Error.SENDER_ID_MISMATCH, Error.INVALID_ARGUMENT]
    )
    async def test_a_token_that_is_good_for_nothing_is_deleted(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient, error: Error
    ) -> None:
        huda = await register(client, f"{error.lower()}:gone", "token-two")
        await notify(service, huda["user"])
        assert await send_due(service) == 2
        assert await tokens(session) == {"token-two"}
        assert sorted(row.status for row in await pushes(session)) == ["failed", "sent"]
        counted = await session.scalar(
            text(
                next(
                    measure.statement
                    for measure in service.declaration.measures
                    if measure.name == "itqan_pushes_of_another_sender"
                )
            )
        )
        assert counted == (error is Error.SENDER_ID_MISMATCH)

    async def test_where_the_payload_is_at_fault_the_token_stays(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient
    ) -> None:
        huda = await register(client, "payload:abc")
        await notify(service, huda["user"])
        await send_due(service)
        (row,) = await pushes(session)
        assert (row.status, await tokens(session)) == ("failed", {"payload:abc"})

    @pytest.mark.parametrize(
        ("error", "asked"),
        [
            (Error.QUOTA_EXCEEDED, "40"),
            (Error.UNAVAILABLE, "40"),
            (Error.UNAVAILABLE, None),
            (Error.INTERNAL, None),
            (Error.THIRD_PARTY_AUTH_ERROR, None),
        ],
    )
    async def test_it_is_tried_again_no_sooner_than_was_asked_for(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        sandbox: Fcm,
        error: Error,
        asked: str | None,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tasks, "CONCURRENCY", {})
        huda = await register(client, "token-one", "token-two", "token-three")
        await notify(service, huda["user"])
        sandbox.fail(Fault(error=error, retry_after=asked, times=20))
        assert await send_due(service) == 0
        sandbox.reset()
        waits = (
            await session.execute(
                text(
                    "SELECT extract(epoch FROM next_attempt_at - now()), attempts, status"
                    " FROM deliveries WHERE channel = 'push' ORDER BY attempts, id"
                )
            )
        ).all()
        await session.rollback()
        assert [tuple(row[1:]) for row in waits] == [(0, "queued")] * 2 + [(1, "queued")]
        if asked:
            # No worker sends the others earlier.
            assert all(35 < seconds <= 40 for seconds, *_ in waits)
            assert await send_due(service) == 0
        else:
            assert 2 < waits[-1][0] <= 5
        assert len(await tokens(session)) == 3
        await make_due(session)
        assert await send_due(service) == 3
        assert len(sandbox.messages) == 3

    async def test_no_answer_is_not_asked_for_for_ever(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        sandbox: Fcm,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The message may have been sent, so at most three attempts are made."""
        monkeypatch.setattr(fcm, "HTTP_TIMEOUT_SECONDS", 0.3)
        fcm._create_client.cache_clear()
        sandbox.fail(Fault(error=Error.INTERNAL, delay_ms=1000, times=9))
        huda = await register(client, "token-one")
        await notify(service, huda["user"])
        for _ in range(4):
            await send_due(service)
            await make_due(session)
        fcm._create_client.cache_clear()
        (row,) = await pushes(session)
        assert (row.status, row.attempts, row.unanswered) == ("failed", 3, 3)

    async def test_nobody_listens(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient
    ) -> None:
        service.settings.fcm_sandbox_url = "http://127.0.0.1:9"
        huda = await register(client, "token-one")
        await notify(service, huda["user"])
        assert await send_due(service) == 0
        (row,) = await pushes(session)
        assert (row.status, row.attempts, row.unanswered) == ("queued", 1, 0)


class TestSize:
    @pytest.mark.parametrize("letter", ["a", "ش", '"', "\n", "😀"])
    def test_what_is_too_long_is_cut(self, letter: str) -> None:
        long = letter * 5000
        for most in (10, 400, push.MAX_BYTES):
            short = push.truncate(f"x{long}", most)
            size = len(json.dumps(short, ensure_ascii=False).encode()) - 2
            assert size <= most
            assert short.endswith("…")
            if letter != "\n":
                assert size > most - 8
        assert push.truncate("as it is", 8) == "as it is"

    async def test_firebase_takes_the_longest(
        self, service: Service, client: httpx.AsyncClient, sandbox: Fcm
    ) -> None:
        huda = await register(client, "token-one")
        await service.deliver(factories.profile(user_id=huda["user"], locale="ar"))
        await service.deliver(
            factories.charge_paid(payer_user_id=huda["user"], title_ar="ش" * 9000)
        )
        assert await send_due(service) == 1
        (message,) = sandbox.messages
        assert len(json.dumps(message["data"], ensure_ascii=False).encode()) <= push.MAX_BYTES


class TestRetryAfter:
    NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("value", "seconds"),
        [
            ("40", 40),
            ("Mon, 23 Nov 2026 12:01:00 GMT", 60),
            ("Mon, 23 Nov 2026 11:00:00 GMT", 0),
            ("99999999999999999999", 3600),
            ("soon", None),
            ("", None),
            (None, None),
        ],
    )
    def test_seconds_or_a_date(self, value: str | None, seconds: int | None) -> None:
        asked = parse_retry_after(value, lambda: self.NOW)
        assert asked == (None if seconds is None else timedelta(seconds=seconds))


def test_the_library_still_has_what_is_reached_into() -> None:
    """`fcm.connect` redirects the library and disables its retries through private attributes.

    A version without them must not send sandbox messages to Firebase.
    """
    from firebase_admin import messaging

    app = fcm.connect(None, "http://fcm.test")
    service = messaging._get_messaging_service(app)
    assert service.FCM_URL.startswith("https://fcm.googleapis.com/v1/projects/")
    assert service._fcm_url == "http://fcm.test/v1/projects/itqan-sandbox/messages:send"
    assert service._client.timeout == fcm.HTTP_TIMEOUT_SECONDS
    adapter = service._client.session.get_adapter("https://fcm.googleapis.com/v1")
    assert adapter.max_retries.total == 0


def test_a_service_account_is_loaded_as_the_console_gives_it() -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    from firebase_admin import messaging

    key = rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    account = {
        "type": "service_account",
        "project_id": "itqan-live",
        "private_key": key.decode(),
        "client_email": "push@itqan-live.example",
        "token_uri": "https://oauth2.example/token",
    }
    app = fcm.connect(SecretStr(json.dumps(account)).get_secret_value(), None)
    service = messaging._get_messaging_service(app)
    assert service._fcm_url.endswith("/v1/projects/itqan-live/messages:send")
