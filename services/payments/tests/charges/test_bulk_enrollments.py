"""One charge of an organization for many people."""

from datetime import timedelta

import httpx
import pytest
from contracts.enrollment import ChargeLine, ChargeRequested, RefundRequested
from contracts.payments import ChargePaid, ChargePurpose, ChargeStatus
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, actor
from payments.charges.models import Charge
from payments.payments.models import Payment, PaymentStatus
from payments.refunds.models import Refund

from services.payments.tests.factories import (
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    build_request,
    get_charge,
    list_rows,
    now,
    send_refunds,
    start,
    the_payment,
)

SEAT, FEE = 50_000, 11_500
LINES = (
    ChargeLine(
        title_en="Forklifts", title_ar="الرافعات", code="FLT-1", quantity=3, unit_minor=SEAT
    ),
    ChargeLine(title_en="Fees", title_ar="رسوم", quantity=2, unit_minor=FEE),
)
TOTAL = 3 * SEAT + 2 * FEE


def bulk_of(person: Actor, **changes: object) -> ChargeRequested:
    assert person.profile
    values: dict[str, object] = {
        "purpose": ChargePurpose.BULK_ENROLLMENT,
        "organization_id": person.profile.organization_id,
        "amount_minor": TOTAL,
        "lines": LINES,
        "purchase_order": "PO-7",
    }
    return build_request(person, **values | changes)


async def test_an_organization_s_charge(
    service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    organization_id = new_id()
    owner, colleague = [
        actor(kind, organization_id=organization_id) for kind in ("organization", "staff")
    ]
    await service.deliver(build_profile(colleague, paid=True))
    request = bulk_of(owner)
    await service.deliver(request)
    charge = await get_charge(service, request.subject_id)

    # All members of the organization can see and pay it, members of others cannot.
    shown = (await client.get(f"charges/{charge.id}", headers=colleague.headers)).json()
    assert [(each["code"], each["quantity"]) for each in shown["lines"]] == [("FLT-1", 3), ("", 2)]
    assert (shown["purchase_order"], shown["amount_minor"]) == ("PO-7", TOTAL)
    others = [
        actor("staff", organization_id=new_id()),
        actor("staff", organization_id=organization_id, approved=False),
        actor("candidate"),
    ]
    for other in others:
        assert (await client.get(f"charges/{charge.id}", headers=other.headers)).status_code == 404
        answer = await client.post(f"charges/{charge.id}/payments", headers=other.headers)
        assert answer.status_code in (403, 404)
    listed = (await client.get("charges", headers=owner.headers)).json()["data"]
    assert [each["id"] for each in listed] == [str(charge.id)]

    started = await start(client, colleague, charge)
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered()
    assert [each.amount_minor for each in await service.published(ChargePaid)] == [TOTAL]
    payment = await the_payment(service)
    detail = (await client.get(f"payments/{payment.id}", headers=owner.headers)).json()
    assert (detail["purchase_order"], len(detail["lines"])) == ("PO-7", 2)

    # Each person's part is refunded once, even for repeated messages, and never more than was paid.
    people = [new_id() for _ in range(3)]
    for person, amount in zip(
        [*people[:2], people[0], people[2]], (SEAT, SEAT, SEAT, TOTAL), strict=True
    ):
        await service.deliver(
            event(RefundRequested, charge_id=charge.id, amount_minor=amount, subject_id=person)
        )
    refunds: list[Refund] = await list_rows(service, Refund)
    assert [(each.enrollment_id, each.amount_minor) for each in refunds] == [
        (people[0], SEAT),
        (people[1], SEAT),
        (people[2], TOTAL - 2 * SEAT),
    ]
    assert await send_refunds(service) == 3
    settled = await get_charge(service, request.subject_id)
    assert (settled.status, settled.refunded_minor) == (ChargeStatus.REFUNDED, TOTAL)


async def test_lines_come_to_the_amount_whenever_they_change(service: PaymentsUnderTest) -> None:
    person = actor("organization", organization_id=new_id())
    request = bulk_of(person, due_at=now())
    with pytest.raises(ValueError, match="lines of"):
        await service.deliver(request.model_copy(update={"amount_minor": TOTAL - 1}))
    assert await list_rows(service, Charge) == []
    await service.deliver(request)
    fewer = {"amount_minor": 3 * SEAT, "lines": LINES[:1]}
    await service.deliver(request.model_copy(update=fewer), sequence=2)
    charge = await get_charge(service, request.subject_id)
    assert (charge.amount_minor, len(charge.lines)) == (3 * SEAT, 1)
    # During a payment both amounts stay unchanged.
    async with service.database.transaction() as session:
        session.add(
            Payment(
                charge_id=charge.id,
                number=1,
                status=PaymentStatus.REDIRECTED,
                amount_minor=3 * SEAT,
                currency="SAR",
                integration_id=1,
                special_reference="one",
                expires_at=now() + timedelta(hours=1),
            )
        )
    await service.deliver(request, sequence=3)
    charge = await get_charge(service, request.subject_id)
    assert (charge.amount_minor, len(charge.lines)) == (3 * SEAT, 1)
