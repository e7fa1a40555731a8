from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Conflict, Forbidden, Invalid, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from identity.administration.confirmations import queries, service
from identity.administration.confirmations.errors import (
    ConfirmationClosed,
    ConfirmationNotFound,
    ConfirmationStale,
    NotEligible,
)
from identity.administration.confirmations.schemas import (
    ConfirmationFilter,
    ConfirmationRow,
    ConfirmationSort,
)

router = APIRouter(
    prefix="/confirmations", tags=["confirmations"], responses=problems(*AUTH_PROBLEMS)
)

ConfirmerDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.EDIT_SIGN_IN_DETAILS])
]


@router.get("")
async def list_confirmations(
    session: Session,
    actor: ConfirmerDep,
    page: Paging,
    filters: Annotated[ConfirmationFilter, Query()],
    sort: ConfirmationSort = ConfirmationSort.CREATED_DESC,
) -> Page[ConfirmationRow]:
    """List changes that another admin must confirm."""
    return await queries.list_confirmations(session, actor, page, filters, sort)


@router.post(
    "/{confirmation_id}/confirm",
    responses=problems(
        ConfirmationNotFound, ConfirmationClosed, ConfirmationStale, NotEligible, Conflict,
        Forbidden, Invalid, *AUTH_PROBLEMS,
    ),
)  # fmt: skip
async def confirm_confirmation(
    confirmation_id: UUID, session: Session, actor: ConfirmerDep
) -> ConfirmationRow:
    """Confirm a request and apply it immediately."""
    await service.confirm(session, actor, confirmation_id)
    return await queries.get_confirmation(session, actor, confirmation_id)


@router.post(
    "/{confirmation_id}/decline", responses=problems(ConfirmationNotFound, ConfirmationClosed)
)
async def decline_confirmation(
    confirmation_id: UUID, session: Session, actor: ConfirmerDep
) -> ConfirmationRow:
    """Decline a request, or withdraw one's own."""
    await service.decline(session, actor, confirmation_id)
    return await queries.get_confirmation(session, actor, confirmation_id)
