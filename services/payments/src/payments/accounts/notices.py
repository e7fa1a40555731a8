"""Publishing what organizations are to hear of their bills."""

from datetime import date, timedelta

from contracts.payments import BillNotice, ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.domain import timezone
from kit.messaging import outbox
from sqlalchemy import exists, or_
from sqlmodel import col

from payments.accounts.events import account_bill_due
from payments.accounts.models import Account, AccountBill
from payments.charges.models import Charge

_DUE_WITHIN = timedelta(days=3)
_AT_ONCE = 100
_ORDER = {notice: place for place, notice in enumerate(BillNotice, start=1)}


async def notify_bills(session: AsyncSession) -> int:
    """Publish which unpaid bills are new, due within three days, or overdue, each once; how many.
    Where a notice was missed, such as while nothing ran, only the latest is published."""
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
        limit=_AT_ONCE,
    )
    for bill in bills:
        bill.notice = notice = _notice_of(bill, today)
        account = await session.get_one(Account, bill.account_id)
        charge = await session.get_one(Charge, bill.charge_id)
        event = account_bill_due(bill, account, charge, notice)
        await outbox.publish(session, event, sequence=_ORDER[notice])
    await session.flush()
    return len(bills)


def _notice_of(bill: AccountBill, today: date) -> BillNotice:
    if bill.due_on < today:
        return BillNotice.OVERDUE
    return BillNotice.DUE if bill.due_on <= today + _DUE_WITHIN else BillNotice.ISSUED
