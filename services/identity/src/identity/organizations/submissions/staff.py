"""Approval of staff profiles: asked for, and decided by the approvals service."""

from uuid import UUID

from contracts import ApprovalStatus, ContentType, ProfileType
from contracts.submissions import Snapshot, SubmittedField
from kit.core.errors import FieldProblem, Invalid
from kit.database.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.accounts.models import (
    PROFILE_APPROVAL_STATES,
    Account,
    Profile,
    ProfileStatus,
)
from identity.accounts.accounts.queries import lock_account
from identity.accounts.accounts.service import publish_changes
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.documents.queries import list_current, submitted_documents
from identity.organizations.documents.service import mark_submitted
from identity.organizations.staff_documents.queries import find_lacking
from identity.organizations.submissions.errors import NotSubmittable
from identity.organizations.submissions.events import staff_submitted
from identity.organizations.submissions.queries import find_state
from identity.organizations.submissions.records import create_submission, decide_submission
from identity.organizations.submissions.schemas import Decided

log = get_logger(__name__)
_OPEN = (ApprovalStatus.DRAFT, ApprovalStatus.RETURNED)


async def decide_staff(session: AsyncSession, profile_id: UUID, decided: Decided) -> None:
    """Take over a decision about a staff profile; only the submission that waits."""
    user_id = await session.scalar(
        select(col(Profile.user_id)).where(col(Profile.id) == profile_id)
    )
    account = await lock_account(session, user_id) if user_id else None
    # Also of somebody who is suspended just now.
    profile = await session.get(Profile, profile_id, populate_existing=True) if account else None
    if account is None or profile is None or not _is_waiting(profile, decided.number):
        log.info("decision ignored", profile=str(profile_id), submission=decided.number)
        return
    PROFILE_APPROVAL_STATES.transition(profile, decided.status)
    profile.approval_comment = decided.comment
    await decide_submission(session, ContentType.STAFF, profile_id, decided)
    await publish_changes(session, account, principal=True, besides=profile)


async def submit_staff(
    session: AsyncSession, account: Account, profile: Profile, *, principal: bool = False
) -> None:
    """Ask for the approval of a staff profile of a locked account, as it is now. With `principal`
    the profile is new to the user's tokens.

    Raises `NotSubmittable`, `Invalid` with the documents that are missing.
    """
    user = account.user
    if profile.type is not ProfileType.STAFF or profile.approval_status not in _OPEN:
        raise NotSubmittable
    lacking = await find_lacking(session, profile.id)
    if lacking:
        message = "This is missing, or no longer valid."
        raise Invalid(
            fields=[FieldProblem(field=name, code=code, message=message) for name, code in lacking]
        )
    PROFILE_APPROVAL_STATES.transition(profile, ApprovalStatus.SUBMITTED)
    profile.approval_comment = None
    profile.submission += 1
    snapshot = _snapshot_of(account, await list_current(session, profile.id))
    await mark_submitted(session, profile.id, profile.submission)
    await create_submission(
        session, ContentType.STAFF, profile.id, profile.submission, snapshot, user.id
    )
    await publish_changes(session, account, principal=principal)
    state_id = await find_state(session, profile.organization_id)
    event = staff_submitted(user, profile, snapshot, state_id)
    await outbox.publish(session, event, sequence=profile.version)


def _snapshot_of(
    account: Account, documents: list[tuple[ProfileDocument, DocumentKind]]
) -> Snapshot:
    user = account.user
    names = ("name_en", "name_ar", "email", "phone")
    return Snapshot(
        fields=tuple(SubmittedField(name=name, value=getattr(user, name)) for name in names),
        documents=submitted_documents(documents),
    )


def _is_waiting(profile: Profile, submission: int) -> bool:
    return (
        profile.type is ProfileType.STAFF
        and profile.status is not ProfileStatus.REMOVED
        and profile.approval_status is ApprovalStatus.SUBMITTED
        and profile.submission == submission
    )
