"""`/approvals/progress`: how the own submissions stand."""

from typing import Annotated
from uuid import UUID

from contracts import ProfileType
from fastapi import APIRouter
from kit.core.errors import problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Gate, Principal, guard

from approvals.progress import queries
from approvals.progress.schemas import RequestProgress

ApplicantDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION, ProfileType.STAFF, exempt=frozenset(Gate) - {Gate.VERIFICATION}
    ),
]
"""Whoever waits for approval; they pass no other gate before it."""
ReaderDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]

router = APIRouter(prefix="/approvals/progress", tags=["approvals"])


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def get_approval_progress(session: Session, actor: ApplicantDep) -> RequestProgress | None:
    """Where the newest submission of the caller's organization, or of the caller as staff, stands,
    with its history; null when nothing was submitted yet."""
    return await queries.get_progress(session, actor)


@router.get("/applications/{application_id}", responses=problems(*AUTH_PROBLEMS))
async def get_application_progress(
    session: Session, actor: ReaderDep, application_id: UUID
) -> RequestProgress | None:
    """Where an application of the caller's organization stands, with its history; null when there
    is none that was submitted."""
    return await queries.get_application_progress(session, actor, application_id)
