"""Payments: success, decline, and all failures of webhooks."""

from datetime import timedelta

import httpx
import pytest
from contracts.payments import ChargePaid, ChargeStatus, PaymentUnderReview
from kit.testing import eventually
from payments.payments.models import PaymentStatus
from payments.settlement.inquiries.service import inquire_now
from payments.settlement.tasks import _claim

from services.payments.tests.factories import (
    PENDING,
    POOR,
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    callbacks_of,
    candidate,
    execute,
    get_charge,
    inquire_all,
    now,
    owe,
    start,
    the_payment,
)


class TestSuccess:
    async def test_the_webhook_settles_the_charge(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.SUCCEEDED
        assert (payment.card_brand, payment.card_last4) == ("MasterCard", "2346")
        assert payment.next_inquiry_at is None
        settled = await get_charge(service, charge.subject_id)
        assert settled.status is ChargeStatus.PAID
        assert settled.payment_id == payment.id
        (event,) = await service.published(ChargePaid)
        assert (event.charge_id, event.amount_minor, event.late) == (charge.id, PRICE, False)

    async def test_a_decline_and_then_a_success_on_the_same_page(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.FAILED
        assert payment.failure_reason == "Insufficient funds"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(2)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.SUCCEEDED
        assert payment.failure_code is None
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_decline_and_then_a_success_on_a_new_page(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        first = await start(client, person, charge)
        await sandbox.pay(first["checkout_url"], POOR)
        await sandbox.delivered(1)
        second = await start(client, person, charge)
        assert second["payment_id"] != first["payment_id"]
        await sandbox.pay(second["checkout_url"])
        await sandbox.delivered(2)
        assert len({i["special_reference"] for i in await sandbox.intentions()}) == 2
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_pending_payment_settles_when_it_ends(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        params = await sandbox.pay(started["checkout_url"], PENDING)
        await inquire_all(service)
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        await sandbox.http.post(f"/sandbox/transactions/{params['id']}/settle", json={})
        await sandbox.delivered()
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID


class TestUnreliableWebhooks:
    async def test_copies_settle_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(copies=8)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])

        async def all_answered() -> bool:
            return [len(c["answers"]) for c in await sandbox.callbacks()] == [8]

        await eventually(all_answered)
        await sandbox.heard()
        assert {tuple(c["answers"]) for c in await sandbox.callbacks()} == {(200,) * 8}
        assert len(await service.published(ChargePaid)) == 1
        assert len(await callbacks_of(service)) == 1

    @pytest.mark.parametrize("order", ["sent", "reversed"])
    async def test_a_decline_that_arrives_after_the_success_changes_nothing(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        order: str,
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.pay(started["checkout_url"])
        await sandbox.release(order)
        assert (await the_payment(service)).status is PaymentStatus.SUCCEEDED
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID

    async def test_a_lost_webhook_is_replaced_by_an_inquiry(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        assert (await the_payment(service)).status is PaymentStatus.REDIRECTED
        assert await inquire_all(service) == 1
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        assert len(await service.published(ChargePaid)) == 1

    async def test_a_webhook_after_the_inquiry_changes_nothing(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(hold=True)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await inquire_all(service)
        before = await get_charge(service, charge.subject_id)
        await sandbox.release("sent")
        assert [c["answers"] for c in await sandbox.callbacks()] == [[200]]
        assert (await get_charge(service, charge.subject_id)).version == before.version

    async def test_an_inquiry_that_fails_is_repeated(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(loss=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.fail("inquiry", status=502)
        await inquire_all(service)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.REDIRECTED
        assert payment.next_inquiry_at is not None
        await inquire_all(service)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID


class TestMismatch:
    @pytest.mark.parametrize(
        ("lie", "reason"),
        [
            ({"report_amount_cents": PRICE - 1}, "amount"),
            ({"report_currency": "EGP"}, "currency"),
            ({"report_integration_id": 1}, "integration"),
        ],
    )
    async def test_money_that_differs_is_put_under_review_and_settles_nothing(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        lie: dict[str, object],
        reason: str,
    ) -> None:
        await sandbox.behave(**lie)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.UNDER_REVIEW
        assert payment.review_reason == reason
        assert await service.measured("itqan_payments_under_review") == 1
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await service.published(ChargePaid) == []
        (review,) = await service.published(PaymentUnderReview)
        assert (review.expected_minor, review.reason) == (PRICE, reason)

    async def test_a_charge_with_a_payment_under_review_cannot_be_paid_again(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        await sandbox.behave(report_amount_cents=1)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        answer = await client.post(f"charges/{charge.id}/payments", headers=person.headers)
        assert answer.status_code == 409
        assert answer.json()["code"] == "payment.under_review"


class TestExpiredAttempt:
    async def test_an_attempt_expires_with_its_page(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await start(client, person, charge)
        await execute(
            service, "UPDATE payments SET expires_at = :at", at=now() - timedelta(minutes=1)
        )
        await inquire_all(service)
        payment = await the_payment(service)
        assert payment.status is PaymentStatus.FAILED
        assert payment.failure_code == "expired"
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN

    async def test_inquiries_begin_anew_when_the_payer_is_there(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await start(client, person, charge)
        await execute(
            service,
            "UPDATE payments SET inquiries = 5, next_inquiry_at = now() + interval '30 minutes',"
            " inquired_at = now() - interval '5 minutes', expires_at = now() + interval '1 hour'",
        )
        # Reopen the page that is still open.
        await start(client, person, charge)
        payment = await the_payment(service)
        assert payment.next_inquiry_at and payment.next_inquiry_at <= now() + timedelta(minutes=1)
        await execute(service, "UPDATE payments SET inquiries = 5")
        # Return from it before the provider has decided.
        await inquire_now(service.context, payment.id)
        payment = await the_payment(service)
        assert payment.next_inquiry_at and payment.next_inquiry_at <= now() + timedelta(minutes=1)

    async def test_an_inquiry_of_a_copy_that_died_is_made_by_another_within_a_minute(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        await start(client, person, await owe(service, person))
        await execute(
            service,
            "UPDATE payments SET inquiries = 9, next_inquiry_at = now(),"
            " expires_at = now() - interval '10 hours'",
        )
        async with service.database.transaction() as session:
            assert len(await _claim(session)) == 1
        payment = await the_payment(service)
        assert payment.next_inquiry_at and payment.next_inquiry_at <= now() + timedelta(minutes=1)
        # After closing, inquiries become less frequent.
        await inquire_all(service)
        payment = await the_payment(service)
        assert payment.next_inquiry_at and payment.next_inquiry_at > now() + timedelta(hours=1)

    async def test_an_attempt_whose_page_is_open_is_asked_about_every_two_minutes(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        await start(client, person, await owe(service, person))
        for _ in range(5):
            assert await inquire_all(service) == 1
            payment = await the_payment(service)
            assert payment.next_inquiry_at
            assert payment.next_inquiry_at <= now() + timedelta(minutes=2)
        # After closing, inquiries become less frequent.
        await execute(service, "UPDATE payments SET expires_at = now() - interval '1 minute'")
        waits = []
        for _ in range(3):
            await inquire_all(service)
            payment = await the_payment(service)
            assert payment.next_inquiry_at
            waits.append(round((payment.next_inquiry_at - now()) / timedelta(minutes=1)))
        assert waits == [4, 8, 16]

    async def test_inquiries_about_an_abandoned_attempt_end_after_a_day(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        await start(client, person, await owe(service, person))
        await execute(
            service, "UPDATE payments SET expires_at = :at", at=now() - timedelta(hours=25)
        )
        await inquire_all(service)
        assert (await the_payment(service)).next_inquiry_at is None
