"""Browsers receive pushes by their own services, and every response is handled."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.testing import actor
from notifications.config import Settings
from notifications.deliveries.adapters import push, webpush
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel, Delivery
from notifications.devices.models import Device
from notifications.dispatch import tasks
from notifications.notifications.models import Notification
from notifications.texts.models import Kind
from pydantic import SecretStr, ValidationError
from sqlalchemy import select, text
from sqlmodel import col

from deploy.sandboxes.webpush.app import Fault
from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.browsers import Browsers, new_key, serving
from services.notifications.tests.deliveries.adapters.mailbox import make_due, send_queue
from services.notifications.tests.factories import Service

KEY = new_key()


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def configured(service: Service, browsers: Browsers) -> Iterator[None]:
    """Configure a VAPID key, and allow pushes to this machine."""
    browsers.reset()
    service.settings.web_push_key = SecretStr(KEY)
    service.settings.calls_to_private_addresses = True
    yield
    service.settings.web_push_key = None
    service.settings.web_push_sandbox_url = None
    service.settings.calls_to_private_addresses = False


async def register(
    service: Service, client: httpx.AsyncClient, *subscriptions: dict[str, Any]
) -> str:
    """Register Huda's browsers; return her ID."""
    huda = actor("candidate")
    for subscription in subscriptions:
        answer = await client.post("fcm/subscriptions", json=subscription, headers=huda.headers)
        assert answer.status_code == 200, answer.text
    return str(huda.user_id)


async def notify(service: Service, user: str, locale: str = "en", **changes: Any) -> None:
    """Notify Huda of a payment."""
    await service.deliver(factories.profile(user_id=user, locale=locale))
    await service.deliver(factories.charge_paid(payer_user_id=user, **changes))


async def send_due(service: Service) -> int:
    return await send_queue(service.context, Queue(Channel.PUSH, codes=False))


async def pushes(session: AsyncSession) -> list[Delivery]:
    """Return all pushes in their current state."""
    session.expire_all()
    found = await session.scalars(
        select(Delivery).where(col(Delivery.channel) == Channel.PUSH).order_by(col(Delivery.id))
    )
    return list(found)


async def devices(session: AsyncSession) -> set[str]:
    return set(await session.scalars(select(col(Device.token))))


def subscription(service: Service, browsers: Browsers) -> dict[str, Any]:
    key = service.settings.push_public_key
    assert key
    return browsers.subscribe(key)


class TestRegistering:
    async def test_a_subscription_is_a_device_of_its_person(
        self,
        service: Service,
        client: httpx.AsyncClient,
        session: AsyncSession,
        browsers: Browsers,
    ) -> None:
        first, second = actor("candidate"), actor("staff")
        known = await client.get("fcm", headers=first.headers)
        public_key = known.json()["web_push"]["public_key"]
        assert known.json()["firebase"] is None
        made = browsers.subscribe(public_key)
        assert (await client.post("fcm/subscriptions", json=made)).status_code == 401
        for user in (first, second):
            answer = await client.post("fcm/subscriptions", json=made, headers=user.headers)
            assert (answer.status_code, answer.json()["kind"]) == (200, "web_push")
            assert made["endpoint"] not in answer.text
        (row,) = (await session.scalars(select(Device))).all()
        assert (row.user_id, row.p256dh) == (second.user_id, made["keys"]["p256dh"])
        path = f"fcm/{answer.json()['id']}"
        assert (await client.delete(path, headers=first.headers)).status_code == 404
        assert (await client.delete(path, headers=second.headers)).status_code == 204

    async def test_422_for_what_no_browser_makes(
        self, service: Service, client: httpx.AsyncClient, session: AsyncSession, browsers: Browsers
    ) -> None:
        good, huda = subscription(service, browsers), actor("candidate")
        keys, endpoint = good["keys"], "https://push.example/x"
        wrong = {
            "keys.p256dh": [keys | {"p256dh": each} for each in ("", "ش", "AAAA", "B" + "A" * 86)],
            "keys.auth": [keys | {"auth": each} for each in ("", "not 16 bytes", "AAAA")],
            "endpoint": ["", "push.example", "ftp://push.example/", "https://a@push.example/"],
        }
        wrong["endpoint"] += ["https://push.example:x/", "https://p.example/ x", "https:///x"]
        wrong["endpoint"] += [endpoint + "x" * 2000]
        for field, values in wrong.items():
            for value in values:
                name, body = field.split(".")[0], good | {"endpoint": endpoint}
                answer = await client.post(
                    "fcm/subscriptions", json=body | {name: value}, headers=huda.headers
                )
                assert answer.status_code == 422, value
                assert answer.json()["fields"][0]["field"] == field
        # Outside development.
        service.settings.calls_to_private_addresses = False
        for address in ("http://push.example/x", "https://push.example:8443/x"):
            answer = await client.post(
                "fcm/subscriptions", json=good | {"endpoint": address}, headers=huda.headers
            )
            (field,) = answer.json()["fields"]
            assert (field["field"], field["code"]) == ("endpoint", "push_subscription.invalid")
        assert await devices(session) == set()
        # Firebase tokens have no keys, so a subscription is not accepted as one.
        kind = await client.post(
            "fcm", json={"token": endpoint, "kind": "web_push"}, headers=huda.headers
        )
        assert kind.status_code == 422

    def test_only_a_key_of_p_256_is_one(self) -> None:
        ed25519 = "MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
        settings = {"database_url": "postgresql://x", "web_push_key": KEY}
        assert len(Settings.model_validate(settings).push_public_key or "") == 87
        for key in ("no base64", "AAAA", ed25519):
            with pytest.raises(ValidationError, match="ITQAN_WEB_PUSH_KEY"):
                Settings.model_validate(settings | {"web_push_key": key})


