"""Queries of credits, charges that credits may pay, and refunds by transfer."""

from typing import Any, cast
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.payments import ChargeStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.search import matches
from kit.security.auth import AccessRule, Principal, allowed
from sqlalchemy import ColumnElement, Row, Select, case, func, select, true
from sqlmodel import col

from payments.charges.models import Charge
from payments.charges.queries import is_own
from payments.payments.models import Payment
from payments.refunds.models import Refund, RefundMethod, RefundStatus
from payments.refunds.queries import can_record_transfers
from payments.refunds.schemas import RefundRead
from payments.replicas.models import Payer
from payments.tables import SearchKind
from payments.transfers.models import BankCredit, CreditStatus, Transfer
from payments.transfers.schemas import (
    BankCreditStatus,
    CreditDifference,
    CreditFilter,
    CreditRead,
    CreditSort,
    RefundTask,
    TransferCharge,
)

RECONCILERS = (ProfileType.ADMIN,)
RECONCILE_PERMISSIONS = (Permission.RECONCILE_PAYMENTS,)
_RECONCILE = AccessRule(
    profiles=frozenset(RECONCILERS), permissions=frozenset(RECONCILE_PERMISSIONS)
)
_SORTING = Sorting(
    {
        CreditSort.BOOKED: col(BankCredit.booked_on),
        CreditSort.AMOUNT: col(BankCredit.amount_minor),
    },
    id=col(BankCredit.id),
)
_CANDIDATES = 10
_REFUND_TASKS = 200


def can_see_receipt(actor: Principal) -> ColumnElement[bool]:
    """Match the actor's own receipts, or all if they may reconcile."""
    return true() if allowed(actor, _RECONCILE) else is_own(actor)


def select_difference() -> ColumnElement[str | None]:
    """Return the reason a credit cannot be confirmed now; null if it can."""
    status = col(Charge.status)
    return case(
        (col(Charge.id).is_(None), CreditDifference.UNKNOWN_REFERENCE),
        (col(BankCredit.currency) != col(Charge.currency), CreditDifference.CURRENCY),
        (col(BankCredit.amount_minor) != col(Charge.amount_minor), CreditDifference.AMOUNT),
        (status.in_((ChargeStatus.CANCELLED, ChargeStatus.EXPIRED)), CreditDifference.CLOSED),
        (status != ChargeStatus.OPEN, CreditDifference.PAID),
        else_=None,
    )


async def list_credits(
    session: AsyncSession, page: PageQuery, filters: CreditFilter, sort: CreditSort
) -> Page[CreditRead]:
    """List bank credits with their charges."""
    query = ListQuery(
        filters=_conditions(filters),
        sort=_SORTING.by(sort),
        search=matches(col(BankCredit.id), SearchKind.CREDIT, filters.search),
        page=page,
    )
    rows, meta = await query.fetch(session, _credits(), col(BankCredit.id))
    return Page(data=[_read(row) for row in rows], meta=meta)


async def read_credits(session: AsyncSession, ids: list[UUID]) -> list[CreditRead]:
    """Return these credits in booking order."""
    statement = _credits().where(col(BankCredit.id).in_(ids))
    rows = await session.execute(statement.order_by(*_SORTING.by(CreditSort.BOOKED)))
    return [_read(row) for row in rows]


async def count_open(session: AsyncSession, statement_id: UUID) -> tuple[int, int]:
    """Count a statement's open credits: proposed ones and undecided ones."""
    is_proposed = select_difference().is_(None)
    counted = await session.execute(
        select(func.count().filter(is_proposed), func.count().filter(~is_proposed))
        .select_from(BankCredit)
        .outerjoin(Charge, col(Charge.id) == col(BankCredit.charge_id))
        .where(
            col(BankCredit.statement_id) == statement_id,
            col(BankCredit.status) == CreditStatus.OPEN,
        )
    )
    proposed, to_decide = counted.one()
    return proposed, to_decide


