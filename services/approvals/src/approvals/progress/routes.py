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
"""Only the verification gate applies, because applicants await approval."""
ReaderDep = Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)]

router = APIRouter(prefix="/approvals/progress", tags=["approvals"])


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def get_approval_progress(session: Session, actor: ApplicantDep) -> RequestProgress | None:
    """Get the approval progress of the caller's organization or staff profile. Null before any
    submission.
    """
    return await queries.get_progress(session, actor)


@router.get("/applications/{application_id}", responses=problems(*AUTH_PROBLEMS))
async def get_application_progress(
    session: Session, actor: ReaderDep, application_id: UUID
) -> RequestProgress | None:
    """Get the approval progress of an application of the caller's organization. Null if never
    submitted.
    """
    return await queries.get_application_progress(session, actor, application_id)
