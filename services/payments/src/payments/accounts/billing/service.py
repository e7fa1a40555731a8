"""Bill accounts each month, and apply the bills' payments and refunds to the balance owed."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from contracts.enrollment import ChargeLine
from contracts.payments import BillNotice, ChargePurpose, ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession, new_id
from kit.domain import timezone
from kit.domain.timezone import RIYADH, get_day_start
from kit.messaging import outbox
from sqlalchemy import Select, exists, func, or_, select, update
from sqlmodel import col

from payments.accounts.events import account_bill_due
from payments.accounts.models import Account, AccountBill, AccountEntry, AccountEntryKind
from payments.charges.models import SETTLED, Charge
from payments.charges.service import open_charges
from payments.payments.models import Payment
from payments.refunds.models import Refund, RefundMethod, RefundStatus
from payments.refunds.service import confirm_refund, lock_refund

_BATCH_SIZE = 100


async def bill_months(session: AsyncSession) -> int:
    """Bill the next accounts for last month and return their number.

    A bill covers all unbilled entries. If they sum to zero or less, they carry over to the next
    month.
    """
    now = await db.now(session)
    accounts = await db.claim(
        session,
        Account,
        col(Account.id).in_(_select_unbilled(now)),
        order_by=[col(Account.id)],
        limit=_BATCH_SIZE,
    )
    for account in accounts:
        await _bill_account(session, account, now)
    return len(accounts)


def _select_unbilled(now: datetime) -> Select[UUID]:
    entry = AccountEntry
    billed = exists().where(
        col(AccountBill.account_id) == col(entry.account_id),
        col(AccountBill.month) == _get_last_month(now),
    )
    return (
        select(col(entry.account_id))
        .where(col(entry.bill_id).is_(None), col(entry.created_at) < _get_month_start(now), ~billed)
        .group_by(col(entry.account_id))
        .having(func.sum(col(entry.amount_minor)) > 0)
    )


async def _bill_account(session: AsyncSession, account: Account, now: datetime) -> None:
    month = _get_last_month(now)
    entries = await db.lock_all(
        session,
        AccountEntry,
        col(AccountEntry.account_id) == account.id,
        col(AccountEntry.bill_id).is_(None),
        col(AccountEntry.created_at) < _get_month_start(now),
        order_by=[col(AccountEntry.id)],
    )
    known = exists().where(
        col(AccountBill.account_id) == account.id, col(AccountBill.month) == month
    )
    amount = sum(entry.amount_minor for entry in entries)
    if amount <= 0 or await session.scalar(select(known)):
        # Another copy billed the account between the claim and the lock.
        return
    bill_id = new_id()
    terms = await _build_terms(session, account, bill_id, month, amount, entries)
    (charge,) = await open_charges(session, [terms])
    session.add(
        AccountBill(
            id=bill_id,
            account_id=account.id,
            month=month,
            amount_minor=amount,
            charge_id=charge.id,
            due_on=now.astimezone(RIYADH).date() + timedelta(days=account.days_to_pay),
        )
    )
    await session.flush()
    await session.execute(
        update(AccountEntry)
        .where(col(AccountEntry.id).in_([entry.id for entry in entries]))
        .values(bill_id=bill_id)
        .execution_options(synchronize_session=False)
    )


async def _build_terms(
    session: AsyncSession,
    account: Account,
    bill_id: UUID,
    month: date,
    amount_minor: int,
    entries: Sequence[AccountEntry],
) -> dict[str, Any]:
    # The bill is addressed to the payer of the newest entry; anyone who may pay for the
    # organization can pay it.
    last = await session.get_one(Charge, max(entries, key=lambda entry: entry.id).charge_id)
    named = f"{month:%m/%Y}"
    title_en, title_ar = f"Account bill for {named}", f"مطالبة الحساب الآجل عن شهر {named}"
    return {
        "purpose": ChargePurpose.ACCOUNT_BILL,
        "subject_id": bill_id,
        "payer_profile_id": last.payer_profile_id,
        "payer_user_id": last.payer_user_id,
        "organization_id": account.organization_id,
        "currency": account.currency,
        "title_en": title_en,
        "title_ar": title_ar,
        # VAT is on the documents of the billed charges.
        "vat_percent": 0,
        "vat_included": True,
        "lines": [
            ChargeLine(title_en=title_en, title_ar=title_ar, quantity=1, unit_minor=amount_minor)
        ],
    }


def _get_month_start(now: datetime) -> datetime:
    return get_day_start(now.astimezone(RIYADH).date().replace(day=1))


def _get_last_month(now: datetime) -> date:
    first = now.astimezone(RIYADH).date().replace(day=1)
    return (first - timedelta(days=1)).replace(day=1)


async def settle_bills(session: AsyncSession) -> int:
    """Subtract paid bills from their accounts' balance and return the number of bills."""
    bills = await db.claim(
        session,
        AccountBill,
        col(AccountBill.settled_at).is_(None),
        exists().where(
            col(Charge.id) == col(AccountBill.charge_id), col(Charge.status).in_(SETTLED)
        ),
        order_by=[col(AccountBill.account_id), col(AccountBill.id)],
        limit=_BATCH_SIZE,
    )
    now = await db.now(session)
    for bill in bills:
        account = await _lock_account(session, bill.account_id)
        account.owed_minor -= bill.amount_minor
        bill.settled_at = now
    await session.flush()
    return len(bills)


