"""Reviewers accept money under review for a charge."""

import asyncio
from typing import Any

import httpx
from contracts.audit import PaymentsAuditRecorded
from contracts.enrollment import ChargeCancelled
from contracts.payments import ChargePaid, ChargeStatus
from kit.database.db import new_id
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund
from payments.transfers.models import BankCredit

from services.payments.tests.factories import (
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    build_request,
    candidate,
    execute,
    get_charge,
    inquire_all,
    list_rows,
    owe,
    refund,
    start,
    the_payment,
)


def reviewer() -> Actor:
    return actor("admin", permissions=["review-payments", "view-payments", "reconcile-payments"])


async def create_payment_under_review(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox, **lie: object
) -> tuple[Actor, Charge, Payment]:
    """Create a charge whose payment differs from what was requested."""
    await sandbox.behave(**lie)
    person = candidate()
    charge = await owe(service, person)
    started = await start(client, person, charge)
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered()
    return person, charge, await the_payment(service)


async def acceptable(client: httpx.AsyncClient, payment: Payment) -> list[str]:
    answer = await client.get(
        f"payments/{payment.id}/acceptable-charges", headers=reviewer().headers
    )
    assert answer.status_code == 200, answer.text
    return [each["reference"] for each in answer.json()]


async def accept(
    client: httpx.AsyncClient, payment: Payment, charge: Charge, one: Actor | None = None
) -> httpx.Response:
    return await client.post(
        f"payments/{payment.id}/accept",
        json={"charge_id": str(charge.id), "reason": "The bank confirms it"},
        headers=(one or reviewer()).headers,
    )


async def steps_of(client: httpx.AsyncClient, person: Actor, charge: Charge) -> list[Any]:
    answer = await client.get(f"charges/{charge.id}/timeline", headers=person.headers)
    return [(each["step"], each["code"]) for each in answer.json()["entries"]]


class TestAccept:
    async def test_pays_the_charge_once_whoever_presses_at_once(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_integration_id=1
        )
        assert await acceptable(client, payment) == [charge.reference]
        answers = await asyncio.gather(*(accept(client, payment, charge) for _ in range(4)))
        assert [answer.status_code for answer in answers] == [204] * 4
        (paid,) = await service.published(ChargePaid)
        assert (paid.charge_id, paid.late) == (charge.id, False)
        (audited,) = await service.published(PaymentsAuditRecorded)
        assert (audited.noun, audited.after["note"]) == ("payment", "The bank confirms it")
        settled = await the_payment(service)
        assert (settled.status, settled.completed_at is not None) == (PaymentStatus.SUCCEEDED, True)
        steps = [step for step, _ in await steps_of(client, person, charge)]
        assert steps == ["opened", "page_opened", "under_review", "paid"]
        # Later reports from the provider change nothing.
        await execute(service, "UPDATE payments SET next_inquiry_at = now()")
        await inquire_all(service)
        assert await list_rows(service, Refund) == []
        assert await service.broken() == {}
        assert (await accept(client, payment, charge)).status_code == 204
        assert await acceptable(client, payment) == []

    async def test_or_refunds_never_both(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_integration_id=1
        )
        accepted, returned = await asyncio.gather(
            accept(client, payment, charge), refund(client, payment.id, reviewer(), in_review=True)
        )
        won = (accepted.status_code == 204, returned.status_code == 202)
        assert won in ((True, False), (False, True))
        refunds, paid = await list_rows(service, Refund), await service.published(ChargePaid)
        assert (len(paid), len(refunds)) == ((1, 0) if won[0] else (0, 1))
        if not won[0]:
            assert accepted.json()["code"] == "payment.not_acceptable"
            assert await acceptable(client, payment) == []

    async def test_of_a_closed_charge_is_late_unless_there_is_a_newer_one(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_integration_id=1
        )
        await execute(service, "UPDATE charges SET due_at = now()")
        assert await service.sweep("expire_charges") == 0, "its money has come"
        await service.deliver(ChargeCancelled(purpose=charge.purpose, subject_id=charge.subject_id))
        assert await acceptable(client, payment) == [charge.reference]
        newer = build_request(person, subject_id=charge.subject_id, amount_minor=PRICE + 1)
        await service.deliver(newer, sequence=2)
        assert await acceptable(client, payment) == []
        refused = await accept(client, payment, charge)
        assert (refused.status_code, refused.json()["code"]) == (409, "payment.not_acceptable")
        await execute(service, "UPDATE charges SET status = 'cancelled' WHERE status = 'open'")
        assert (await accept(client, payment, charge)).status_code == 204
        (paid,) = await service.published(ChargePaid)
        assert (paid.charge_id, paid.late) == (charge.id, True)

    async def test_for_another_charge_of_the_payer_leaves_the_first_to_be_paid(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_amount_cents=70_000
        )
        assert await acceptable(client, payment) == []
        # A failed refund and the transfer's credit move along with it.
        failed = (
            await refund(client, payment.id, reviewer(), in_review=True, amount_minor=1)
        ).json()
        await execute(service, "UPDATE refunds SET status = 'failed'")
        stranger = candidate()
        for one, amount in ((person, 70_000), (person, 70_001), (stranger, 70_000)):
            await service.deliver(build_profile(one, paid=True))
            await service.deliver(build_request(one, subject_id=new_id(), amount_minor=amount))
        other, more, foreign = (await list_rows(service, Charge))[1:]
        assert await acceptable(client, payment) == [other.reference]
        for wrong in (charge, more, foreign):
            refused = await accept(client, payment, wrong)
            assert refused.json()["code"] == "payment.not_acceptable"
        assert (await accept(client, payment, other)).status_code == 204
        decided = await accept(client, payment, charge)
        assert (decided.status_code, decided.json()["code"]) == (409, "payment.not_under_review")
        assert (await get_charge(service, other.subject_id)).status is ChargeStatus.PAID
        assert (await get_charge(service, charge.subject_id)).status is ChargeStatus.OPEN
        (moved,) = await list_rows(service, Refund)
        assert (str(moved.id), moved.charge_id) == (failed["id"], other.id)
        assert ("moved", other.reference) in await steps_of(client, person, charge)
        assert (await steps_of(client, person, other))[-1][0] == "paid"
        assert await start(client, person, charge)
        assert await service.broken() == {}

    async def test_of_money_in_another_currency_or_only_promised_is_refused(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_currency="EGP"
        )
        for reason in ("currency", "authorised_only"):
            await execute(service, "UPDATE payments SET review_reason = :reason", reason=reason)
            assert await acceptable(client, payment) == []
            assert (await accept(client, payment, charge)).status_code == 409

    async def test_is_for_those_who_review(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        _, charge, payment = await create_payment_under_review(
            service, client, sandbox, report_integration_id=1
        )
        refunder = actor("admin", permissions=["view-payments", "refund-payments"])
        assert (await accept(client, payment, charge, refunder)).status_code == 403
        unknown = await client.post(
            f"payments/{new_id()}/accept",
            json={"charge_id": str(charge.id), "reason": "x"},
            headers=reviewer().headers,
        )
        assert unknown.status_code == 404
        assert await list_rows(service, BankCredit) == []
