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
# Granting credit is a platform setting, so it needs the settings permission.
ManagerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.post(
    "/charges/{charge_id}/account",
    status_code=201,
    responses=problems(NotFound, AccountUnavailable, *AUTH_PROBLEMS),
)
async def pay_on_account(session: Session, actor: PayerDep, charge_id: UUID) -> PaymentRead:
    """Pay a charge on the organization's account. It is settled at once and appears on the monthly
    bill.
    """
    return await service.pay_on_account(session, actor, charge_id)


@router.get("/payment-accounts", responses=problems(*AUTH_PROBLEMS))
async def list_accounts(
    session: Session,
    actor: ViewerDep,
    page: Paging,
    filters: Annotated[AccountFilter, Query()],
    sort: AccountSort = AccountSort.OWED_DESC,
) -> Page[AccountRead]:
    """List accounts with their balances. An organization sees only its own."""
    return await queries.list_accounts(session, actor, page, filters, sort)


@router.post("/payment-accounts", status_code=201, responses=problems(Invalid, *AUTH_PROBLEMS))
async def create_account(session: Session, actor: ManagerDep, body: AccountCreate) -> AccountRead:
    """Allow an organization to pay on account."""
    return await service.create_account(session, actor, body)


@router.get("/payment-accounts/{account_id}", responses=problems(NotFound, *AUTH_PROBLEMS))
async def get_account(session: Session, actor: ViewerDep, account_id: UUID) -> AccountRead:
    """Get an account with its balance and remaining limit."""
    return await queries.get_account(session, account_id, queries.is_visible(actor))


@router.put(
    "/payment-accounts/{account_id}",
    responses=problems(NotFound, AccountChanged, *AUTH_PROBLEMS),
)
async def update_account(
    session: Session, actor: ManagerDep, account_id: UUID, body: AccountUpdate
) -> AccountRead:
    """Change an account's limit or payment term, stop it or resume it."""
    return await service.update_account(session, actor, account_id, body)


@router.get("/payment-accounts/{account_id}/bills", responses=problems(NotFound, *AUTH_PROBLEMS))
async def list_bills(
    session: Session, actor: ViewerDep, account_id: UUID, page: Paging
) -> Page[BillRead]:
    """List an account's bills, newest month first."""
    return await queries.list_bills(session, actor, account_id, page)


@router.get("/payment-accounts/{account_id}/entries", responses=problems(NotFound, *AUTH_PROBLEMS))
async def list_entries(
    session: Session,
    actor: ViewerDep,
    account_id: UUID,
    page: Paging,
    filters: Annotated[EntryFilter, Query()],
) -> EntryPage:
    """List an account's entries."""
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
    """Export an account's entries as a spreadsheet."""
    return await export(database, actor, account_id, filters, file)
