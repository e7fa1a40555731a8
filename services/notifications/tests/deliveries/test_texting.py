"""Text messages reach a provider: the sandbox, over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
import uvicorn
from contracts.enrollment import EnrollmentStatus
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import eventually
from notifications.config import TextProvider
from notifications.deliveries.adapters.texting import count_segments, render_text
from notifications.deliveries.channels.schemas import ClaimedDelivery
from notifications.deliveries.claims.service import Queue
from notifications.deliveries.models import Channel, Delivery
from notifications.notifications.service import Notice, notify
from notifications.texts.models import INVITATION_KINDS, Bilingual, Kind
from notifications.texts.service import SAMPLES, compose
from sqlalchemy import select, text
from sqlmodel import col

from deploy.local import ports
from deploy.sandboxes.sms.app import create_app
from deploy.sandboxes.sms.config import Settings as Sandbox
from services.notifications.tests import factories
from services.notifications.tests.deliveries.adapters.mailbox import (
    Mailbox,
    make_due,
    send_due,
    send_queue,
)
from services.notifications.tests.factories import Service

PHONE = "+966501234567"


@asynccontextmanager
async def provider(service: Service, **changes: Any) -> AsyncIterator[httpx.AsyncClient]:
    """Run a provider and configure the service to use it."""
    port = ports.choose()
    config = uvicorn.Config(create_app(Sandbox()), port=port, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    url = f"http://127.0.0.1:{port}"
    values: dict[str, Any] = {
        "url": f"{url}/v1/messages",
        "headers": {"Authorization": f"Bearer {Sandbox().api_key}"},
        "sender": "Itqan",
    }
    service.settings.sms = TextProvider.model_validate(values | changes)
    service.settings.whatsapp = TextProvider.model_validate(
        values
        | {"body": {"channel": "whatsapp", "sender": "{sender}", "to": "{to}", "text": "{text}"}}
    )
    try:
        await eventually(lambda: server.started)
        async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
            yield client
    finally:
        server.should_exit = True
        await serving
        service.settings.sms = service.settings.whatsapp = None


async def taken(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = (await client.get("/sandbox/messages")).json()
    return messages


async def texts(session: AsyncSession) -> list[Delivery]:
    """Return the text messages in their current state, oldest first."""
    session.expire_all()
    statement = select(Delivery).where(col(Delivery.channel) != Channel.EMAIL)
    return list(await session.scalars(statement.order_by(col(Delivery.id))))


async def send_texts(service: Service, channel: Channel = Channel.SMS) -> int:
    codes = await send_queue(service.context, Queue(channel, codes=True))
    return codes + await send_queue(service.context, Queue(channel, codes=False))


async def ask_for(service: Service, user_id: Any, channel: Channel = Channel.SMS) -> None:
    """Notify the user through this channel."""
    notice = Notice(
        topic=f"test:{new_id()}",
        version=1,
        kind=Kind.BATCH_ALERTED,
        values=dict.fromkeys(("title", "starts", "place", "opens", "closes"), "{to} \u0644"),
        link="/trainings",
        at=utc_now(),
        channels=(channel,),
    )
    async with service.database.transaction() as work:
        await notify(work, [user_id], notice)


class TestWhatGoesByText:
    async def test_whoever_has_no_address_gets_code_and_invitation_on_the_phone(
        self, service: Service, session: AsyncSession, mailbox: Mailbox
    ) -> None:
        invitation = factories.invitation(email="", phone="0501234567", locale="ar")
        async with provider(service) as sms:
            await service.deliver(invitation)
            await service.deliver(factories.otp(email="", phone=PHONE, locale="en"))
            assert await send_texts(service) == 2
            first, second = sorted(await taken(sms), key=lambda each: str(each["text"]))
        assert first["to"] == second["to"] == PHONE
        assert first["text"] == "Itqan: Your code is 482913"
        assert second["text"].startswith("إتقان: ") and "موانئ الخليج" in second["text"]
        assert second["text"].endswith(f"\nhttp://app.test/auth/invitation#{invitation.token}")
        assert {each.content for each in await texts(session)} == {None}
        assert "482913" not in str([each.model_dump() for each in await texts(session)])
        assert await send_due(service.context) == 0 and mailbox.mails == []

    @pytest.mark.parametrize(("hours", "phone", "count"), [(23, PHONE, 1), (25, PHONE, 0)])
    async def test_a_batch_that_is_cancelled_or_changed_shortly_before_goes_by_sms_as_well(
        self, service: Service, mailbox: Mailbox, hours: int, phone: str, count: int
    ) -> None:
        user = await factories.sign_up(service, phone=phone)
        await service.deliver(
            factories.enrollment(
                EnrollmentStatus.CANCELLED,
                EnrollmentStatus.CONFIRMED,
                candidate_user_id=user.user_id,
                starts_at=utc_now() + timedelta(hours=hours),
            )
        )
        async with provider(service) as sms:
            await send_texts(service)
            assert len(await taken(sms)) == count
        await send_due(service.context)
        assert len(mailbox.mails) == 2, "the welcome, and this"

    async def test_whatsapp_is_another_configuration_of_the_same(self, service: Service) -> None:
        user = await factories.sign_up(service, phone=PHONE)
        await ask_for(service, user.user_id, Channel.WHATSAPP)
        async with provider(service) as sms:
            assert await send_texts(service, Channel.WHATSAPP) == 1
            (message,) = await taken(sms)
        assert message["channel"] == "whatsapp"
        # Placeholders within values are not filled.
        assert "{to} \u0644" in message["text"]

    async def test_until_the_person_is_verified_nothing_goes_to_the_phone(
        self, service: Service, session: AsyncSession
    ) -> None:
        user = factories.registered(phone=PHONE)
        await service.deliver(user)
        await ask_for(service, user.user_id)
        async with provider(service) as sms:
            await send_texts(service)
            assert await taken(sms) == []
            (delivery,) = await texts(session)
            assert delivery.status == "queued"
            await service.deliver(factories.profile_of(user))
            assert await send_texts(service) == 1
            assert len(await taken(sms)) == 1


class TestOutcomes:
    @pytest.mark.parametrize(
        ("ending", "status", "waits"),
        [
            ("0400", "failed", 0),
            ("0401", "queued", 5),
            ("0429", "queued", 30),
            ("0500", "queued", 5),
        ],
    )
    async def test_what_the_provider_answers_decides(
        self, service: Service, session: AsyncSession, ending: str, status: str, waits: int
    ) -> None:
        user = await factories.sign_up(service, phone=f"+96650123{ending}")
        await ask_for(service, user.user_id)
        async with provider(service):
            assert await send_texts(service) == (1 if status == "failed" else 0)
        (delivery,) = await texts(session)
        assert delivery.status == status
        assert f"HTTP {int(ending)}" in str(delivery.last_error)
        waiting = (delivery.next_attempt_at - utc_now()).total_seconds()
        assert status == "failed" or waits - 4 < waiting <= waits

    async def test_a_provider_that_is_away_delays_and_loses_nothing(
        self, service: Service, session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service, phone=PHONE)
        await ask_for(service, user.user_id)
        away = f"http://127.0.0.1:{ports.choose()}/"
        service.settings.sms = TextProvider.model_validate({"url": away, "sender": "Itqan"})
        assert await send_texts(service) == 0
        await make_due(session)
        async with provider(service) as sms:
            assert await send_texts(service) == 1
            assert len(await taken(sms)) == 1

    async def test_one_that_hangs_is_tried_few_times_under_the_same_key(
        self, service: Service, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("notifications.deliveries.adapters.texting.TIMEOUT_SECONDS", 0.2)
        user = await factories.sign_up(service, phone=PHONE)
        await ask_for(service, user.user_id)
        heard: list[bytes] = []

        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            await reader.read()
            writer.close()

        port = ports.choose()
        async with await asyncio.start_server(hang, "127.0.0.1", port):
            service.settings.sms = TextProvider.model_validate(
                {"url": f"http://127.0.0.1:{port}/", "sender": "Itqan"}
            )
            for _ in range(5):
                assert await send_texts(service) == 0
                await make_due(session)
        (delivery,) = await texts(session)
        assert (delivery.status, len(heard)) == ("failed", 3)
        assert all(f"idempotency-key: {delivery.id}".encode() in each.lower() for each in heard)

    @pytest.mark.parametrize("phone", ["", "12", "nonsense"])
    async def test_without_a_number_it_fails(
        self, service: Service, session: AsyncSession, phone: str
    ) -> None:
        user = await factories.sign_up(service, phone=phone)
        await ask_for(service, user.user_id)
        async with provider(service) as sms:
            await send_texts(service)
            assert await taken(sms) == []
        (delivery,) = await texts(session)
        assert delivery.status == "failed"

    async def test_a_channel_that_is_not_configured_sends_nothing_and_raises_no_alarm(
        self, service: Service, session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service, phone=PHONE)
        await ask_for(service, user.user_id)
        assert await send_texts(service) == 1
        (delivery,) = await texts(session)
        assert (delivery.status, delivery.last_error) == (
            "suppressed",
            "the channel is not configured",
        )
        assert await service.measured("itqan_deliveries_failed") == 0


class TestLimits:
    async def test_a_person_gets_so_many_a_day_and_the_rest_is_kept(
        self, service: Service, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service.settings, "texts_a_day_per_person", 2)
        monkeypatch.setattr(service.settings, "texts_a_day", 3)
        people = [await factories.sign_up(service, phone=PHONE) for _ in range(3)]
        for person in (people[0],) * 4 + (people[1], people[2]):
            await ask_for(service, person.user_id)
        async with provider(service) as sms:
            # Workers share the count.
            await asyncio.gather(*(send_texts(service) for _ in range(3)))
            assert len(await taken(sms)) == 3
        found = await texts(session)
        assert sorted(each.status for each in found) == ["sent"] * 3 + ["suppressed"] * 3
        held = [each for each in found if each.status == "suppressed"]
        assert all(each.content for each in held)
        assert {str(each.last_error).partition(" ")[0] for each in held} <= {"the", "3"}
        counted = await session.execute(text("SELECT max(count) FROM text_counts"))
        assert counted.scalar_one() == 3

    async def test_another_attempt_is_not_counted_again_and_yesterday_s_count_goes(
        self, service: Service, session: AsyncSession
    ) -> None:
        user = await factories.sign_up(service, phone="+966501230500")
        await ask_for(service, user.user_id)
        async with provider(service):
            for _ in range(3):
                await send_texts(service)
                await make_due(session)
        counted = text("SELECT count FROM text_counts WHERE user_id = :user")
        assert (await session.execute(counted, {"user": user.user_id})).scalar_one() == 1
        assert await service.sweep("prune_text_counts") == 0
        await session.execute(text("UPDATE text_counts SET day = day - 1"))
        await session.commit()
        assert await service.sweep("prune_text_counts") == 2


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("x" * 160, 1),
        ("x" * 161, 2),
        ("x" * 306, 2),
        ("x" * 307, 3),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("ش" * 70, 1),
        ("ش" * 71, 2),
        ("ش" * 134, 2),
        ("ش" * 135, 3),
        # One non-GSM character makes the whole text UCS-2.
        ("x" * 70 + "“", 2),
        ("🎓" * 35, 1),
        ("🎓" * 36, 2),
    ],
)
def test_a_text_is_as_many_messages_as_its_alphabet_makes_of_it(said: str, count: int) -> None:
    assert count_segments(said) == count


@pytest.mark.parametrize("kind", [*sorted(INVITATION_KINDS), Kind.ENROLLMENT_MOVED])
@pytest.mark.parametrize(("locale", "most"), [("en", 1), ("ar", 2)])
def test_what_goes_by_sms_fills_few_messages(kind: Kind, locale: str, most: int) -> None:
    is_moved = kind is Kind.ENROLLMENT_MOVED
    batch = f"/candidate/my-trainings/{new_id()}/batch/{new_id()}"
    delivery = ClaimedDelivery(
        id=new_id(),
        channel=Channel.SMS,
        attempt=1,
        message_id="<1@itqan.example>",
        message=compose(kind, SAMPLES),
        link=batch if is_moved else f"/auth/invitation#{'x' * 43}",
        address="+966500000001",
        name_en="",
        name_ar="",
        locale=locale,
        created_at=utc_now(),
        expires=False,
        user_id=new_id(),
        product=Bilingual("Itqan", "إتقان"),
    )
    said = render_text(delivery, "https://itqan.example.sa")
    # A batch's link alone has 127 characters.
    assert count_segments(said) <= most + is_moved
