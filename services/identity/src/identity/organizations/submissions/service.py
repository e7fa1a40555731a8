from uuid import UUID

from contracts import ApprovalStatus, ContentType, ProfileType
from contracts.submissions import Snapshot, SubmittedField
from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.models import (
    PROFILE_APPROVAL_STATES,
    Account,
    Profile,
    ProfileStatus,
)
from identity.accounts.accounts.queries import get_account, lock_account, read_account
from identity.accounts.accounts.schemas import UserRead
from identity.accounts.accounts.service import publish_changes
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.documents.queries import (
    find_missing_documents,
    list_current,
    submitted_documents,
)
from identity.organizations.documents.service import mark_submitted
from identity.organizations.onboarding.queries import (
    OrganizationData,
    find_missing,
    load_organization_data,
    take_snapshot,
)
from identity.organizations.onboarding.rules import OPEN
from identity.organizations.organizations.models import ORGANIZATION_STATES, Organization
from identity.organizations.organizations.service import lock_organization, publish_organization
from identity.organizations.submissions.errors import NotSubmittable
from identity.organizations.submissions.events import organization_submitted, staff_submitted
from identity.organizations.submissions.models import SUBMISSION_STATES, Submission
from identity.organizations.submissions.queries import find_state
from identity.organizations.submissions.schemas import Decided

log = get_logger(__name__)


async def submit_profile(session: AsyncSession, actor: Principal, profile_id: UUID) -> UserRead:
    """Submit the caller's profile, or its organization for an organization profile.

    Raises `ProfileNotFound`, `NotSubmittable`, `Invalid`.
    """
    own = (await get_account(session, actor.user_id)).membership(profile_id)
    if own is None:
        raise ProfileNotFound
    if own.profile.type is ProfileType.ORGANIZATION and own.profile.organization_id:
        await submit_organization(session, own.profile.organization_id, actor.user_id)
    else:
        account = await lock_account(session, actor.user_id)
        membership = account.membership(profile_id)
        if membership is None:
            raise ProfileNotFound
        await submit_staff(session, account, membership.profile)
    return read_account(await get_account(session, actor.user_id))


async def create_submission(
    session: AsyncSession,
    content_type: ContentType,
    content_id: UUID,
    number: int,
    snapshot: Snapshot,
    user_id: UUID,
) -> None:
    """Record a submission of locked content. The primary key rejects duplicate numbers."""
    session.add(
        Submission(
            content_type=content_type,
            content_id=content_id,
            number=number,
            snapshot=snapshot.model_dump(mode="json"),
            submitted_by=user_id,
        )
    )
    await session.flush()


async def decide_submission(
    session: AsyncSession, content_type: ContentType, content_id: UUID, decided: Decided
) -> None:
    """Record the decision; old submissions without a row are ignored."""
    submission = await session.get(Submission, (content_type, content_id, decided.number))
    if submission is None:
        return
    SUBMISSION_STATES.transition(submission, decided.status)
    submission.comment = decided.comment
    submission.remarks = [remark.model_dump() for remark in decided.remarks]
    submission.decided_at = await db.now(session)
    await session.flush()


async def decide_organization(
    session: AsyncSession, organization_id: UUID, decided: Decided
) -> None:
    """Apply a decision to an organization and its organization profiles.

    Only the open submission is decided; late or repeated events are ignored.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or not _organization_waits(organization, decided.number):
        log.info("decision ignored", organization=str(organization_id), submission=decided.number)
        return
    ORGANIZATION_STATES.transition(organization, decided.status)
    await publish_organization(session, organization)
    await decide_submission(session, ContentType.ORGANIZATION, organization.id, decided)
    # Refresh the tokens after any decision, so that waiting users see it immediately.
    await _update_profiles(session, accounts, organization, decided.comment, principal=True)


async def submit_organization(session: AsyncSession, organization_id: UUID, user_id: UUID) -> None:
    """Submit an organization for approval.

    Raises `NotSubmittable`, and `Invalid` with the missing parts.
    """
    accounts, organization = await _lock_all(session, organization_id)
    if organization is None or organization.status not in OPEN:
        raise NotSubmittable
    given = await load_organization_data(session, organization)
    await _refuse_incomplete(session, given)
    ORGANIZATION_STATES.transition(organization, ApprovalStatus.SUBMITTED)
    organization.submission += 1
    organization.submitted_by = user_id
    snapshot = take_snapshot(given)
    await mark_submitted(session, organization.id, organization.submission)
    await create_submission(
        session,
        ContentType.ORGANIZATION,
        organization.id,
        organization.submission,
        snapshot,
        user_id,
    )
    await publish_organization(session, organization)
    state_id = given.address.state_id if given.address else None
    event = organization_submitted(organization, snapshot, state_id)
    await outbox.publish(session, event, sequence=organization.version)
    await _update_profiles(session, accounts, organization, None, principal=False)


async def _refuse_incomplete(session: AsyncSession, given: OrganizationData) -> None:
    missing = await find_missing(session, given)
    if missing:
        message = "This is missing or no longer valid. Enter it."
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
    """Copy the organization's status to its profiles."""
    for account in accounts:
        for membership in account.memberships:
            if _represents(membership.profile, organization.id):
                PROFILE_APPROVAL_STATES.transition(membership.profile, organization.status)
                membership.profile.approval_comment = comment
        await publish_changes(session, account, principal=principal)


