"""Approval of staff profiles: decided by the approvals service, and asked for again."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.models import Account, Membership, Profile
from identity.accounts.queries import lock_account
from identity.accounts.service import publish_changes
from identity.submissions.errors import NotReturned
from identity.submissions.events import staff_submitted

log = get_logger(__name__)


async def decide_staff(
    session: AsyncSession,
    profile_id: UUID,
    submission: int,
    status: ApprovalStatus,
    comment: str | None,
) -> None:
    """Take over a decision about a staff profile; only the submission that waits."""
    user_id = await session.scalar(
        select(col(Profile.user_id)).where(col(Profile.id) == profile_id)
    )
    account = await lock_account(session, user_id) if user_id else None
    membership = account.membership(profile_id) if account else None
    if account is None or membership is None or not _is_waiting(membership.profile, submission):
        log.info("decision ignored", profile=str(profile_id), submission=submission)
        return
    membership.profile.approval_status = status
    membership.profile.approval_comment = comment
    await publish_changes(session, account, principal=True)


async def submit_staff(session: AsyncSession, account: Account, membership: Membership) -> None:
    """Ask for the approval of a staff profile of a locked account again.

    Raises `NotReturned`.
    """
    profile = membership.profile
    # Only staff are decided by themselves, so no other profile is ever sent back here.
    if profile.approval_status is not ApprovalStatus.RETURNED:
        raise NotReturned
    profile.approval_status = ApprovalStatus.SUBMITTED
    profile.approval_comment = None
    profile.submission += 1
    await publish_changes(session, account, principal=False)
    await outbox.publish(session, staff_submitted(account.user, profile), sequence=profile.version)


def _is_waiting(profile: Profile, submission: int) -> bool:
    return (
        profile.type is ProfileType.STAFF
        and profile.approval_status is ApprovalStatus.SUBMITTED
        and profile.submission == submission
    )
