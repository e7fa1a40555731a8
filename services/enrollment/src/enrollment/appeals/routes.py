"""Routes for candidates and organizations.

Candidate paths come first, so that `/appeals/mine` does not match an appeal's ID.
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
from enrollment.guards import guard_dashboard

router = APIRouter(prefix="/appeals", tags=["appeals"])

ReaderDep = Annotated[
    Principal,
    guard_dashboard(Permission.VIEW_BATCH_CANDIDATES),
]
AnswererDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]


@router.get("/mine/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def get_my_appeal(session: Session, actor: CandidateDep, enrollment_id: UUID) -> OwnAppeal:
    """Get the candidate's appeal against a result, or the deadline for one."""
    return await queries.get_own_appeal(session, actor, enrollment_id)


@router.post(
    "",
    status_code=201,
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, AppealTooLate, AlreadyAppealed),
)
async def create_appeal(session: Session, actor: CandidateDep, body: AppealCreate) -> OwnAppeal:
    """Appeal against the caller's result, once, within 14 days."""
    return await service.create_appeal(session, actor, body)


@router.post(
    "/{appeal_id}/withdraw", responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded)
)
async def withdraw_appeal(session: Session, actor: CandidateDep, appeal_id: UUID) -> OwnAppeal:
    """Withdraw the caller's appeal."""
    return await service.withdraw_appeal(session, actor, appeal_id)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_appeals(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[AppealFilter, Query()],
    page: Paging,
) -> AppealPage:
    """List the appeals to the organization; admins see all."""
    return await queries.list_appeals(session, actor, filters, page)


@router.get("/{appeal_id}", responses=problems(*AUTH_PROBLEMS, AppealNotFound))
async def get_appeal(session: Session, actor: ReaderDep, appeal_id: UUID) -> AppealDetail:
    """Get one appeal with the scores and attendance that determined the result."""
    return await queries.get_appeal(session, actor, appeal_id)


@router.post("/{appeal_id}/uphold", responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded))
async def uphold_result(
    session: Session, actor: AnswererDep, appeal_id: UUID, body: AppealUphold
) -> AppealDetail:
    """Uphold the result, with an explanation for the candidate."""
    return await service.uphold_result(session, actor, appeal_id, body.answer)


@router.post(
    "/{appeal_id}/change",
    responses=problems(*AUTH_PROBLEMS, AppealNotFound, AppealEnded, Invalid),
)
async def change_result(
    session: Session, actor: AnswererDep, appeal_id: UUID, body: AppealChange
) -> AppealDetail:
    """Correct scores and attendance and decide the result again."""
    return await service.change_result(session, actor, appeal_id, body)