def _organization_waits(organization: Organization, submission: int) -> bool:
    return organization.status is ApprovalStatus.SUBMITTED and organization.submission == submission


def _represents(profile: Profile, organization_id: UUID) -> bool:
    return profile.type is ProfileType.ORGANIZATION and profile.organization_id == organization_id


async def _lock_all(
    session: AsyncSession, organization_id: UUID
) -> tuple[list[Account], Organization | None]:
    # Users first, then the organization: the same lock order as a change of its picture.
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


async def decide_staff(session: AsyncSession, profile_id: UUID, decided: Decided) -> None:
    """Apply a decision to a staff profile; only the open submission is decided."""
    user_id = await session.scalar(
        select(col(Profile.user_id)).where(col(Profile.id) == profile_id)
    )
    account = await lock_account(session, user_id) if user_id else None
    # Not from the account: it lacks suspended profiles.
    profile = await session.get(Profile, profile_id, populate_existing=True) if account else None
    if account is None or profile is None or not _profile_waits(profile, decided.number):
        log.info("decision ignored", profile=str(profile_id), submission=decided.number)
        return
    PROFILE_APPROVAL_STATES.transition(profile, decided.status)
    profile.approval_comment = decided.comment
    await decide_submission(session, ContentType.STAFF, profile_id, decided)
    await publish_changes(session, account, principal=True, besides=profile)


async def submit_staff(
    session: AsyncSession, account: Account, profile: Profile, *, principal: bool = False
) -> None:
    """Submit a staff profile of a locked account for approval.

    `principal` means that the profile is new to the user's tokens. Raises `NotSubmittable`, and
    `Invalid` with the missing documents.
    """
    user = account.user
    if profile.type is not ProfileType.STAFF or profile.approval_status not in OPEN:
        raise NotSubmittable
    lacking = await find_missing_documents(session, profile.id)
    if lacking:
        message = "This is missing or no longer valid. Enter it."
        raise Invalid(
            fields=[FieldProblem(field=name, code=code, message=message) for name, code in lacking]
        )
    PROFILE_APPROVAL_STATES.transition(profile, ApprovalStatus.SUBMITTED)
    profile.approval_comment = None
    profile.submission += 1
    snapshot = _staff_snapshot(account, await list_current(session, profile.id))
    await mark_submitted(session, profile.id, profile.submission)
    await create_submission(
        session, ContentType.STAFF, profile.id, profile.submission, snapshot, user.id
    )
    await publish_changes(session, account, principal=principal)
    state_id = await find_state(session, profile.organization_id)
    event = staff_submitted(user, profile, snapshot, state_id)
    await outbox.publish(session, event, sequence=profile.version)


def _staff_snapshot(
    account: Account, documents: list[tuple[ProfileDocument, DocumentKind]]
) -> Snapshot:
    user = account.user
    names = ("name_en", "name_ar", "email", "phone")
    return Snapshot(
        fields=tuple(SubmittedField(name=name, value=getattr(user, name)) for name in names),
        documents=submitted_documents(documents),
    )


def _profile_waits(profile: Profile, submission: int) -> bool:
    return (
        profile.type is ProfileType.STAFF
        and profile.status is not ProfileStatus.REMOVED
        and profile.approval_status is ApprovalStatus.SUBMITTED
        and profile.submission == submission
    )
