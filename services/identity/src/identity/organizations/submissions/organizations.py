"""Approval of organizations: asked for, and decided by the approvals service."""

from uuid import UUID

from contracts import ApprovalStatus, ContentType, ProfileType
from kit.core.errors import FieldProblem, Invalid
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.models import PROFILE_APPROVAL_STATES, Account, Profile
from identity.accounts.accounts.queries import lock_account
from identity.accounts.accounts.service import publish_changes
from identity.organizations.documents.service import mark_submitted
from identity.organizations.onboarding.queries import Given, find_missing, load_given
from identity.organizations.onboarding.rules import OPEN
from identity.organizations.onboarding.snapshots import snapshot_of
from identity.organizations.organizations.models import ORGANIZATION_STATES, Organization
from identity.organizations.organizations.service import lock_organization, publish_organization
from identity.organizations.submissions.errors import NotSubmittable
from identity.organizations.submissions.events import organization_submitted
from identity.organizations.submissions.records import create_submission, decide_submission
from identity.organizations.submissions.schemas import Decided

log = get_logger(__name__)
_TYPE = ContentType.ORGANIZATION


async def decide_organization(
    session: AsyncSession, organization_id: UUID, decided: Decided
) -> None:
    """Take over a decision about an organization and its organization profiles.

    Only the submission that waits can be decided; anything else is an old message.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or not _is_waiting(organization, decided.number):
        log.info("decision ignored", organization=str(organization_id), submission=decided.number)
        return
    ORGANIZATION_STATES.transition(organization, decided.status)
    await publish_organization(session, organization)
    await decide_submission(session, _TYPE, organization.id, decided)
    # Approved or not, whoever waits for it should hear of it at once.
    await _update_profiles(session, accounts, organization, decided.comment, principal=True)


async def submit_organization(session: AsyncSession, organization_id: UUID, user_id: UUID) -> None:
    """Ask for the approval of an organization as it is now.

    Raises `NotSubmittable`, `Invalid` with what is missing.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or organization.status not in OPEN:
        raise NotSubmittable
    given = await load_given(session, organization)
    await _refuse_incomplete(session, given)
    ORGANIZATION_STATES.transition(organization, ApprovalStatus.SUBMITTED)
    organization.submission += 1
    organization.submitted_by = user_id
    snapshot = snapshot_of(given)
    await mark_submitted(session, organization.id, organization.submission)
    await create_submission(
        session, _TYPE, organization.id, organization.submission, snapshot, user_id
    )
    await publish_organization(session, organization)
    state_id = given.address.state_id if given.address else None
    event = organization_submitted(organization, snapshot, state_id)
    await outbox.publish(session, event, sequence=organization.version)
    await _update_profiles(session, accounts, organization, None, principal=False)


async def _refuse_incomplete(session: AsyncSession, given: Given) -> None:
    missing = await find_missing(session, given)
    if missing:
        message = "This is missing, or no longer valid."
        raise Invalid(
            fields=[
                FieldProblem(field=part.field, code=part.code, message=message) for part in missing
            ]
        )


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
                PROFILE_APPROVAL_STATES.transition(membership.profile, organization.status)
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