class TestSending:
    @pytest.mark.parametrize("locale", ["en", "ar"])
    async def test_each_browser_reads_it_in_the_person_s_language_once(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        browsers: Browsers,
        locale: str,
    ) -> None:
        user = await register(service, client, *(subscription(service, browsers) for _ in range(2)))
        await notify(service, user, locale)
        assert await send_due(service) == 2
        assert await send_due(service) == 0
        rows = await pushes(session)
        notification = (await session.execute(select(Notification))).scalar_one()
        assert {row.status for row in rows} == {"sent"}
        assert {message.topic for message in browsers.messages} == {row.id.hex for row in rows}
        for message in browsers.messages:
            assert message.data == {
                "id": str(UUID(message.topic)),
                "title": getattr(notification, f"title_{locale}"),
                "body": getattr(notification, f"body_{locale}").replace("\n\n", "\n"),
                "link": notification.link,
                "language": locale,
            }
            assert (message.ttl, message.urgency) == (3 * 24 * 3600, "normal")
            assert message.claims["sub"] == "http://app.test/contact-us"

    async def test_the_longest_text_fits(
        self, service: Service, client: httpx.AsyncClient, browsers: Browsers
    ) -> None:
        user = await register(service, client, subscription(service, browsers))
        await notify(service, user, "ar", title_ar="ش" * 9000)
        assert await send_due(service) == 1
        (message,) = browsers.messages
        assert message.data["body"].endswith("…")

    def test_what_is_urgent(self) -> None:
        kinds = (Kind.EMAIL_CHANGED, Kind.ENROLLMENT_CONFIRMED, None)
        assert [push.get_urgency(kind) for kind in kinds] == ["high", "normal", "normal"]


