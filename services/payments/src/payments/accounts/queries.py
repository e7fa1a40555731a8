from typing import Any, cast
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.payments import ChargePurpose, ChargeStatus, DocumentKind
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.tables import sum_money
from kit.domain import timezone
from kit.security.auth import AccessRule, Principal, allowed
from sqlalchemy import (
    ColumnElement,
    Row,
    ScalarSelect,
    Select,
    and_,
    case,
    exists,
    false,
    func,
    or_,
    select,
    true,
)
from sqlmodel import col

from payments.accounts.models import Account, AccountBill, AccountEntry, AccountEntryKind
from payments.accounts.schemas import (
    AccountBillStatus,
    AccountEntryRead,
    AccountFilter,
    AccountRead,
    AccountSort,
    BillRead,
    EntryFilter,
    EntryPage,
    EntryPageMeta,
    EntrySum,
    PaymentAccountStatus,
)
from payments.charges.models import Charge
from payments.charges.queries import can_pay_for_organization
from payments.documents.models import Document
from payments.replicas.queries import today

VIEWERS = (ProfileType.ORGANIZATION, ProfileType.ADMIN)
_VIEW = AccessRule(profiles=frozenset(VIEWERS), permissions=frozenset({Permission.VIEW_PAYMENTS}))
_SORTING = Sorting(
    {
        AccountSort.CREATED: col(Account.created_at),
        AccountSort.OWED: col(Account.owed_minor),
        AccountSort.LIMIT: col(Account.limit_minor),
    },
    id=col(Account.id),
)
_IS_UNPAID = col(Charge.status) == ChargeStatus.OPEN


def is_visible(actor: Principal) -> ColumnElement[bool]:
    """Match all accounts for admins, and the organization's own for its members."""
    if not allowed(actor, _VIEW):
        return false()
    return true() if actor.is_admin else col(Account.organization_id) == actor.organization_id


def can_charge(actor: Principal) -> ColumnElement[bool]:
    """Match charges the actor may pay on account: those the organization owes, except account
    bills.
    """
    return and_(can_pay_for_organization(actor), col(Charge.purpose) != ChargePurpose.ACCOUNT_BILL)


def has_overdue() -> ColumnElement[bool]:
    """Match accounts with an overdue bill."""
    return (
        exists()
        .where(
            col(AccountBill.account_id) == col(Account.id),
            col(AccountBill.due_on) < today(),
            col(Charge.id) == col(AccountBill.charge_id),
            _IS_UNPAID,
        )
        .correlate(Account)
    )


async def get_remaining_limit(
    session: AsyncSession, actor: Principal, charge: Charge
) -> int | None:
    """Return what is left of the limit, or None if the charge cannot be paid on account."""
    return await session.scalar(
        select(_remaining_limit())
        .select_from(Account)
        .join(Charge, and_(col(Charge.id) == charge.id, can_charge(actor)))
        .where(
            col(Account.organization_id) == actor.organization_id,
            col(Account.currency) == col(Charge.currency),
            col(Account.active),
            _remaining_limit() >= col(Charge.amount_minor),
            ~has_overdue(),
        )
    )


def _remaining_limit() -> ColumnElement[int]:
    return func.greatest(col(Account.limit_minor) - col(Account.owed_minor), 0)


async def list_accounts(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: AccountFilter,
    sort: AccountSort,
) -> Page[AccountRead]:
    conditions = [is_visible(actor)]
    if filters.organization_id:
        conditions.append(col(Account.organization_id) == filters.organization_id)
    if filters.status:
        conditions.append(_status() == filters.status)
    query = ListQuery(conditions, _SORTING.by(sort), page=page)
    rows, meta = await query.fetch(session, _accounts(), col(Account.id))
    return Page(data=[_read(row) for row in rows], meta=meta)


async def get_account(
    session: AsyncSession, account_id: UUID, *where: ColumnElement[bool]
) -> AccountRead:
    """Return the account if it meets the conditions.

    Raises `NotFound`.
    """
    statement = _accounts().where(col(Account.id) == account_id, *where)
    row = (await session.execute(statement)).first()
    if row is None:
        raise NotFound
    return _read(row)


def _accounts() -> Select[Any]:
    statement = select(
        Account,
        _status().label("status"),
        _remaining_limit().label("free_minor"),
        _sum_unbilled().label("unbilled_minor"),
        _overdue().label("overdue_minor"),
    )
    return cast(Select[Any], statement)


def _status() -> ColumnElement[str]:
    return case(
        (~col(Account.active), PaymentAccountStatus.STOPPED),
        (has_overdue(), PaymentAccountStatus.OVERDUE),
        else_=PaymentAccountStatus.ACTIVE,
    )


def _sum_unbilled() -> ScalarSelect[int]:
    return (
        select(sum_money(col(AccountEntry.amount_minor)))
        .where(col(AccountEntry.account_id) == col(Account.id), col(AccountEntry.bill_id).is_(None))
        .correlate(Account)
        .scalar_subquery()
    )


