"""One receipt per charge and one credit note per refund, numbered without gaps despite failures."""

import asyncio

import httpx
import pytest
from contracts.payments import ChargePurpose, ChargeStatus
from kit.database.db import new_id
from kit.testing import actor
from payments.charges.models import Charge
from payments.documents import service as documents
from payments.documents.models import Document
from payments.documents.service import issue_credit_notes, issue_receipts

from services.payments.tests.factories import (
    Pay,
    PaymentsUnderTest,
    candidate,
    execute,
    list_rows,
    now,
    owe,
    refund,
    send_refunds,
)


class Failed(Exception):
    pass


async def issue(service: PaymentsUnderTest, *, fails: bool = False) -> int:
    async with service.database.transaction() as session:
        count = await issue_receipts(session) + await issue_credit_notes(session)
        if fails:
            raise Failed
    return count


async def paid_charges(service: PaymentsUnderTest, count: int) -> None:
    async with service.database.transaction() as session:
        session.add_all(_paid(number) for number in range(count))


def _paid(number: int) -> Charge:
    return Charge(
        reference=f"ITQ-2026-9{number:05d}",
        purpose=ChargePurpose.ENROLLMENT,
        subject_id=new_id(),
        payer_profile_id=new_id(),
        payer_user_id=new_id(),
        amount_minor=100,
        currency="SAR",
        title_en="Forklift operation",
        title_ar="تشغيل الرافعة الشوكية",
        status=ChargeStatus.PAID,
        paid_at=now(),
    )


async def test_a_payment_has_one_receipt_and_each_refund_a_credit_note_of_it(
    service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
) -> None:
    charge = await pay()
    await owe(service, candidate())
    await owe(service, candidate(), amount_minor=0)
    assert charge.payment_id
    await refund(client, charge.payment_id, amount_minor=100)
    await refund(client, charge.payment_id, amount_minor=200)
    assert await issue(service) == 1, "nothing has gone back yet"
    await send_refunds(service)
    assert [await issue(service) for _ in range(3)] == [2, 0, 0]
    receipt, *notes = await list_rows(service, Document)
    year = receipt.issued_at.year
    assert receipt.number == f"REC-{year}-000001"
    assert (receipt.charge_id, receipt.amount_minor) == (charge.id, charge.amount_minor)
    assert [note.number for note in notes] == [f"CRN-{year}-00000{n}" for n in (1, 2)]
    assert {note.amount_minor for note in notes} == {100, 200}
    assert {note.receipt_id for note in notes} == {receipt.id}
    await execute(service, "UPDATE charges SET paid_at = now() - interval '1 day'")
    await execute(service, "UPDATE refunds SET done_at = now() - interval '1 day'")
    assert await service.broken() == {}


async def test_a_payment_says_that_a_document_of_it_is_still_to_be_issued(
    service: PaymentsUnderTest, client: httpx.AsyncClient, pay: Pay
) -> None:
    charge = await pay()
    assert charge.payment_id
    desk = actor("admin", roles=["super-admin"]).headers

    async def are_due() -> bool:
        payment = (await client.get(f"payments/{charge.payment_id}", headers=desk)).json()
        owed = (await client.get(f"charges/{charge.id}", headers=desk)).json()
        assert payment["documents_due"] == owed["documents_due"]
        due: bool = payment["documents_due"]
        return due

    assert await are_due()
    await issue(service)
    assert not await are_due()
    await refund(client, charge.payment_id, amount_minor=100)
    assert not await are_due(), "nothing has gone back yet"
    await send_refunds(service)
    assert await are_due()
    await issue(service)
    assert not await are_due()


async def test_200_at_once_of_which_some_fail_leave_no_gap_and_no_number_twice(
    service: PaymentsUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "BATCH_SIZE", 1)
    await paid_charges(service, 200)
    # Limit concurrency to the service's connections; longer waits are rejected.
    connections = asyncio.Semaphore(8)

    async def step(number: int) -> int:
        async with connections:
            return await issue(service, fails=number % 5 == 0)

    outcomes = await asyncio.gather(*map(step, range(200)), return_exceptions=True)
    assert sum(isinstance(outcome, Failed) for outcome in outcomes) == 40
    assert all(isinstance(outcome, int | Failed) for outcome in outcomes), outcomes
    while await issue(service):
        pass
    rows = await list_rows(service, Document)
    assert sorted(int(row.number[-6:]) for row in rows) == list(range(1, 201))
    assert len({row.charge_id for row in rows}) == 200
    assert "documents_have_no_gaps" not in await service.broken()


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM documents", {"documents_are_issued", "documents_have_no_gaps"}),
        ("UPDATE document_series SET last_number = 2", {"documents_have_no_gaps"}),
        ("UPDATE documents SET number = replace(number, '1', '7')", {"documents_have_no_gaps"}),
    ],
)
async def test_a_document_that_is_missing_or_numbered_otherwise_is_found(
    service: PaymentsUnderTest, damage: str, found: set[str]
) -> None:
    await paid_charges(service, 1)
    await execute(service, "UPDATE charges SET waived = false, paid_at = now() - interval '1 day'")
    await issue(service)
    await execute(service, damage)
    assert found <= set(await service.broken())


async def test_its_payer_sees_them(service: PaymentsUnderTest, client: httpx.AsyncClient) -> None:
    person = candidate()
    charge = await owe(service, person)
    await execute(service, "UPDATE charges SET status = 'paid', paid_at = now()")
    await issue(service)
    answer = await client.get(f"charges/{charge.id}", headers=person.headers)
    (shown,) = answer.json()["documents"]
    assert shown["number"].startswith("REC-")
    assert (shown["amount_minor"], shown["refund_id"]) == (charge.amount_minor, None)
