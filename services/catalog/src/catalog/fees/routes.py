from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.database.pages import Page, Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from catalog.fees import queries, service
from catalog.fees.errors import FeeInEffect
from catalog.fees.schemas import FeeCreate, FeeRead, FeeSort, FeeUpdate, PayingType
from catalog.trainings.errors import StaleEdit

router = APIRouter(prefix="/settings/registration-fees", tags=["settings"])

SettingsAdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_registration_fees(
    session: Session,
    _: SettingsAdminDep,
    page: Paging,
    profile_type: PayingType | None = None,
    sort: FeeSort = FeeSort.VALID_FROM_DESC,
) -> Page[FeeRead]:
    """List current, future and past fees."""
    return await queries.list_fees(session, page, sort, profile_type)


@router.post("", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_registration_fee(
    session: Session, actor: SettingsAdminDep, body: FeeCreate
) -> FeeRead:
    """Add a fee for a profile type, from today or a later day."""
    return await service.create_fee(session, actor, body)


@router.put("/{fee_id}", responses=problems(*AUTH_PROBLEMS, NotFound, FeeInEffect, StaleEdit))
async def update_registration_fee(
    session: Session, actor: SettingsAdminDep, fee_id: UUID, body: FeeUpdate
) -> FeeRead:
    """Change a fee that is not in effect yet."""
    return await service.update_fee(session, actor, fee_id, body)


@router.delete(
    "/{fee_id}", status_code=204, responses=problems(*AUTH_PROBLEMS, NotFound, FeeInEffect)
)
async def delete_registration_fee(session: Session, actor: SettingsAdminDep, fee_id: UUID) -> None:
    """Delete a fee that is not in effect yet."""
    await service.delete_fee(session, actor, fee_id)
