from uuid import UUID

from contracts import ContentType, ProfileType
from contracts.submissions import Snapshot
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import Profile
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.organizations.models import OrganizationAddress
from identity.organizations.submissions.models import Submission
from identity.organizations.submissions.schemas import SubmissionRead

SHOWN = 50
"""Maximum number of listed submissions, never reached in practice."""


async def list_own_submissions(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> list[SubmissionRead]:
    """List the submissions of the caller's profile or its organization, newest first.

    Raises `ProfileNotFound`.
    """
    profile: Profile | None = await session.scalar(
        select(Profile).where(col(Profile.id) == profile_id, col(Profile.user_id) == actor.user_id)
    )
    if profile is None:
        raise ProfileNotFound
    if profile.type is ProfileType.ORGANIZATION and profile.organization_id:
        return await list_submissions(session, ContentType.ORGANIZATION, profile.organization_id)
    return await list_submissions(session, ContentType.STAFF, profile.id)


async def list_submissions(
    session: AsyncSession, content_type: ContentType, content_id: UUID
) -> list[SubmissionRead]:
    """List the submissions of an organization or a staff profile, newest first."""
    found = await session.scalars(
        select(Submission)
        .where(
            col(Submission.content_type) == content_type,
            col(Submission.content_id) == content_id,
        )
        .order_by(col(Submission.number).desc())
        .limit(SHOWN)
    )
    return [SubmissionRead.model_validate(each, from_attributes=True) for each in found]


async def get_snapshot(
    session: AsyncSession, content_type: ContentType, content_id: UUID
) -> Snapshot:
    """Return the snapshot of the last submission; empty if none was taken."""
    snapshot = await session.scalar(
        select(col(Submission.snapshot))
        .where(
            col(Submission.content_type) == content_type,
            col(Submission.content_id) == content_id,
        )
        .order_by(col(Submission.number).desc())
        .limit(1)
    )
    return Snapshot.model_validate(snapshot) if snapshot else Snapshot()


async def find_state(session: AsyncSession, organization_id: UUID | None) -> UUID | None:
    """Return the region ID of an organization's address."""
    found: UUID | None = await session.scalar(
        select(col(OrganizationAddress.state_id)).where(
            col(OrganizationAddress.organization_id) == organization_id
        )
    )
    return found
