"""Routes of asking for approval."""

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
    """The submissions of an own organization or staff profile, the newest first, with what is to
    be mended."""
    return await queries.list_own_submissions(session, actor, profile_id)


@router.post(
    "/{profile_id}/submissions", status_code=201, responses=problems(NotSubmittable, Invalid)
)
async def submit_profile(profile_id: UUID, session: Session, actor: AccountOwnerDep) -> UserRead:
    """Submit an own organization or staff profile for approval, as it is now: a draft, or what was
    sent back. What is missing of an organization is named by field."""
    return await service.submit_profile(session, actor, profile_id)
