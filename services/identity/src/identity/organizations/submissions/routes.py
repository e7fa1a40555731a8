from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import Session

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.accounts.schemas import UserRead
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.submissions import queries, service
from identity.organizations.submissions.errors import NotSubmittable
from identity.organizations.submissions.schemas import SubmissionRead

router = APIRouter(
    prefix="/profiles",
    tags=["profiles"],
    responses=problems(Unauthorized, Forbidden, ProfileNotFound),
)


@router.get("/{profile_id}/submissions")
async def list_profile_submissions(
    profile_id: UUID, session: Session, actor: AccountOwnerDep
) -> list[SubmissionRead]:
    """List the submissions of the caller's organization or staff profile, newest first."""
    return await queries.list_own_submissions(session, actor, profile_id)


@router.post(
    "/{profile_id}/submissions", status_code=201, responses=problems(NotSubmittable, Invalid)
)
async def submit_profile(profile_id: UUID, session: Session, actor: AccountOwnerDep) -> UserRead:
    """Submit the caller's organization or staff profile, a draft or returned one, for approval.

    The error lists the missing fields.
    """
    return await service.submit_profile(session, actor, profile_id)
