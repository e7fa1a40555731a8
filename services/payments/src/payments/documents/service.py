"""Issues what is missing: a receipt for each charge that money has settled, and a credit note for
each refund of it.

A document is made after the transaction that settled: no payer waits for the lock of the numbers,
and whoever dies in between leaves it to the next copy that looks.
"""

from collections.abc import Sequence
from typing import Any

from contracts.payments import ChargeStatus
from kit import db
from kit.days import RIYADH
from kit.db import AsyncSession
from sqlalchemy import insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from payments.charges.models import Charge
from payments.documents.models import Document, DocumentKind, DocumentSeries
from payments.payments.models import Payment
from payments.refunds.models import Refund, RefundStatus

SETTLED = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)
PREFIXES = {DocumentKind.RECEIPT: "REC", DocumentKind.CREDIT_NOTE: "CRN"}
AT_ONCE = 100


async def issue_receipts(session: AsyncSession) -> int:
    """Issue the next receipts, the oldest payments' first; how many. A waived charge has none."""
    charges = await db.claim(
        session,
        Charge,
        col(Charge.status).in_(SETTLED),
        ~col(Charge.waived),
        ~col(Charge.has_receipt),
        order_by=[col(Charge.paid_at)],
        limit=AT_ONCE,
    )
    rows = [
        {
            "charge_id": charge.id,
            "amount_minor": charge.amount_minor,
            "currency": charge.currency,
        }
        for charge in charges
    ]
    await _issue(session, DocumentKind.RECEIPT, rows)
    await session.execute(
        update(Charge)
        .where(col(Charge.id).in_([charge.id for charge in charges]))
        .values(has_receipt=True)
        .execution_options(synchronize_session=False)
    )
    return len(rows)


async def issue_credit_notes(session: AsyncSession) -> int:
    """Issue the next credit notes, of refunds of money that has a receipt; how many. Money that
    settled nothing has no receipt, and none is taken back when it returns."""
    found = await session.execute(
        select(Refund, col(Document.id))
        .join(Charge, col(Charge.payment_id) == col(Refund.payment_id))
        .join(Payment, col(Payment.id) == col(Refund.payment_id))
        .join(Document, col(Document.charge_id) == col(Refund.charge_id))
        .where(
            col(Refund.status) == RefundStatus.DONE,
            ~col(Refund.has_credit_note),
            col(Refund.transaction_id) == col(Payment.transaction_id),
            col(Document.kind) == DocumentKind.RECEIPT,
        )
        .order_by(col(Refund.done_at))
        .limit(AT_ONCE)
        # Not `db.claim`: of the join only the refunds are locked.
        .with_for_update(of=Refund, skip_locked=True)
    )
    rows = [
        {
            "charge_id": refund.charge_id,
            "refund_id": refund.id,
            "receipt_id": receipt_id,
            "amount_minor": refund.amount_minor,
            "currency": refund.currency,
        }
        for refund, receipt_id in found
    ]
    await _issue(session, DocumentKind.CREDIT_NOTE, rows)
    await session.execute(
        update(Refund)
        .where(col(Refund.id).in_([row["refund_id"] for row in rows]))
        .values(has_credit_note=True)
        .execution_options(synchronize_session=False)
    )
    return len(rows)


async def _issue(session: AsyncSession, kind: DocumentKind, rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        return
    now = await db.now(session)
    year = now.astimezone(RIYADH).year
    last = await _take_numbers(session, kind, year, len(rows))
    first = last - len(rows) + 1
    await session.execute(
        insert(Document),
        [
            {
                "id": db.new_id(),
                "kind": kind,
                "number": f"{PREFIXES[kind]}-{year}-{number:06d}",
                "issued_at": now,
                **row,
            }
            for number, row in enumerate(rows, start=first)
        ],
    )


async def _take_numbers(session: AsyncSession, kind: DocumentKind, year: int, count: int) -> int:
    """The last of so many next numbers. Others wait for theirs until this transaction ends."""
    last = col(DocumentSeries.last_number)
    taken: int | None = await session.scalar(
        upsert(DocumentSeries)
        .values(kind=kind, year=year, last_number=count)
        .on_conflict_do_update(index_elements=["kind", "year"], set_={"last_number": last + count})
        .returning(last)
    )
    assert taken is not None
    return taken
