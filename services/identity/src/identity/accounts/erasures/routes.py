from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.accounts.accounts.errors import UserOutranks
from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.erasures import queries, service
from identity.accounts.erasures.errors import ErasureNotFound, ErasureNotOpen, ErasureRunning
from identity.accounts.erasures.schemas import (
    ErasureCreate,
    ErasureDecision,
    ErasureFilter,
    ErasureRow,
    ErasureSort,
    OwnErasure,
)
from identity.administration.users.errors import OwnAccount
from identity.sign_in.attempts.errors import AccountLocked
from identity.sign_in.revocations.service import KeysDep

own_router = APIRouter(
    prefix="/users/me/erasure", tags=["own data"], responses=problems(Unauthorized, Forbidden)
)
admin_router = APIRouter(
    prefix="/users/erasures", tags=["erasures"], responses=problems(*AUTH_PROBLEMS)
)

EraserDep = Annotated[Principal, guard(ProfileType.ADMIN, permissions=[Permission.ERASE_USER])]


@own_router.get("")
async def get_own_erasure(session: Session, actor: AccountOwnerDep) -> OwnErasure | None:
    """Return the caller's latest request, or null."""
    return await queries.find_own_erasure(session, actor)


@own_router.post("", status_code=202, responses=problems(Invalid, AccountLocked, ErasureRunning))
async def create_erasure(
    body: ErasureCreate, database: DatabaseDep, keys: KeysDep, actor: AccountOwnerDep
) -> None:
    """Request the erasure of one's account. Obstacles are reported shortly after."""
    await service.create_erasure(database, keys, actor, body)


@own_router.delete("", responses=problems(ErasureNotFound, ErasureNotOpen))
async def withdraw_erasure(session: Session, actor: AccountOwnerDep) -> OwnErasure | None:
    """Withdraw the request, unless an admin has approved it."""
    await service.withdraw_erasure(session, actor)
    return await queries.find_own_erasure(session, actor)


@admin_router.get("")
async def list_erasures(
    session: Session,
    actor: EraserDep,
    page: Paging,
    filters: Annotated[ErasureFilter, Query()],
    sort: ErasureSort = ErasureSort.CREATED_DESC,
) -> Page[ErasureRow]:
    """List erasure requests with their decisions."""
    return await queries.list_erasures(session, actor, page, filters, sort)


@admin_router.get("/{erasure_id}", responses=problems(ErasureNotFound))
async def get_erasure(erasure_id: UUID, session: Session, actor: EraserDep) -> ErasureRow:
    """Return one request."""
    return await queries.get_erasure(session, actor, erasure_id)


@admin_router.post(
    "/{erasure_id}/decisions",
    responses=problems(
        ErasureNotFound, ErasureNotOpen, OwnAccount, UserOutranks, Invalid, *AUTH_PROBLEMS
    ),
)
async def decide_erasure(
    erasure_id: UUID, body: ErasureDecision, session: Session, actor: EraserDep
) -> ErasureRow:
    """Reject a request, or approve it and erase the person after another check."""
    await service.decide_erasure(session, actor, erasure_id, body)
    return await queries.get_erasure(session, actor, erasure_id)
