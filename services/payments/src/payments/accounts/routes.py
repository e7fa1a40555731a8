"""Accounts of organizations: for admins, for the organizations, and for whoever pays."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, NotFound, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from payments.accounts import queries, service
from payments.accounts.errors import AccountChanged, AccountUnavailable
from payments.accounts.export import export_entries as export
from payments.accounts.queries import VIEWERS
from payments.accounts.schemas import (
    AccountCreate,
    AccountFilter,
    AccountRead,
    AccountSort,
    AccountUpdate,
    BillRead,
    EntryFilter,
    EntryPage,
)
from payments.history.routes import PayerDep
from payments.payments.schemas import PaymentRead

router = APIRouter(tags=["accounts"])

ViewerDep = Annotated[Principal, guard(*VIEWERS, permissions=[Permission.VIEW_PAYMENTS])]
# Whom the platform trusts with how much is one of its settings.
ManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.post(
    "/charges/{charge_id}/account",
    status_code=201,
    responses=problems(NotFound, AccountUnavailable, *AUTH_PROBLEMS),
)
async def pay_on_account(session: Session, actor: PayerDep, charge_id: UUID) -> PaymentRead:
    """Pay a charge of the organization on its account: it is settled at once, and owed with the
    month's bill."""
    return await service.pay_on_account(session, actor, charge_id)


@router.get("/payment-accounts", responses=problems(*AUTH_PROBLEMS))
async def list_accounts(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[AccountFilter, Query()],
    sort: AccountSort = AccountSort.OWED_DESC,
) -> Page[AccountRead]:
    """Organizations that may pay on account, with what they owe; an organization sees its own."""
    return await queries.list_accounts(session, actor, page, filters, sort)


@router.post("/payment-accounts", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS))
async def create_account(session: Session, actor: ManagerDep, body: AccountCreate) -> AccountRead:
    """Allow an organization to pay on account."""
    return await service.create_account(session, actor, body)


@router.get("/payment-accounts/{account_id}", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_account(session: Session, actor: ViewerDep, account_id: UUID) -> AccountRead:
    """An account with what is owed and what is left of its limit."""
    return await queries.get_account(session, account_id, queries.visible(actor))


@router.put(
    "/payment-accounts/{account_id}",
    responses=problems(NotFound, AccountChanged, *AUTH_PROBLEMS),
)
async def update_account(
    session: Session, actor: ManagerDep, account_id: UUID, body: AccountUpdate
) -> AccountRead:
    """Change the limit or the days to pay, stop the account, or allow it again."""
    return await service.update_account(session, actor, account_id, body)


@router.get("/payment-accounts/{account_id}/bills", responses=problems(NotFound, *AUTH_PROBLEMS))
async def list_bills(
    session: Session, actor: ViewerDep, account_id: UUID, page: Paging
) -> Page[BillRead]:
    """The bills of an account, the newest month first."""
    return await queries.list_bills(session, actor, account_id, page)


@router.get("/payment-accounts/{account_id}/entries", responses=problems(NotFound, *AUTH_PROBLEMS))
async def list_entries(
    session: Session,
    actor: ViewerDep,
    account_id: UUID,
    page: Paging,
    filters: Annotated[EntryFilter, Query()],
) -> EntryPage:
    """What was put on an account, and what was taken off it."""
    return await queries.list_entries(session, actor, account_id, page, filters)


@router.get(
    "/payment-accounts/{account_id}/entries/export",
    response_class=StreamingResponse,
    responses=FILE | problems(NotFound, TooManyRows, TooManyRequests, *AUTH_PROBLEMS),
)
async def export_entries(
    database: DatabaseDep,
    actor: ViewerDep,
    account_id: UUID,
    filters: Annotated[EntryFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """The same list as a file for spreadsheets, all of its rows."""
    return await export(database, actor, account_id, filters, file)