class TestAnswers:
    @pytest.mark.parametrize("status", [404, 410])
    async def test_who_has_unsubscribed_is_forgotten(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        browsers: Browsers,
        status: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tasks, "CONCURRENCY", {})
        gone, there = (subscription(service, browsers) for _ in range(2))
        user = await register(service, client, gone, there)
        if status == 410:
            browsers.unsubscribe(gone)
        else:
            browsers.fail(Fault(status=status))
        await notify(service, user)
        assert await send_due(service) == 2
        assert len(await devices(session)) == len(browsers.messages) == 1
        assert sorted(row.status for row in await pushes(session)) == ["failed", "sent"]

    @pytest.mark.parametrize(
        ("status", "row_status"), [(413, "failed"), (400, "failed"), (302, "failed"),
                                   (401, "queued"), (403, "queued")]
    )  # fmt: skip
    async def test_the_browser_stays_where_the_message_or_our_key_is_at_fault(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        browsers: Browsers,
        status: int,
        row_status: str,
    ) -> None:
        user = await register(service, client, subscription(service, browsers))
        await notify(service, user)
        browsers.fail(Fault(status=status))
        await send_due(service)
        (row,) = await pushes(session)
        assert (row.status, (row.last_error or "")[:8]) == (row_status, f"HTTP {status}")
        assert len(await devices(session)) == 1
        if row_status == "queued":
            await make_due(session)
            assert await send_due(service) == len(browsers.messages) == 1

    @pytest.mark.parametrize(("status", "asked"), [(429, "40"), (503, None), (500, "40")])
    async def test_a_push_service_that_is_away_is_left_alone_and_no_other(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        browsers: Browsers,
        status: int,
        asked: str | None,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tasks, "CONCURRENCY", {})
        away = [subscription(service, browsers) for _ in range(3)]
        user = await register(service, client, *away)
        await notify(service, user)
        with serving() as another:
            other = await register(service, client, subscription(service, another))
            await notify(service, other)
            browsers.fail(Fault(status=status, retry_after=asked, times=20))
            # One of the three was attempted, and another service's message was sent.
            assert await send_due(service) == 2
            assert len(another.messages) == 1
        rows = (
            await session.execute(
                text(
                    "SELECT extract(epoch FROM next_attempt_at - now()), attempts"
                    " FROM deliveries WHERE channel = 'push' AND status = 'queued'"
                    " ORDER BY attempts"
                )
            )
        ).all()
        await session.rollback()
        seconds = 40 if asked else webpush.DEFAULT_PAUSE.total_seconds()
        assert [attempts for _, attempts in rows] == [0, 0, 1]
        assert all(seconds - 6 < waits <= seconds for waits, _ in rows)
        browsers.recover()
        await make_due(session)
        assert await send_due(service) == len(browsers.messages) == 3

    async def test_no_answer_is_not_asked_for_for_ever(
        self,
        service: Service,
        session: AsyncSession,
        client: httpx.AsyncClient,
        browsers: Browsers,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The message may have been sent, so at most three attempts are made."""
        monkeypatch.setattr(webpush, "TIMEOUT_SECONDS", 0.3)
        user = await register(service, client, subscription(service, browsers))
        await notify(service, user)
        browsers.fail(Fault(delay_ms=1000, times=9))
        for _ in range(4):
            await send_due(service)
            await make_due(session)
        (row,) = await pushes(session)
        assert (row.status, row.attempts, row.unanswered) == ("failed", 3, 3)

    async def test_nobody_listens_or_nobody_may_be_called(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient, browsers: Browsers
    ) -> None:
        made = subscription(service, browsers)
        user = await register(service, client, made | {"endpoint": "http://127.0.0.1:9/x"})
        await notify(service, user)
        assert await send_due(service) == 1
        (row,) = await pushes(session)
        assert (row.status, row.attempts, row.unanswered) == ("queued", 1, 0)
        # A name that resolves to a private address is rejected at each request.
        await session.execute(text("UPDATE devices SET token = 'https://localhost/x'"))
        await session.commit()
        service.settings.calls_to_private_addresses = False
        await make_due(session)
        await send_due(service)
        (row,) = await pushes(session)
        assert (row.status, (row.last_error or "").split(":")[0]) == ("failed", "AddressRefused")
        assert len(await devices(session)) == 1

    async def test_browsers_of_the_sandbox_alone_are_reached_on_this_machine(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient, browsers: Browsers
    ) -> None:
        service.settings.calls_to_private_addresses = False
        service.settings.web_push_sandbox_url = browsers.url
        made = subscription(service, browsers)
        user = await register(service, client, made)
        await notify(service, user)
        assert await send_due(service) == 1
        (row,) = await pushes(session)
        assert row.status == "sent"
        assert [taken.data["language"] for taken in browsers.messages] == ["en"]

        elsewhere = made | {"endpoint": "http://127.0.0.1:9/push/x"}
        answer = await client.post(
            "fcm/subscriptions", json=elsewhere, headers=actor("candidate").headers
        )
        assert answer.status_code == 422

    async def test_without_a_key_a_push_is_given_up_at_once(
        self, service: Service, session: AsyncSession, client: httpx.AsyncClient, browsers: Browsers
    ) -> None:
        user = await register(service, client, subscription(service, browsers))
        await notify(service, user)
        service.settings.web_push_key = None
        await send_due(service)
        (row,) = await pushes(session)
        assert (row.status, row.last_error) == ("suppressed", "the channel is not configured")
