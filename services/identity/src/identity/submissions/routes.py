"""Routes of asking for approval again."""

from uuid import UUID

from fastapi import APIRouter
from kit.db import Session
from kit.errors import Forbidden, Unauthorized, problems

from identity.accounts.guards import AccountOwnerDep
from identity.accounts.schemas import UserRead
from identity.profiles.errors import ProfileNotFound
from identity.submissions import service
from identity.submissions.errors import NotReturned
from identity.submissions.schemas import SubmissionCreate

router = APIRouter(prefix="/profiles", tags=["profiles"])


@router.post(
    "/{profile_id}/submissions",
    status_code=201,
    responses=problems(Unauthorized, Forbidden, ProfileNotFound, NotReturned),
)
async def submit_profile_again(
    profile_id: UUID,
    body: SubmissionCreate,
    session: Session,
    actor: AccountOwnerDep,
) -> UserRead:
    """Submit an own organization or staff profile again that was sent back."""
    return await service.submit_again(session, actor, profile_id, body)
