"""Issue a receipt for each settled charge and a credit note for each of its refunds.

This runs after settlement, so payers do not wait for the number lock. After a crash the next sweep
issues what is missing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.payments import DocumentKind
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.domain.timezone import RIYADH
from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import get_debtor_organization
from payments.charges.rules import TaxedLine, divide_half_up
from payments.documents.invoices.service import GENESIS, build_invoice_xml, hash_invoice
from payments.documents.models import Buyer, Document, DocumentPaper, DocumentSeries
from payments.documents.queries import lacks_receipt, select_refunds_without_credit_note
from payments.refunds.models import Refund
from payments.replicas.models import Organization, Payer
from payments.replicas.queries import get_seller

PREFIXES = {DocumentKind.RECEIPT: "REC", DocumentKind.CREDIT_NOTE: "CRN"}
BATCH_SIZE = 100


async def issue_receipts(session: AsyncSession) -> int:
    """Issue the next receipts, oldest payments first, and return their number."""
    charges = await db.claim(
        session,
        Charge,
        lacks_receipt(),
        order_by=[col(Charge.paid_at)],
        limit=BATCH_SIZE,
    )
    buyers = await _map_buyers(session, charges)
    rows = [
        {
            "charge_id": charge.id,
            "amount_minor": charge.amount_minor,
            "vat_minor": charge.vat_minor,
            "vat_percent": charge.vat_percent,
            "currency": charge.currency,
            "buyer": buyers[charge.id],
            "lines": charge.lines,
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
    """Issue the next credit notes, oldest refunds first, and return their number."""
    found = await session.execute(
        select_refunds_without_credit_note()
        .order_by(col(Refund.done_at))
        .limit(BATCH_SIZE)
        # `db.claim` cannot lock only the refunds of this join.
        .with_for_update(of=Refund, skip_locked=True)
    )
    returned = found.all()
    credited = await _sum_credit_notes(session, [receipt.id for _, receipt in returned])
    rows = []
    for refund, receipt in returned:
        before = credited[receipt.id]
        credited[receipt.id] = after = before + refund.amount_minor
        tax = _calculate_vat(receipt, after) - _calculate_vat(receipt, before)
        rows.append(
            {
                "charge_id": refund.charge_id,
                "refund_id": refund.id,
                "receipt_id": receipt.id,
                "amount_minor": refund.amount_minor,
                "vat_minor": tax,
                "vat_percent": receipt.vat_percent,
                "currency": refund.currency,
                "buyer": receipt.buyer,
                "lines": [_build_refund_line(receipt, refund.amount_minor, tax)],
            }
        )
    await _issue(session, DocumentKind.CREDIT_NOTE, rows)
    await session.execute(
        update(Refund)
        .where(col(Refund.id).in_([row["refund_id"] for row in rows]))
        .values(has_credit_note=True)
        .execution_options(synchronize_session=False)
    )
    return len(rows)


async def _map_buyers(
    session: AsyncSession, charges: Sequence[Charge]
) -> dict[UUID, dict[str, Any]]:
    """Return each charge's buyer: a VAT-registered debtor organization, otherwise the payer."""
    is_debtor = col(Organization.id) == get_debtor_organization()
    found = await session.execute(
        select(col(Charge.id), Payer, Organization)
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
        .outerjoin(Organization, and_(is_debtor, col(Organization.tax_number).is_not(None)))
        .where(col(Charge.id).in_([charge.id for charge in charges]))
    )
    return {row.id: _build_buyer(row.Organization or row.Payer).model_dump() for row in found}


def _build_buyer(named: Organization | Payer | None) -> Buyer:
    match named:
        case Organization():
            names = {"name_en", "name_ar", "tax_number", "address"}
            return Buyer.model_validate(named.model_dump(include=names))
        case Payer():
            return Buyer(name_en=named.name_en, name_ar=named.name_ar)
        case _:
            return Buyer()


