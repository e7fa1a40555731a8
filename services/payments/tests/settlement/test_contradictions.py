"""A provider that contradicts itself or has a wrong clock."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from contracts.payments import ChargePaid, ChargeStatus, PaymentUnderReview
from payments.payments.models import PaymentStatus
from payments.refunds.models import RefundMethod, RefundStatus
from pytest import MonkeyPatch

from deploy.sandboxes.paymob import acquirer, api
from deploy.sandboxes.paymob.payloads import transaction_body
from services.payments.tests.factories import (
    GOOD,
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
    refund,
    send_refunds,
    start,
    the_payment,
    the_refund,
)

RIGHT = {"amount_cents": PRICE, "success": True}


class TestInquiry:
    """An inquiry's answer contradicts the callback of the same transaction."""

    @pytest.mark.parametrize(
        ("card", "called_back", "answered", "status", "charged"),
        [
            # Not a declined card: the answer reports a payment.
            (POOR, {}, {"success": True}, PaymentStatus.SUCCEEDED, ChargeStatus.PAID),
            # A settled payment stays settled.
            (GOOD, {}, {"success": False}, PaymentStatus.SUCCEEDED, ChargeStatus.PAID),
            (GOOD, {}, {"amount_cents": 1}, PaymentStatus.SUCCEEDED, ChargeStatus.PAID),
            # A payment under review stays so until a reviewer decides.
            (GOOD, {"report_amount_cents": 1}, RIGHT, PaymentStatus.UNDER_REVIEW, None),
        ],
        ids=["paid after all", "declined after all", "another amount", "the right amount"],
    )
    async def test_takes_back_nothing_that_has_settled(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        sandbox: Sandbox,
        monkeypatch: MonkeyPatch,
        card: str,
        called_back: dict[str, object],
        answered: dict[str, object],
        status: PaymentStatus,
        charged: ChargeStatus | None,
    ) -> None:
        await sandbox.behave(**called_back)
        person = candidate()
        charge = await owe(service, person)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], card)
        await sandbox.delivered()

        def body(*of: Any) -> dict[str, Any]:
            return transaction_body(*of) | answered

        monkeypatch.setattr(api, "transaction_body", body)
        await execute(service, "UPDATE payments SET next_inquiry_at = now()")
        assert await inquire_all(service) == 1
        payment = await the_payment(service)
        assert (payment.status, payment.next_inquiry_at) == (status, None)
        settled = (await get_charge(service, charge.subject_id)).status
        assert settled is (charged or ChargeStatus.OPEN)
        assert len(await service.published(ChargePaid)) == (charged is not None)
        assert len(await service.published(PaymentUnderReview)) == (charged is None)
        # Each state of a transaction is stored and counts once.
        said = 2 if "success" in answered and answered is not RIGHT else 1
        assert len(await callbacks_of(service)) == said


@pytest.mark.parametrize("days", [-1, 1])
async def test_a_clock_that_is_a_day_off_settles_and_refunds(
    service: PaymentsUnderTest,
    client: httpx.AsyncClient,
    sandbox: Sandbox,
    monkeypatch: MonkeyPatch,
    days: int,
) -> None:
    def elsewhere() -> str:
        return (datetime.now(acquirer.RIYADH) + timedelta(days=days)).isoformat()

    monkeypatch.setattr(acquirer, "now_text", elsewhere)
    person = candidate()
    charge = await owe(service, person)
    started = await start(client, person, charge)
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered()
    paid = await get_charge(service, charge.subject_id)
    assert paid.status is ChargeStatus.PAID
    assert paid.paid_at is not None
    assert abs(paid.paid_at - now()) < timedelta(hours=1), "our clock counts"

    answer = await refund(client, (await the_payment(service)).id)
    assert answer.json()["method"] == RefundMethod.VOID
    await send_refunds(service)
    # On the provider's next day a void is no longer possible.
    done = await the_refund(service)
    assert (done.status, done.method) == (RefundStatus.DONE, RefundMethod.REFUND)
    assert (await get_charge(service, charge.subject_id)).refunded_minor == PRICE
