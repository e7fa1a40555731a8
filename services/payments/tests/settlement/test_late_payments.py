"""Payments that arrive after the charge was closed or settled."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from contracts.enrollment import ChargeCancelled, ChargeExpiryRequested
from contracts.payments import (
    ChargeAbsent,
    ChargeClosed,
    ChargePaid,
    ChargePurpose,
    ChargeRefunded,
    ChargeStatus,
    RefundReason,
)
from kit.testing import Actor
from payments.charges.models import Charge
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund, RefundStatus
from payments.settlement.models import InquiryOutcome
from pytest import MonkeyPatch

from deploy.sandboxes.paymob.acquirer import Acquirer
from services.payments.tests.factories import (
    POOR,
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    build_request,
    callbacks_of,
    candidate,
    execute,
    fees,
    get_charge,
    list_rows,
    now,
    owe,
    refund,
    send_refunds,
    start,
    the_payment,
    the_refund,
)

INQUIRED = """
    INSERT INTO inquiries (id, payment_id, outcome, times, first_at, last_at)
    SELECT gen_random_uuid(), id, :outcome, 1, now(), now() FROM payments
"""
VISA = "4111111111111111"


async def expire(service: PaymentsUnderTest, charge: Charge) -> None:
    await execute(
        service,
        "UPDATE charges SET due_at = :at WHERE id = :id",
        at=now() - timedelta(seconds=1),
        id=charge.id,
    )
    # After the page closed, the provider reported an unfinished payment.
    await execute(service, "UPDATE payments SET expires_at = now()")
    await execute(service, INQUIRED, outcome=InquiryOutcome.PENDING)
    assert await service.sweep("expire_charges") == 1
    assert await service.sweep("expire_charges") == 0


def expiry_of(charge: Charge) -> ChargeExpiryRequested:
    return ChargeExpiryRequested(purpose=charge.purpose, subject_id=charge.subject_id)


class TestExpiryRequest:
    async def test_closes_an_unpaid_charge_and_answers(self, service: PaymentsUnderTest) -> None:
        charge = await owe(service, candidate())
        await service.deliver(expiry_of(charge))
        assert await service.sweep("expire_charges") == 1
        (closed,) = await service.published(ChargeClosed)
        assert (closed.subject_id, closed.status) == (charge.subject_id, "expired")
        # The answer was lost.
        await service.deliver(expiry_of(charge))
        assert len(await service.published(ChargeClosed)) == 2

    async def test_of_a_paid_charge_is_answered_by_the_payment(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        await service.deliver(expiry_of(charge))
        assert await service.sweep("expire_charges") == 0
        assert [paid.charge_id for paid in await service.published(ChargePaid)] == [charge.id] * 2
        assert await service.published(ChargeClosed) == []

    async def test_of_what_was_never_charged_is_answered_and_never_charged_later(
        self, service: PaymentsUnderTest
    ) -> None:
        asked = build_request(candidate())
        expiry = ChargeExpiryRequested(purpose=asked.purpose, subject_id=asked.subject_id)
        await service.deliver(expiry)
        (absent,) = await service.published(ChargeAbsent)
        assert absent.subject_id == asked.subject_id
        await service.deliver(asked)
        assert await list_rows(service, Charge) == []

    @pytest.mark.parametrize("outcome", [None, InquiryOutcome.UNREACHABLE])
    async def test_waits_for_the_provider_to_answer_about_an_attempt(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        outcome: InquiryOutcome | None,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await start(client, person, charge)
        await service.deliver(expiry_of(charge))
        await execute(service, "UPDATE payments SET expires_at = now()")
        if outcome is not None:
            await execute(service, INQUIRED, outcome=outcome)
        assert await service.sweep("expire_charges") == 0
        answer = await client.get(f"charges/{charge.id}/ways", headers=person.headers)
        assert answer.json() == [], "it can be paid no more"
        await execute(service, INQUIRED, outcome=InquiryOutcome.PENDING)
        assert await service.sweep("expire_charges") == 1
        assert len(await service.published(ChargeClosed)) == 1


class TestExpiry:
    async def test_closes_the_charge_and_its_attempt(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await start(client, person, charge)
        await expire(service, charge)
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.EXPIRED
        payment = await the_payment(service)
        assert (payment.status, payment.failure_code) == (PaymentStatus.FAILED, "charge_expired")
        (closed,) = await service.published(ChargeClosed)
        assert closed.status == "expired"

    async def test_a_charge_without_a_due_time_stays(self, service: PaymentsUnderTest) -> None:
        person = candidate()
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        assert await service.sweep("expire_charges") == 0


class TestLateSuccess:
    @pytest.mark.parametrize("end", ["expired", "cancelled"])
    async def test_of_an_enrollment_is_published_as_late(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        end: str,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        if end == "expired":
            await expire(service, charge)
        else:
            event = ChargeCancelled(purpose=ChargePurpose.ENROLLMENT, subject_id=charge.subject_id)
            await service.deliver(event, sequence=2)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.PAID
        (paid,) = await service.published(ChargePaid)
        assert paid.late is True
        assert (await callbacks_of(service))[-1].outcome == "paid late"
        assert await list_rows(service, Refund) == []

    async def test_is_refunded_when_the_subject_has_a_newer_charge(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await expire(service, charge)
        again = build_request(person, subject_id=charge.subject_id)
        await service.deliver(again, sequence=5)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        back = await the_refund(service)
        assert back.reason is RefundReason.NOTHING_OWED
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        assert await service.published(ChargePaid) == []
        assert await service.published(ChargeRefunded) == []

    async def test_of_a_registration_that_is_paid_already_is_refunded(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate(paid=False)
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        charge = await get_charge(service, person.profile_id)
        started = await start(client, person, charge)
        await service.deliver(build_profile(person, paid=True), sequence=2)
        assert (await get_charge(service, person.profile_id)).status is ChargeStatus.CANCELLED
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered()
        assert (await the_refund(service)).reason is RefundReason.NOTHING_OWED


class TestSecondSuccess:
    async def _pay_twice(
        self, client: httpx.AsyncClient, sandbox: Sandbox, person: Actor, charge: Charge
    ) -> None:
        first = await start(client, person, charge)
        await sandbox.pay(first["checkout_url"], POOR)
        await sandbox.delivered(1)
        second = await start(client, person, charge)
        await sandbox.pay(second["checkout_url"])
        await sandbox.delivered(2)
        await sandbox.pay(first["checkout_url"])
        await sandbox.delivered(3)

    async def test_is_refunded_automatically_and_the_charge_stays_paid(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        await self._pay_twice(client, sandbox, person, charge)
        first, second = await list_rows(service, Payment)
        assert (first.status, second.status) == (PaymentStatus.SUCCEEDED,) * 2
        back = await the_refund(service)
        assert (back.payment_id, back.reason) == (first.id, RefundReason.PAID_TWICE)
        await send_refunds(service)
        settled = await get_charge(service, charge.subject_id)
        assert (settled.status, settled.refunded_minor) == (ChargeStatus.PAID, 0)
        assert settled.payment_id == second.id
        first, _ = await list_rows(service, Payment)
        assert first.refunded_minor == first.amount_minor
        assert len(await service.published(ChargePaid)) == 1
        assert await service.published(ChargeRefunded) == []

    async def test_by_another_card_on_the_same_page_is_refunded(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
    ) -> None:
        """The provider accepts one payment per order; a second one would be refunded."""
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        first = await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(1)
        monkeypatch.setattr(Acquirer, "find_payment", lambda *_: None)
        second = await sandbox.pay(started["checkout_url"], VISA)
        await sandbox.delivered(2)
        payment = await the_payment(service)
        assert (payment.transaction_id, payment.card_brand) == (int(first["id"]), "MasterCard")
        back = await the_refund(service)
        assert (back.transaction_id, back.reason) == (int(second["id"]), RefundReason.PAID_TWICE)
        await send_refunds(service)
        assert (await the_refund(service)).status is RefundStatus.DONE
        assert (await the_payment(service)).refunded_minor == 0
        settled = await get_charge(service, charge.subject_id)
        assert (settled.status, settled.refunded_minor) == (ChargeStatus.PAID, 0)
        assert len(await service.published(ChargePaid)) == 1

    @pytest.mark.parametrize(
        ("amount", "status"),
        [(PRICE, ChargeStatus.REFUNDED), (400, ChargeStatus.PARTLY_REFUNDED)],
    )
    async def test_for_a_charge_that_was_refunded_goes_back_too(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        amount: int,
        status: ChargeStatus,
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        first = await start(client, person, charge)
        await sandbox.pay(first["checkout_url"], POOR)
        await sandbox.delivered(1)
        second = await start(client, person, charge)
        await sandbox.pay(second["checkout_url"])
        await sandbox.delivered(2)
        await refund(client, UUID(second["payment_id"]), amount_minor=amount)
        await send_refunds(service)
        assert (await get_charge(service, charge.subject_id)).status is status

        before = len(await sandbox.callbacks())
        await sandbox.pay(first["checkout_url"])
        await sandbox.delivered(before + 1)
        await send_refunds(service)
        refunds = {r.reason: r for r in await list_rows(service, Refund)}
        assert set(refunds) == {RefundReason.ADMIN, RefundReason.PAID_TWICE}
        back = refunds[RefundReason.PAID_TWICE]
        assert (str(back.payment_id), back.amount_minor) == (first["payment_id"], PRICE)
        assert back.status is RefundStatus.DONE
        settled = await get_charge(service, charge.subject_id)
        assert (settled.status, settled.refunded_minor) == (status, amount)
        assert len(await service.published(ChargePaid)) == 1
        assert len(await service.published(ChargeRefunded)) == 1

    async def test_another_live_attempt_of_a_paid_charge_fails(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        first = await start(client, person, charge)
        await sandbox.pay(first["checkout_url"], POOR)
        await sandbox.delivered(1)
        await start(client, person, charge)
        await sandbox.pay(first["checkout_url"])
        await sandbox.delivered(2)
        _, second = await list_rows(service, Payment)
        assert (second.status, second.failure_code) == (PaymentStatus.FAILED, "charge_paid")