async def _sum_credit_notes(session: AsyncSession, receipt_ids: Sequence[UUID]) -> Counter[UUID]:
    """Sum the credit notes of each receipt."""
    sums = await session.execute(
        select(col(Document.receipt_id), func.sum(col(Document.amount_minor)))
        .where(col(Document.receipt_id).in_(receipt_ids))
        .group_by(col(Document.receipt_id))
    )
    return Counter({receipt_id: int(amount) for receipt_id, amount in sums if receipt_id})


def _calculate_vat(receipt: Document, part_minor: int) -> int:
    """Return the VAT in part of a receipt.

    Callers subtract cumulative values, so a receipt's credit notes sum exactly to its VAT.
    """
    return divide_half_up(receipt.vat_minor * part_minor, receipt.amount_minor)


def _build_refund_line(receipt: Document, amount_minor: int, vat_minor: int) -> dict[str, Any]:
    net = amount_minor - vat_minor
    line = TaxedLine(
        title_en=f"Refund of receipt {receipt.number}",
        title_ar=f"رد مبلغ من الإيصال {receipt.number}",
        quantity=1,
        unit_minor=net,
        vat_percent=receipt.vat_percent,
        net_minor=net,
        vat_minor=vat_minor,
        amount_minor=amount_minor,
    )
    return line.model_dump()


async def _issue(session: AsyncSession, kind: DocumentKind, rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        return
    # Query before taking the lock that other transactions wait for.
    seller = (await get_seller(session)).model_dump()
    now = await db.now(session)
    year = now.astimezone(RIYADH).year
    last = await _take_numbers(session, kind, year, len(rows))
    first = last - len(rows) + 1
    documents = [
        {
            "id": db.new_id(),
            "kind": kind,
            "number": f"{PREFIXES[kind]}-{year}-{number:06d}",
            "issued_at": now,
            "seller": seller,
            **row,
        }
        for number, row in enumerate(rows, start=first)
    ]
    if seller["vat_registered"]:
        await _chain_invoices(session, documents)
    await session.execute(insert(Document), documents)
    await session.execute(
        insert(DocumentPaper), [{"document_id": each["id"], "next_at": now} for each in documents]
    )


async def _chain_invoices(session: AsyncSession, documents: Sequence[dict[str, Any]]) -> None:
    """Write each invoice with the previous one's hash; concurrent issuers wait for this
    transaction.
    """
    await advisory_lock(session, "invoices")
    newest = (
        await session.execute(
            select(col(Document.counter), col(Document.hash))
            .where(col(Document.counter).is_not(None))
            .order_by(col(Document.counter).desc())
            .limit(1)
        )
    ).one_or_none()
    counter, previous = (newest.counter or 0, newest.hash or "") if newest else (0, GENESIS)
    receipt_ids = [each["receipt_id"] for each in documents if "receipt_id" in each]
    receipts = await session.execute(
        select(col(Document.id), col(Document.number)).where(col(Document.id).in_(receipt_ids))
    )
    numbers: dict[UUID | None, str] = {row.id: row.number for row in receipts}
    for row in documents:
        counter += 1
        receipt_number = numbers.get(row.get("receipt_id"))
        xml = build_invoice_xml(Document(**row), receipt_number, counter, previous)
        row |= {
            "counter": counter,
            "previous_hash": previous,
            "xml": xml,
            "hash": hash_invoice(xml),
        }
        previous = row["hash"]


async def _take_numbers(session: AsyncSession, kind: DocumentKind, year: int, count: int) -> int:
    """Reserve `count` numbers and return the last; concurrent issuers wait for this transaction."""
    last = col(DocumentSeries.last_number)
    taken: int | None = await session.scalar(
        upsert(DocumentSeries)
        .values(kind=kind, year=year, last_number=count)
        .on_conflict_do_update(index_elements=["kind", "year"], set_={"last_number": last + count})
        .returning(last)
    )
    assert taken is not None
    return taken
