"""Event handlers of this service; the routing map is at the end."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from contracts import ContentType, Event, ProfileType
from contracts.catalog import AnnouncementSubmitted
from contracts.enrollment import ApplicationChanged, ApplicationStatus, ApplicationSubmitted
from contracts.identity import (
    AdminRolesUpdated,
    OrganizationSubmitted,
    OrganizationUpdated,
    ProfileUpdated,
    RoleUpdated,
    StaffSubmitted,
)
from kit.database.db import AsyncSession
from kit.messaging import personal_data
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from approvals.approvers.queries import find_assigned
from approvals.delegations.service import end_received_delegations
from approvals.levels.service import advance_role_levels, publish_unattended, remove_role
from approvals.personal import PERSONAL
from approvals.replicas.service import (
    refresh_eligibility,
    upsert_approver,
    upsert_members,
    upsert_organization,
    upsert_role,
    upsert_role_holder,
)
from approvals.requests.service import (
    advance_requests_by_approver,
    advance_requests_by_organization,
    lock_content_types,
)
from approvals.submissions.service import (
    Submission,
    create_request,
    find_state,
    list_categories,
    withdraw_request,
)


async def on_organization_submitted(
    session: AsyncSession, event: OrganizationSubmitted, meta: Meta
) -> None:
    """Create a request for an organization."""
    submission = _build_submission(ContentType.ORGANIZATION, event.organization_id, event, meta)
    await create_request(session, replace(submission, state_id=event.state_id))


async def on_staff_submitted(session: AsyncSession, event: StaffSubmitted, meta: Meta) -> None:
    """Create a request for a staff profile."""
    submission = _build_submission(ContentType.STAFF, event.profile_id, event, meta)
    await create_request(session, replace(submission, state_id=event.state_id))


async def on_announcement_submitted(
    session: AsyncSession, event: AnnouncementSubmitted, meta: Meta
) -> None:
    """Create a request for an announcement; it belongs to the platform, not to an organization."""
    submission = _build_submission(ContentType.ANNOUNCEMENT, event.announcement_id, event, meta)
    await create_request(session, replace(submission, category_ids=event.category_ids))


async def on_application_submitted(
    session: AsyncSession, event: ApplicationSubmitted, meta: Meta
) -> None:
    """Create a request for an application; its organization and announcement are already approved
    here.
    """
    submission = _build_submission(ContentType.APPLICATION, event.application_id, event, meta)
    covered = replace(
        submission,
        state_id=await find_state(session, event.organization_id),
        category_ids=await list_categories(session, event.announcement_id),
    )
    await create_request(session, covered)


async def on_application_changed(session: AsyncSession, event: ApplicationChanged, _: Meta) -> None:
    """Withdraw the request of a withdrawn application."""
    taken_back = event.status is ApplicationStatus.WITHDRAWN
    if taken_back and event.previous_status is ApplicationStatus.SUBMITTED:
        await withdraw_request(
            session, ContentType.APPLICATION, event.application_id, event.submission
        )


def _build_submission(
    content_type: ContentType,
    content_id: UUID,
    event: OrganizationSubmitted | StaffSubmitted | AnnouncementSubmitted | ApplicationSubmitted,
    meta: Meta,
) -> Submission:
    return Submission(
        content_type=content_type,
        content_id=content_id,
        number=event.submission,
        name_en=event.name_en,
        name_ar=event.name_ar,
        organization_id=getattr(event, "organization_id", None),
        submitted_by=event.submitted_by,
        submitted_at=meta.time,
        snapshot=event.snapshot,
    )


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Update admins and members, then advance requests that no longer wait for anyone.

    An approver may have become inactive, or may have joined the organization of a request.
    """
    admins = [pair for pair in events if pair[0].profile_type is ProfileType.ADMIN]
    changed = await find_assigned(session, await upsert_members(session, events))
    if not admins and not changed:
        return
    await lock_content_types(session, ContentType)
    for event, meta in admins:
        if await upsert_approver(session, event, meta.sequence):
            changed.add(event.user_id)
    await _refresh_approvers(session, changed)


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """Update the organization's suspension; resume requests that waited for its end."""
    # Serialize with decisions, so none sees the new state without its consequences.
    await lock_content_types(session, ContentType)
    if await upsert_organization(session, event, meta.sequence) and not event.suspended:
        await advance_requests_by_organization(session, event.organization_id)


async def on_role_updated(session: AsyncSession, event: RoleUpdated, meta: Meta) -> None:
    """Update a role.

    A deleted role is removed from all levels; one without the permission makes its holders
    ineligible.
    """
    await lock_content_types(session, ContentType)
    if await upsert_role(session, event, meta.sequence):
        await _refresh_approvers(session)
        if not event.active:
            await remove_role(session, event.role_id)


async def on_admin_roles_updated(
    session: AsyncSession, event: AdminRolesUpdated, meta: Meta
) -> None:
    """Update an admin's roles, which changes who approves at the roles' levels."""
    await lock_content_types(session, ContentType)
    if changed := await upsert_role_holder(session, event, meta.sequence):
        await _refresh_approvers(session)
        await advance_role_levels(session, changed)


async def _refresh_approvers(session: AsyncSession, changed: Iterable[UUID] = ()) -> None:
    """Recompute eligibility after admins changed, and advance requests that waited for others."""
    refreshed = await refresh_eligibility(session)
    for user_id in sorted({*changed, *refreshed}):
        if not refreshed.get(user_id, True):
            await end_received_delegations(session, user_id)
        await advance_requests_by_approver(session, user_id)
    await publish_unattended(session)


HANDLERS: dict[type[Event], Handler] = {
    OrganizationSubmitted: on_organization_submitted,
    StaffSubmitted: on_staff_submitted,
    AnnouncementSubmitted: on_announcement_submitted,
    ApplicationSubmitted: on_application_submitted,
    ApplicationChanged: on_application_changed,
    # Batched: an import of people publishes thousands of profiles, none of them relevant here.
    ProfileUpdated: Batched(on_profiles_updated, every=timedelta(seconds=0.2)),
    OrganizationUpdated: on_organization_updated,
    RoleUpdated: on_role_updated,
    AdminRolesUpdated: on_admin_roles_updated,
    **personal_data.handlers("approvals", PERSONAL),
}