async def credit_refunds(session: AsyncSession) -> int:
    """Process the next refund of a charge paid on account by reducing the balance; no money moves.

    Return 1, or 0 when none is due.
    """
    refund_id = await session.scalar(
        select(col(Refund.id))
        .where(
            col(Refund.method) == RefundMethod.ACCOUNT,
            col(Refund.status) == RefundStatus.REQUESTED,
        )
        .order_by(col(Refund.id))
        .limit(1)
    )
    if refund_id is None:
        return 0
    refund = await lock_refund(session, refund_id)
    if refund.status is RefundStatus.REQUESTED:
        await confirm_refund(session, refund)
        charged = await session.scalar(
            select(AccountEntry).where(
                col(AccountEntry.charge_id) == refund.charge_id,
                col(AccountEntry.kind) == AccountEntryKind.CHARGED,
            )
        )
        assert charged is not None
        kind = AccountEntryKind.REFUNDED
        await _add_entry(session, charged.account_id, kind, refund, -refund.amount_minor)
    return 1


async def reverse_refunded_bills(session: AsyncSession) -> int:
    """Add refunded bill payments back to the balance owed and return the number of refunds."""
    found = await session.execute(
        select(Refund, col(AccountBill.account_id))
        .join(AccountBill, col(AccountBill.charge_id) == col(Refund.charge_id))
        .join(Charge, col(Charge.id) == col(Refund.charge_id))
        .join(Payment, col(Payment.id) == col(Charge.payment_id))
        .where(
            col(Refund.status) == RefundStatus.DONE,
            col(Refund.transaction_id) == col(Payment.transaction_id),
            ~exists().where(col(AccountEntry.refund_id) == col(Refund.id)),
        )
        .order_by(col(AccountBill.account_id), col(Refund.id))
        .limit(_BATCH_SIZE)
        # `db.claim` cannot lock only the refunds of this join.
        .with_for_update(of=Refund, skip_locked=True)
    )
    returned = found.all()
    for refund, account_id in returned:
        kind = AccountEntryKind.RETURNED
        await _add_entry(session, account_id, kind, refund, refund.amount_minor)
    return len(returned)


async def _add_entry(
    session: AsyncSession,
    account_id: UUID,
    kind: AccountEntryKind,
    refund: Refund,
    amount_minor: int,
) -> None:
    account = await _lock_account(session, account_id)
    account.owed_minor += amount_minor
    session.add(
        AccountEntry(
            account_id=account_id,
            kind=kind,
            charge_id=refund.charge_id,
            refund_id=refund.id,
            amount_minor=amount_minor,
        )
    )
    await session.flush()


async def _lock_account(session: AsyncSession, account_id: UUID) -> Account:
    account = await db.lock(session, Account, col(Account.id) == account_id)
    assert account is not None
    return account


_DUE_WITHIN = timedelta(days=3)
_ORDER = {notice: place for place, notice in enumerate(BillNotice, start=1)}


async def notify_bills(session: AsyncSession) -> int:
    """Publish one notice per unpaid bill and stage: issued, due within three days, overdue.

    Return the number of bills. After a missed stage only the latest notice is published.
    """
    today = timezone.today()
    last, due_on = col(AccountBill.notice), col(AccountBill.due_on)
    bills = await db.claim(
        session,
        AccountBill,
        col(AccountBill.settled_at).is_(None),
        exists().where(
            col(Charge.id) == col(AccountBill.charge_id),
            col(Charge.status) == ChargeStatus.OPEN,
        ),
        or_(
            last.is_(None),
            (last == BillNotice.ISSUED) & (due_on <= today + _DUE_WITHIN),
            (last == BillNotice.DUE) & (due_on < today),
        ),
        order_by=[col(AccountBill.id)],
        limit=_BATCH_SIZE,
    )
    for bill in bills:
        bill.notice = notice = _choose_notice(bill, today)
        account = await session.get_one(Account, bill.account_id)
        charge = await session.get_one(Charge, bill.charge_id)
        event = account_bill_due(bill, account, charge, notice)
        await outbox.publish(session, event, sequence=_ORDER[notice])
    await session.flush()
    return len(bills)


def _choose_notice(bill: AccountBill, today: date) -> BillNotice:
    if bill.due_on < today:
        return BillNotice.OVERDUE
    return BillNotice.DUE if bill.due_on <= today + _DUE_WITHIN else BillNotice.ISSUED
