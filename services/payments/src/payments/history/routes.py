from typing import Annotated
from uuid import UUID

from contracts import Permission
from contracts.payments import ChargePurpose, ChargeStatus
from fastapi import APIRouter, Query
from kit.core.errors import NotFound, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, PAYMENT_EXEMPT_GATES, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from payments.charges.queries import VIEWERS
from payments.charges.schemas import ChargeRead
from payments.history import queries
from payments.history.export import export_payments as export
from payments.history.schemas import (
    ChargeDetail,
    PaymentDetail,
    PaymentFilter,
    PaymentPage,
    PaymentSort,
)

router = APIRouter()

# People who are not approved or have not paid yet must be able to pay.
PayerDep = Annotated[Principal, guard(exempt=PAYMENT_EXEMPT_GATES)]
ViewerDep = Annotated[Principal, guard(*VIEWERS, permissions=[Permission.VIEW_PAYMENTS])]


@router.get("/charges", tags=["charges"], responses=problems(*AUTH_PROBLEMS))
async def list_charges(
    session: Session,
    actor: PayerDep,
    page: Paging,
    status: Annotated[list[ChargeStatus] | None, Query()] = None,
    purpose: ChargePurpose | None = None,
) -> Page[ChargeRead]:
    """List charges the active profile owes or paid, newest first."""
    return await queries.list_charges(session, actor, page, status=status or [], purpose=purpose)


@router.get("/charges/{charge_id}", tags=["charges"], responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_charge(session: Session, actor: PayerDep, charge_id: UUID) -> ChargeDetail:
    """Get a charge with its payments, refunds and receipt."""
    return await queries.get_charge(session, actor, charge_id)


@router.get("/payments", tags=["payments"], responses=problems(*AUTH_PROBLEMS))
async def list_payments(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[PaymentFilter, Query()],
    sort: PaymentSort = PaymentSort.CREATED_DESC,
) -> PaymentPage:
    """List the organization's payments and the caller's own. Admins see all."""
    return await queries.list_payments(session, actor, page, filters, sort)


@router.get(
    "/payments/export",
    tags=["payments"],
    response_class=StreamingResponse,
    responses=FILE | problems(TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_payments(
    database: DatabaseDep,
    actor: ViewerDep,
    filters: Annotated[PaymentFilter, Query()],
    file: Annotated[ExportQuery, Query()],
    sort: PaymentSort = PaymentSort.CREATED_DESC,
) -> StreamingResponse:
    """Export the listed payments as a spreadsheet."""
    return await export(database, actor, filters, sort, file)


@router.get(
    "/payments/{payment_id}", tags=["payments"], responses=problems(NotFound, *AUTH_PROBLEMS)
)
async def get_payment(session: Session, actor: PayerDep, payment_id: UUID) -> PaymentDetail:
    """Get one payment of the caller or the caller's organization."""
    return await queries.get_payment(session, actor, payment_id)
