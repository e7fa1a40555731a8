"""Handlers of every event this service consumes."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from contracts import ContentType, Event, ProfileType
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.identity import OrganizationUpdated, ProfileUpdated
from kit.database.db import AsyncSession
from kit.messaging import personal_data
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler
from kit.web.cache import clear_answers, report_volatile_changes

from catalog.announcements.models import AnnouncementStatus
from catalog.announcements.service import Decided, decide_announcement
from catalog.batches.service import update_seats
from catalog.batches.sessions.service import rename_trainer
from catalog.personal import PERSONAL
from catalog.replicas.service import upsert_organization, upsert_trainer


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """Update the organization's names, picture and approval."""
    await upsert_organization(session, event, meta.sequence)


async def on_profiles_updated(session: AsyncSession, events: Events) -> None:
    """Update trainers who are new, renamed or inactive; other profiles are ignored."""
    trainers = [
        (event, meta)
        for event, meta in events
        if event.profile_type is ProfileType.TRAINER and event.organization_id is not None
    ]
    # A fixed lock order.
    for event, meta in sorted(trainers, key=lambda pair: pair[0].profile_id):
        if await upsert_trainer(session, event, meta.sequence):
            await rename_trainer(session, event.profile_id, event.name_en, event.name_ar)


async def on_seats_changed(session: AsyncSession, events: Events) -> None:
    """Update the batches' seat counts."""
    await update_seats(session, [(event, meta.sequence) for event, meta in events])


Decision = RequestApproved | RequestRejected | RequestReturned
STATUS_BY_DECISION: dict[type[Decision], AnnouncementStatus] = {
    RequestApproved: AnnouncementStatus.PUBLISHED,
    RequestRejected: AnnouncementStatus.REJECTED,
    RequestReturned: AnnouncementStatus.RETURNED,
}


async def on_decision(session: AsyncSession, event: Decision, _: Meta) -> None:
    """Apply the decision about an announcement; other content is ignored."""
    if event.content_type is not ContentType.ANNOUNCEMENT:
        return
    decided = Decided(
        number=event.submission,
        status=STATUS_BY_DECISION[type(event)],
        comment=event.comment,
        remarks=event.remarks if isinstance(event, RequestReturned) else (),
    )
    await decide_announcement(session, event.content_id, decided)


HANDLERS: Mapping[type[Event], Handler] = {
    OrganizationUpdated: on_organization_updated,
    # A bulk import creates thousands, none of which is stored.
    ProfileUpdated: Batched(on_profiles_updated, every=timedelta(seconds=0.2)),
    # At most four times a second: every worker polls for changes each time.
    SeatsChanged: Batched(on_seats_changed, every=timedelta(seconds=0.25)),
    RequestApproved: on_decision,
    RequestRejected: on_decision,
    RequestReturned: on_decision,
    **personal_data.handlers("catalog", PERSONAL),
}


def on_catalogue_changed(event: CatalogueChanged) -> None:
    """Invalidate cached responses after a change in any process."""
    if event.scope == "seats":
        report_volatile_changes()
    else:
        clear_answers()


BROADCASTS: Mapping[type[Event], Callable[[Any], None]] = {CatalogueChanged: on_catalogue_changed}
