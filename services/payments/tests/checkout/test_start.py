"""Start of a payment."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from contracts.payments import ChargePaid, ChargeStatus, RefundReason
from kit.database.db import new_id
from kit.testing import actor
from payments.adapters.paymob.client import Intention
from payments.checkout import service as checkout
from payments.config import Integration, PaymentMethod
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund
from payments.settlement.tasks import settle_callbacks
from pytest import MonkeyPatch

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    callbacks_of,
    candidate,
    execute,
    get_charge,
    inquire_all,
    list_rows,
    now,
    owe,
    start,
    the_payment,
)


class TestStartPayment:
    async def test_opens_the_provider_s_page_with_what_is_owed(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        page = await sandbox.http.get(started["checkout_url"])
        assert "SAR 1,500.00" in page.text
        (intention,) = await sandbox.intentions()
        assert intention["amount"] == PRICE
        assert intention["billing_data"]["first_name"] == "Sara"
        assert intention["billing_data"]["last_name"] == "Al-Harbi"
        assert intention["items"][0]["name"] == "Forklift operation"
        assert intention["special_reference"].startswith(f"{charge.reference}-1-")
        payment = await the_payment(service)
        assert str(payment.id) == started["payment_id"]
        assert payment.status is PaymentStatus.REDIRECTED
        assert payment.order_id == intention["order_id"]

    async def test_another_way_has_a_page_of_its_own_integration(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        ways = {
            PaymentMethod.MADA: Integration(id=4097560),
            PaymentMethod.STC_PAY: Integration(id=4097562, max_minor=PRICE - 1),
            PaymentMethod.APPLE_PAY: Integration(id=4097561, currency="EUR"),
        }
        monkeypatch.setattr(service.settings, "paymob_integrations", ways)
        person = candidate()
        charge = await owe(service, person)
        path = f"charges/{charge.id}"
        offered = await client.get(f"{path}/ways", headers=person.headers)
        assert [each["way"] for each in offered.json()] == ["card", "mada"]
        # Pages list exactly the configured methods.
        promised = await client.get("payment-methods")
        assert promised.json() == ["card", "mada", "stc_pay", "apple_pay"]
        stranger = await client.get(f"{path}/ways", headers=candidate().headers)
        assert stranger.status_code == 404

        async def choose(way: str) -> httpx.Response:
            return await client.post(f"{path}/payments", json={"way": way}, headers=person.headers)

        refused = await choose("stc_pay")
        assert (refused.status_code, refused.json()["code"]) == (409, "payment_method.unavailable")
        by_card, again = (await choose("card")).json(), (await choose("card")).json()
        assert by_card == again
        by_mada = (await choose("mada")).json()
        first, second = await list_rows(service, Payment)
        assert (first.status, first.failure_code) == (PaymentStatus.FAILED, "abandoned")
        assert (str(second.id), second.integration_id) == (by_mada["payment_id"], 4097560)
        await sandbox.pay(by_mada["checkout_url"])
        await sandbox.delivered(1)
        # The abandoned page is still open at the provider.
        await sandbox.pay(by_card["checkout_url"])
        await sandbox.delivered(2)
        paid = await get_charge(service, charge.subject_id)
        assert (paid.status, paid.payment_id) == (ChargeStatus.PAID, second.id)
        (back,) = await list_rows(service, Refund)
        assert (back.payment_id, back.reason) == (first.id, RefundReason.PAID_TWICE)
        closed = await client.get(f"{path}/ways", headers=person.headers)
        assert closed.json() == []

    async def test_an_arabic_reader_sees_the_arabic_title(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await service.deliver(build_profile(person, paid=True, locale="ar"), sequence=2)
        await start(client, person, charge)
        (intention,) = await sandbox.intentions()
        assert intention["items"][0]["name"] == "تشغيل الرافعة الشوكية"

    async def test_a_payer_who_is_not_known_yet_can_pay(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await execute(service, "DELETE FROM payers")
        await start(client, person, charge)
        (intention,) = await sandbox.intentions()
        assert intention["billing_data"]["email"] == service.settings.fallback_email

    async def test_the_page_expires_when_the_charge_is_due(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        due = now() + timedelta(minutes=10)
        charge = await owe(service, person, due_at=due)
        await start(client, person, charge)
        assert (await the_payment(service)).expires_at == due

    async def test_a_second_request_returns_the_open_page(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        assert await start(client, person, charge) == await start(client, person, charge)
        assert len(await sandbox.intentions()) == 1

    async def test_a_page_about_to_expire_is_replaced(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        first = await start(client, person, charge)
        await execute(
            service, "UPDATE payments SET expires_at = :at", at=now() + timedelta(seconds=30)
        )
        second = await start(client, person, charge)
        assert first["payment_id"] != second["payment_id"]
        statuses = [payment.status for payment in await list_rows(service, Payment)]
        assert statuses == [PaymentStatus.FAILED, PaymentStatus.REDIRECTED]

    async def test_concurrent_requests_open_one_page(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await sandbox.fail("intention", "hang", delay_ms=300)
        started = await asyncio.gather(*(start(client, person, charge) for _ in range(8)))
        assert len({s["checkout_url"] for s in started}) == 1
        assert len(await sandbox.intentions()) == 1
        assert len(await list_rows(service, Payment)) == 1


class TestStartPaymentRefused:
    async def test_without_a_token_is_401(self, client: httpx.AsyncClient) -> None:
        answer = await client.post(f"charges/{new_id()}/payments")
        assert answer.status_code == 401

    async def test_the_gates_before_payment_apply(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        for person, code in (
            (candidate(verified=False), "user.unverified"),
            (candidate(identified=False), "identification.required"),
            (candidate(image=False), "picture.required"),
        ):
            answer = await client.post(f"charges/{new_id()}/payments", headers=person.headers)
            assert (answer.status_code, answer.json()["code"]) == (403, code)

    async def test_who_is_not_approved_and_has_not_paid_can_pay(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = actor("organization", approved=False, paid=False, organization_id=new_id())
        charge = await owe(service, person)
        assert await start(client, person, charge)

    async def test_somebody_else_s_charge_is_404(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        charge = await owe(service, candidate())
        admin = actor("admin", roles=["super-admin"])
        for person in (candidate(), admin):
            answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
            assert answer.status_code == 404

    @pytest.mark.parametrize(
        ("status", "code"),
        [
            ("paid", "charge.already_paid"),
            ("partly_refunded", "charge.already_paid"),
            ("refunded", "charge.closed"),
            ("cancelled", "charge.closed"),
            ("expired", "charge.closed"),
        ],
    )
    async def test_a_charge_that_is_not_open_is_409(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, status: str, code: str
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await execute(service, "UPDATE charges SET status = :status", status=status)
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert await list_rows(service, Payment) == []

    async def test_a_charge_past_its_due_time_is_409_before_the_sweep_closes_it(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate()
        charge = await owe(service, person, due_at=now() - timedelta(seconds=1))
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert answer.json()["code"] == "charge.closed"


@pytest.mark.usefixtures("impatient")
class TestProviderUnavailable:
    @pytest.mark.parametrize(
        "fault",
        [
            {"kind": "error", "status": 500},
            {"kind": "error", "status": 401},
            {"kind": "error", "status": 406},
            {"kind": "hang", "delay_ms": 10_000},
            {"kind": "lost_answer", "delay_ms": 10_000},
        ],
    )
    async def test_is_503_and_the_attempt_is_stored_as_failed(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        fault: dict[str, object],
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await sandbox.http.post("/sandbox/faults", json={"call": "intention", **fault})
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert answer.status_code == 503
        assert answer.json()["code"] == "payment_provider.unavailable"
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.FAILED
        assert payment.failure_code == "provider_unavailable"
        assert payment.failure_reason

        assert await start(client, person, charge)
        assert [p.number for p in await list_rows(service, Payment)] == [1, 2]


class _CrashError(Exception):
    """Simulates a crash of the process."""


class TestCrash:
    async def test_before_the_call_the_next_request_starts_a_new_attempt(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)

        async def die(*_: object) -> None:
            raise _CrashError

        with monkeypatch.context() as patch:
            patch.setattr(checkout, "_open_page", die)
            answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
            assert answer.status_code == 500
        assert (await the_payment(service)).status is PaymentStatus.CREATED
        await execute(service, "UPDATE payments SET created_at = now() - interval '1 minute'")
        assert await start(client, person, charge)
        assert [p.failure_code for p in await list_rows(service, Payment)] == ["abandoned", None]

    async def test_a_request_right_after_it_is_409(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)

        async def die(*_: object) -> None:
            raise _CrashError

        with monkeypatch.context() as patch:
            patch.setattr(checkout, "_open_page", die)
            await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        monkeypatch.setattr(checkout, "WAIT_SECONDS", 0.3)
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "payment.in_progress",
        )

    async def _die_after_the_call(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: MonkeyPatch,
    ) -> tuple[Intention, object]:
        person = candidate()
        charge = await owe(service, person)
        made: list[Intention] = []

        async def die(_: object, __: object, intention: Intention) -> None:
            made.append(intention)
            raise _CrashError

        with monkeypatch.context() as patch:
            patch.setattr(checkout, "_store", die)
            answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
            assert answer.status_code == 500
        assert (await the_payment(service)).order_id is None
        return made[0], charge.subject_id

    async def test_after_the_call_the_payment_is_found_by_inquiry(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        intention, subject_id = await self._die_after_the_call(service, client, monkeypatch)
        await sandbox.behave(loss=1)
        await sandbox.pay_intention(intention.id)
        await inquire_all(service)
        assert (await get_charge(service, subject_id)).status is ChargeStatus.PAID  # type: ignore[arg-type]
        assert (await the_payment(service)).order_id == intention.order_id

    async def test_a_webhook_of_the_unknown_order_waits_for_the_inquiry(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        intention, subject_id = await self._die_after_the_call(service, client, monkeypatch)
        await sandbox.pay_intention(intention.id)
        await sandbox.delivered()
        (callback,) = await callbacks_of(service)
        assert (callback.outcome, callback.processed_at) == ("unmatched", None)
        await inquire_all(service)
        (callback,) = await callbacks_of(service)
        assert callback.outcome == "paid"
        assert (await get_charge(service, subject_id)).status is ChargeStatus.PAID  # type: ignore[arg-type]
        assert len(await service.published(ChargePaid)) == 1

    async def test_after_storing_a_webhook_another_copy_settles_by_it(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)

        async def die(*_: object) -> None:
            # Not caught by error handling: the transaction ends with its process.
            raise asyncio.CancelledError

        with monkeypatch.context() as patch:
            patch.setattr("payments.settlement.tasks.process_callback", die)
            await sandbox.pay(started["checkout_url"])
            with pytest.raises(asyncio.CancelledError):
                await sandbox.delivered()
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await settle_callbacks(service.context) == 1
        assert await settle_callbacks(service.context) == 0
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