async def list_charges(session: AsyncSession, search: str | None) -> list[TransferCharge]:
    """List the first charges a credit may pay: chosen transfers first, newest first."""
    query = ListQuery(
        filters=[],
        sort=[
            col(Transfer.chosen_at).desc().nulls_last(),
            col(Charge.created_at).desc(),
            col(Charge.id),
        ],
        search=matches(col(Charge.id), SearchKind.CHARGE, search),
    )
    charges: Select[Any] = (
        select(Charge, Payer, Transfer)  # type: ignore[assignment]
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
        .outerjoin(Transfer, col(Transfer.charge_id) == col(Charge.id))
    )
    rows = await session.execute(query.select_all(charges).limit(_CANDIDATES))
    return [_to_charge(row) for row in rows]


async def list_refund_tasks(session: AsyncSession, actor: Principal) -> list[RefundTask]:
    """List refunds awaiting a manual transfer, oldest first."""
    rows = await session.execute(
        select(Refund, Charge, Payer, BankCredit)
        .join(Charge, col(Charge.id) == col(Refund.charge_id))
        .join(Payment, col(Payment.id) == col(Refund.payment_id))
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
        .outerjoin(BankCredit, col(BankCredit.payment_id) == col(Payment.id))
        .where(
            col(Refund.method) == RefundMethod.TRANSFER,
            col(Refund.status) == RefundStatus.REQUESTED,
        )
        .order_by(col(Refund.id))
        .limit(_REFUND_TASKS)
    )
    can_record = can_record_transfers(actor)
    return [
        RefundTask(
            **RefundRead.model_validate(refund).model_dump(),
            reference=charge.reference,
            payer_name_en=payer.name_en if payer else None,
            payer_name_ar=payer.name_ar if payer else None,
            payer_account=credit.payer_account if credit else "",
            can_record=can_record,
        )
        for refund, charge, payer, credit in rows
    ]


def _credits() -> Select[Any]:
    statement = (
        select(BankCredit, Charge, Payer, Transfer, select_difference().label("difference"))
        .outerjoin(Charge, col(Charge.id) == col(BankCredit.charge_id))
        .outerjoin(Payer, col(Payer.profile_id) == col(Charge.payer_profile_id))
        .outerjoin(Transfer, col(Transfer.charge_id) == col(Charge.id))
    )
    return cast(Select[Any], statement)


def _conditions(filters: CreditFilter) -> list[ColumnElement[bool]]:
    status = col(BankCredit.status)
    conditions: list[ColumnElement[bool]] = []
    match filters.status:
        case BankCreditStatus.PROPOSED:
            conditions += [status == CreditStatus.OPEN, select_difference().is_(None)]
        case BankCreditStatus.TO_DECIDE:
            conditions += [status == CreditStatus.OPEN, select_difference().is_not(None)]
        case BankCreditStatus.MATCHED:
            conditions.append(status == CreditStatus.MATCHED)
        case BankCreditStatus.SET_ASIDE:
            conditions.append(status == CreditStatus.SET_ASIDE)
    if filters.statement_id:
        conditions.append(col(BankCredit.statement_id) == filters.statement_id)
    if filters.booked_from:
        conditions.append(col(BankCredit.booked_on) >= filters.booked_from)
    if filters.booked_to:
        conditions.append(col(BankCredit.booked_on) <= filters.booked_to)
    return conditions


def _read(row: Row[Any]) -> CreditRead:
    credit: BankCredit = row.BankCredit
    is_open = credit.status is CreditStatus.OPEN
    status = BankCreditStatus.PROPOSED if is_open else BankCreditStatus(credit.status)
    if is_open and row.difference:
        status = BankCreditStatus.TO_DECIDE
    return CreditRead(
        **credit.model_dump(include=_CREDIT_FIELDS),
        status=status,
        difference=row.difference if is_open else None,
        charge=_to_charge(row) if row.Charge else None,
    )


_CREDIT_FIELDS = (CreditRead.model_fields.keys() & BankCredit.model_fields.keys()) - {"status"}


def _to_charge(row: Any) -> TransferCharge:
    charge, payer, transfer = row.Charge, row.Payer, row.Transfer
    return TransferCharge(
        **charge.model_dump(include=_CHARGE_FIELDS),
        payer_name_en=payer.name_en if payer else None,
        payer_name_ar=payer.name_ar if payer else None,
        transfer_chosen=transfer is not None,
        receipt_uploaded=transfer is not None and transfer.receipt_key is not None,
    )


_CHARGE_FIELDS = TransferCharge.model_fields.keys() & Charge.model_fields.keys()
