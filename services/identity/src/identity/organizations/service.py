"""Organizations: made at their sign-up, decided by the approvals service, and submitted again."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from contracts.identity import OrganizationSubmitted, OrganizationUpdated
from kit.db import AsyncSession
from kit.errors import Conflict
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.service import Account, lock_account, publish_changes
from identity.media.addresses import image_url
from identity.organizations.models import Organization
from identity.profiles.models import Profile
from identity.submissions.schemas import SubmissionCreate

log = get_logger(__name__)


class NotReturned(Conflict):
    """Only an organization or staff profile that was sent back can be submitted again."""

    code = "approval.not_returned"
    default_detail = "Only what was sent back can be submitted again."


def organization_fact(organization: Organization) -> OrganizationUpdated:
    """The state of an organization as the other services keep it."""
    return OrganizationUpdated(
        organization_id=organization.id,
        name_en=organization.name_en,
        name_ar=organization.name_ar,
        email=organization.email,
        image_url=image_url(organization.image_key),
        status=organization.status,
    )


def submission_fact(organization: Organization) -> OrganizationSubmitted:
    """That the organization asks for approval."""
    assert organization.submitted_by
    return OrganizationSubmitted(
        organization_id=organization.id,
        submission=organization.submission,
        name_en=organization.name_en,
        name_ar=organization.name_ar,
        submitted_by=organization.submitted_by,
    )


async def register(
    session: AsyncSession,
    *,
    name_en: str,
    name_ar: str,
    email: str,
    user_id: UUID,
    announced: bool,
) -> Organization:
    """Make an organization and submit it for approval; a decoy's is not announced."""
    organization = Organization(
        name_en=name_en,
        name_ar=name_ar,
        email=email,
        status=ApprovalStatus.SUBMITTED,
        submission=1,
        submitted_by=user_id,
    )
    session.add(organization)
    await session.flush()
    if announced:
        facts = [organization_fact(organization), submission_fact(organization)]
        await outbox.publish_many(session, [(fact, organization.version) for fact in facts])
    return organization


async def decide(
    session: AsyncSession,
    organization_id: UUID,
    submission: int,
    status: ApprovalStatus,
    comment: str | None,
) -> None:
    """Take over a decision about an organization and its organization profiles.

    Only the submission that is waiting can be decided; anything else is an old message.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or not _is_waiting(organization, submission):
        log.info("decision ignored", organization=str(organization_id), submission=submission)
        return
    organization.status = status
    await publish_organization(session, organization)
    # Approved or not, whoever waits for it should hear of it at once.
    await _tell_profiles(session, accounts, organization, comment, principal=True)


async def submit_again(
    session: AsyncSession, organization_id: UUID, user_id: UUID, changes: SubmissionCreate
) -> None:
    """Mend the names of an organization that was sent back, and ask for its approval again.

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
    await outbox.publish(session, submission_fact(organization), sequence=organization.version)
    await _tell_profiles(session, accounts, organization, None, principal=False)


async def _tell_profiles(
    session: AsyncSession,
    accounts: list[Account],
    organization: Organization,
    comment: str | None,
    *,
    principal: bool,
) -> None:
    """Let the organization's profiles stand where it stands."""
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


async def lock_organization(session: AsyncSession, organization_id: UUID) -> Organization | None:
    """The organization, which nobody else changes until the transaction ends."""
    organization: Organization | None = await session.scalar(
        select(Organization)
        .where(col(Organization.id) == organization_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return organization


async def publish_organization(session: AsyncSession, organization: Organization) -> None:
    """Tell the other services of a change to a locked organization."""
    organization.version += 1
    await session.flush()
    await outbox.publish(session, organization_fact(organization), sequence=organization.version)
