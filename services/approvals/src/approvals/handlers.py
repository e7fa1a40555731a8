"""Everything this service consumes; the map is at the foot."""

from uuid import UUID

from contracts import ContentType, Event, ProfileType
from contracts.identity import OrganizationSubmitted, ProfileUpdated, StaffSubmitted
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from approvals.approvers import service as approvers
from approvals.levels import service as levels
from approvals.locks import lock
from approvals.requests import service as requests
from approvals.requests.service import Submission


async def on_organization_submitted(
    session: AsyncSession, event: OrganizationSubmitted, meta: Meta
) -> None:
    """An organization asks for approval."""
    await _take_in(session, ContentType.ORGANIZATION, event.organization_id, event, meta)


async def on_staff_submitted(session: AsyncSession, event: StaffSubmitted, meta: Meta) -> None:
    """A staff profile asks for approval."""
    await _take_in(session, ContentType.STAFF, event.profile_id, event, meta)


async def _take_in(
    session: AsyncSession,
    content_type: ContentType,
    content_id: UUID,
    event: OrganizationSubmitted | StaffSubmitted,
    meta: Meta,
) -> None:
    submission = Submission(
        content_type=content_type,
        content_id=content_id,
        number=event.submission,
        name_en=event.name_en,
        name_ar=event.name_ar,
        organization_id=event.organization_id,
        submitted_by=event.submitted_by,
        submitted_at=meta.time,
    )
    await requests.take_in(session, submission)


async def on_profile_updated(session: AsyncSession, event: ProfileUpdated, meta: Meta) -> None:
    """Remember an admin; requests may have waited only for one who is no longer active."""
    if event.profile_type is not ProfileType.ADMIN:
        return
    await lock(session, ContentType)
    if await approvers.learn_admin(session, event, meta):
        await levels.settle_for(session, event.user_id)


HANDLERS: dict[type[Event], Handler] = {
    OrganizationSubmitted: on_organization_submitted,
    StaffSubmitted: on_staff_submitted,
    ProfileUpdated: on_profile_updated,
}
