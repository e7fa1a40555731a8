"""Match bank credits to charges; a matched credit settles its charge exactly once."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import NotFound
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.service import lock_charge
from payments.config import PaymentMethod
from payments.payments.models import Payment, ReceivedMoney
from payments.settlement.service import settle_money
from payments.transfers.adapters.iso11649 import build_reference
from payments.transfers.errors import CreditDecided
from payments.transfers.models import BANK_CREDIT_STATES, BankCredit, CreditStatus
from payments.transfers.queries import read_credits, select_difference
from payments.transfers.schemas import (
    BankCreditStatus,
    CreditLeft,
    CreditRead,
    CreditsConfirmed,
    LeftReason,
)


async def confirm_credits(
    session: AsyncSession, actor: Principal, ids: Sequence[UUID]
) -> CreditsConfirmed:
    """Settle charges with their proposed credits.

    Credits set aside or no longer matching are left unchanged and returned with the reason.

    Raises `NotFound` for an unknown credit.
    """
    found = await session.execute(
        select(col(BankCredit.id), col(BankCredit.charge_id)).where(col(BankCredit.id).in_(ids))
    )
    charge_ids = {row.id: row.charge_id for row in found}
    if charge_ids.keys() != set(ids):
        raise NotFound
    charges = await db.lock_all(
        session,
        Charge,
        col(Charge.id).in_([each for each in charge_ids.values() if each]),
        order_by=[col(Charge.id)],
    )
    by_id = {charge.id: charge for charge in charges}
    for credit in await _lock_credits(session, ids):
        charge = by_id.get(credit.charge_id) if credit.charge_id else None
        if charge is None or credit.status is not CreditStatus.OPEN:
            continue
        # Check again per credit: an earlier credit may have paid the same charge.
        if await session.scalar(_select_difference(credit)) is None:
            await _settle_charge(session, actor, credit, charge)
    await session.flush()
    rows = await read_credits(session, list(ids))
    is_matched = {row.id: row.status is BankCreditStatus.MATCHED for row in rows}
    return CreditsConfirmed(
        confirmed=[row for row in rows if is_matched[row.id]],
        left=[
            CreditLeft(credit=row, reason=LeftReason(row.difference or LeftReason.SET_ASIDE))
            for row in rows
            if not is_matched[row.id]
        ],
    )


async def match_credit(
    session: AsyncSession, actor: Principal, credit_id: UUID, charge_id: UUID
) -> CreditRead:
    """Settle a charge with a credit chosen by a user.

    As with cards, a different amount or currency is put under review, and unowed money is refunded.

    Raises `NotFound`, `CreditDecided` if it was matched to another charge.
    """
    if await session.get(Charge, charge_id) is None:
        raise NotFound
    charge = await lock_charge(session, charge_id)
    credit = await _lock_credit(session, credit_id)
    if credit.status is CreditStatus.MATCHED:
        if credit.charge_id != charge_id:
            raise CreditDecided
    else:
        await _settle_charge(session, actor, credit, charge)
        await session.flush()
    return await _read(session, credit)


async def set_credit_aside(
    session: AsyncSession, actor: Principal, credit_id: UUID, note: str
) -> CreditRead:
    """Record why a credit pays no charge. It can still be matched later.

    Raises `NotFound`, `CreditDecided` if it is matched.
    """
    credit = await _lock_credit(session, credit_id)
    if credit.status is CreditStatus.MATCHED:
        raise CreditDecided
    before = {"status": credit.status, "note": credit.note}
    BANK_CREDIT_STATES.transition(credit, CreditStatus.SET_ASIDE)
    credit.note = note
    credit.decided_by, credit.decided_at = actor.user_id, await db.now(session)
    after = {"status": credit.status, "note": note}
    audit.record(session, "bank_credit", credit.id, before, after)
    await session.flush()
    return await _read(session, credit)


async def _settle_charge(
    session: AsyncSession, actor: Principal, credit: BankCredit, charge: Charge
) -> None:
    now = await db.now(session)
    last = await session.scalar(
        select(func.max(col(Payment.number))).where(col(Payment.charge_id) == charge.id)
    )
    number = (last or 0) + 1
    payment = Payment(
        charge_id=charge.id,
        number=number,
        way=PaymentMethod.BANK_TRANSFER,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        special_reference=f"{build_reference(charge.reference)}-{number}",
        expires_at=now,
    )
    money = ReceivedMoney(credit.number, credit.amount_minor, credit.currency)
    outcome = await settle_money(session, charge, payment, money)
    before = {"status": credit.status, "charge_id": credit.charge_id}
    BANK_CREDIT_STATES.transition(credit, CreditStatus.MATCHED)
    credit.charge_id, credit.payment_id = charge.id, payment.id
    credit.decided_by, credit.decided_at = actor.user_id, now
    after = {"status": credit.status, "charge_id": charge.id, "outcome": outcome}
    audit.record(
        session, "bank_credit", credit.id, before, after, organization_id=charge.organization_id
    )


def _select_difference(credit: BankCredit) -> Any:
    return (
        select(select_difference())
        .select_from(BankCredit)
        .outerjoin(Charge, col(Charge.id) == col(BankCredit.charge_id))
        .where(col(BankCredit.id) == credit.id)
    )


async def _lock_credits(session: AsyncSession, ids: Sequence[UUID]) -> Sequence[BankCredit]:
    return await db.lock_all(
        session, BankCredit, col(BankCredit.id).in_(ids), order_by=[col(BankCredit.id)]
    )


async def _lock_credit(session: AsyncSession, credit_id: UUID) -> BankCredit:
    credit = await db.lock(session, BankCredit, col(BankCredit.id) == credit_id)
    if credit is None:
        raise NotFound
    return credit


async def _read(session: AsyncSession, credit: BankCredit) -> CreditRead:
    (read,) = await read_credits(session, [credit.id])
    return read
