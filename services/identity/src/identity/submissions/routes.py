"""Asking for approval again."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from kit.auth import Principal
from kit.db import Session
from kit.errors import Forbidden, Unauthorized, problems

from identity.accounts.guards import own_account
from identity.accounts.schemas import UserRead
from identity.organizations.service import NotReturned
from identity.profiles.service import ProfileNotFound
from identity.submissions import service
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
    actor: Annotated[Principal, own_account],
) -> UserRead:
    """Submit an own organization or staff profile again that was sent back."""
    return await service.submit_again(session, actor, profile_id, body)
