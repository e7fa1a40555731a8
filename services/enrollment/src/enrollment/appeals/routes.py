"""Appeals: a candidate's own, and those that an organization answers.

The candidate's path comes first: `/appeals/mine` is not an appeal's id.
"""

from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from enrollment.appeals import queries, service
from enrollment.appeals.errors import AlreadyAppealed, AppealEnded, AppealNotFound, AppealTooLate
from enrollment.appeals.schemas import (
    AppealChange,
    AppealCreate,
    AppealDetail,
    AppealFilter,
    AppealPage,
    AppealUphold,
    OwnAppeal,
)
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.routes import CandidateDep
from enrollment.guards import desk

router = APIRouter(prefix="/appeals", tags=["appeals"])

ReaderDep = Annotated[
    Principal,
    desk(Permission.VIEW_BATCH_CANDIDATES),
]
AnswererDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_appeal(session: Session, actor: CandidateDep, enrollment_id: UUID) -> OwnAppeal:
    """Whether and until when the candidate can appeal against their result, and their appeal."""
    return await queries.get_own(session, actor, enrollment_id)


@router.post(
    "",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, AppealTooLate, AlreadyAppealed),
)
async def create_appeal(session: Session, actor: CandidateDep, body: AppealCreate) -> OwnAppeal:
    """Appeal against one's result, once, within 14 days."""
    return await service.create_appeal(session, actor, body)


@router.post(
    "/{appeal_id}/withdraw", responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded)
)
async def withdraw_appeal(session: Session, actor: CandidateDep, appeal_id: UUID) -> OwnAppeal:
    """Take one's appeal back."""
    return await service.withdraw_appeal(session, actor, appeal_id)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_appeals(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[AppealFilter, Query()],
    page: Paging,
) -> AppealPage:
    """The appeals to the organization, or to all for an admin."""
    return await queries.list_appeals(session, actor, filters, page)


@router.get("/{appeal_id}", responses=problems(*AUTH_PROBLEMS, AppealNotFound))
async def get_appeal(session: Session, actor: ReaderDep, appeal_id: UUID) -> AppealDetail:
    """One appeal, with the scores and the attendance that the result was decided by."""
    return await queries.get_appeal(session, actor, appeal_id)


@router.post("/{appeal_id}/uphold", responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded))
async def uphold_result(
    session: Session, actor: AnswererDep, appeal_id: UUID, body: AppealUphold
) -> AppealDetail:
    """The result stays; the candidate reads why."""
    return await service.uphold_result(session, actor, appeal_id, body.answer)


@router.post(
    "/{appeal_id}/change",
    responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded, Invalid),
)
async def change_result(
    session: Session, actor: AnswererDep, appeal_id: UUID, body: AppealChange
) -> AppealDetail:
    """Correct scores and attendance; the result is decided again by them."""
    return await service.change_result(session, actor, appeal_id, body)
