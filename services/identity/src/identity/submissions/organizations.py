"""Approval of organizations: decided by the approvals service, and asked for again."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.models import Account, Profile
from identity.accounts.queries import lock_account
from identity.accounts.service import publish_changes
from identity.organizations.events import organization_submitted
from identity.organizations.models import Organization
from identity.organizations.service import lock_organization, publish_organization
from identity.submissions.errors import NotReturned
from identity.submissions.schemas import SubmissionCreate

log = get_logger(__name__)


async def decide_organization(
    session: AsyncSession,
    organization_id: UUID,
    submission: int,
    status: ApprovalStatus,
    comment: str | None,
) -> None:
    """Take over a decision about an organization and its organization profiles.

    Only the submission that waits can be decided; anything else is an old message.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or not _is_waiting(organization, submission):
        log.info("decision ignored", organization=str(organization_id), submission=submission)
        return
    organization.status = status
    await publish_organization(session, organization)
    # Approved or not, whoever waits for it should hear of it at once.
    await _update_profiles(session, accounts, organization, comment, principal=True)


async def submit_organization(
    session: AsyncSession, organization_id: UUID, user_id: UUID, changes: SubmissionCreate
) -> None:
    """Correct the names of an organization that was sent back, and ask for its approval again.

    Raises `NotReturned`.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or organization.status is not ApprovalStatus.RETURNED:
        raise NotReturned
    organization.name_en = changes.organization_name_en or organization.name_en
    organization.name_ar = changes.organization_name_ar or organization.name_ar
    organization.status = ApprovalStatus.SUBMITTED
    organization.submission += 1
    organization.submitted_by = user_id
    await publish_organization(session, organization)
    await outbox.publish(
        session, organization_submitted(organization), sequence=organization.version
    )
    await _update_profiles(session, accounts, organization, None, principal=False)


async def _update_profiles(
    session: AsyncSession,
    accounts: list[Account],
    organization: Organization,
    comment: str | None,
    *,
    principal: bool,
) -> None:
    """Give the organization's profiles its status."""
    for account in accounts:
        for membership in account.memberships:
            if _represents(membership.profile, organization.id):
                membership.profile.approval_status = organization.status
                membership.profile.approval_comment = comment
        await publish_changes(session, account, principal=principal)


def _is_waiting(organization: Organization, submission: int) -> bool:
    return organization.status is ApprovalStatus.SUBMITTED and organization.submission == submission


def _represents(profile: Profile, organization_id: UUID) -> bool:
    return profile.type is ProfileType.ORGANIZATION and profile.organization_id == organization_id


async def _lock_all(
    session: AsyncSession, organization_id: UUID
) -> tuple[list[Account], Organization | None]:
    # Users first, then the organization: the order in which a change of its picture locks them.
    user_ids = await session.scalars(
        select(col(Profile.user_id))
        .where(
            col(Profile.organization_id) == organization_id,
            col(Profile.type) == ProfileType.ORGANIZATION,
        )
        .distinct()
        .order_by(col(Profile.user_id))
    )
    accounts = [await lock_account(session, user_id) for user_id in user_ids]
    return accounts, await lock_organization(session, organization_id)