def _overdue() -> ScalarSelect[int]:
    return (
        select(sum_money(col(AccountBill.amount_minor)))
        .join(Charge, col(Charge.id) == col(AccountBill.charge_id))
        .where(
            col(AccountBill.account_id) == col(Account.id),
            col(AccountBill.due_on) < today(),
            _IS_UNPAID,
        )
        .correlate(Account)
        .scalar_subquery()
    )


def _read(row: Row[Any]) -> AccountRead:
    return AccountRead(
        **row.Account.model_dump(include=AccountRead.model_fields.keys()),
        status=row.status,
        free_minor=row.free_minor,
        unbilled_minor=row.unbilled_minor,
        overdue_minor=row.overdue_minor,
        next_bill_on=timezone.add_month(timezone.today()),
    )


async def list_bills(
    session: AsyncSession, actor: Principal, account_id: UUID, page: PageQuery
) -> Page[BillRead]:
    """List the account's bills, newest first.

    Raises `NotFound`.
    """
    await check_visible(session, actor, account_id)
    # Unique sort key: an account has one bill per month.
    query = ListQuery(
        [col(AccountBill.account_id) == account_id], [col(AccountBill.month).desc()], page=page
    )
    rows, meta = await query.fetch(session, _bills(), col(AccountBill.id))
    return Page(data=[_read_bill(row) for row in rows], meta=meta)


def _bills() -> Select[Any]:
    status = case(
        (~_IS_UNPAID, AccountBillStatus.PAID),
        (col(AccountBill.due_on) < today(), AccountBillStatus.OVERDUE),
        else_=AccountBillStatus.OPEN,
    )
    statement = (
        select(AccountBill, Account, Charge, status.label("status"))
        .join(Account, col(Account.id) == col(AccountBill.account_id))
        .join(Charge, col(Charge.id) == col(AccountBill.charge_id))
    )
    return cast(Select[Any], statement)


def _read_bill(row: Row[Any]) -> BillRead:
    bill, account, charge = row.AccountBill, row.Account, row.Charge
    return BillRead(
        **bill.model_dump(exclude={"settled_at"}),
        organization_id=account.organization_id,
        reference=charge.reference,
        payment_id=charge.payment_id,
        currency=charge.currency,
        status=row.status,
        paid_at=charge.paid_at,
    )


async def list_entries(
    session: AsyncSession,
    actor: Principal,
    account_id: UUID,
    page: PageQuery,
    filters: EntryFilter,
) -> EntryPage:
    """List the account's entries, newest first.

    Raises `NotFound`.
    """
    await check_visible(session, actor, account_id)
    listed = select_entries(account_id, filters)
    currency = col(Charge.currency)
    sums = (
        await session.execute(
            listed.with_only_columns(
                currency,
                func.count().label("entries"),
                sum_money(col(AccountEntry.amount_minor)).label("amount_minor"),
                maintain_column_froms=True,
            )
            .order_by(None)
            .group_by(currency)
        )
    ).all()
    rows = await session.execute(listed.limit(page.page_size).offset(page.offset))
    meta = page.meta(sum(each.entries for each in sums))
    return EntryPage(
        data=[AccountEntryRead.model_validate(row) for row in rows],
        meta=EntryPageMeta(
            **meta.model_dump(), sums=[EntrySum.model_validate(each) for each in sums]
        ),
    )


def select_entries(account_id: UUID, filters: EntryFilter) -> Select[Any]:
    """Select the account's entries with the columns of `AccountEntryRead`."""
    entry = AccountEntry
    document = and_(
        or_(
            and_(
                col(entry.kind) == AccountEntryKind.CHARGED,
                col(Document.charge_id) == col(entry.charge_id),
                col(Document.kind) == DocumentKind.RECEIPT,
            ),
            col(Document.refund_id) == col(entry.refund_id),
        ),
    )
    statement = (
        select(
            col(entry.id),
            col(entry.kind),
            col(entry.created_at),
            col(entry.amount_minor),
            col(entry.bill_id),
            col(Charge.reference),
            col(Charge.purpose),
            col(Charge.title_en),
            col(Charge.title_ar),
            col(Charge.purchase_order),
            col(Charge.payment_id),
            col(Charge.currency),
            col(Document.number).label("document"),
            col(AccountBill.month),
        )
        .join(Charge, col(Charge.id) == col(entry.charge_id))
        .outerjoin(Document, document)
        .outerjoin(AccountBill, col(AccountBill.id) == col(entry.bill_id))
        .where(col(entry.account_id) == account_id)
        .order_by(col(entry.created_at).desc(), col(entry.id).desc())
    )
    if filters.bill_id:
        statement = statement.where(col(entry.bill_id) == filters.bill_id)
    if filters.unbilled is not None:
        unbilled = col(entry.bill_id).is_(None)
        statement = statement.where(unbilled if filters.unbilled else ~unbilled)
    return cast(Select[Any], statement)


async def check_visible(session: AsyncSession, actor: Principal, account_id: UUID) -> None:
    """Raise `NotFound` unless the actor may see the account."""
    found = exists().where(col(Account.id) == account_id, is_visible(actor))
    if not await session.scalar(select(found)):
        raise NotFound
