"""What the service consumes."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from contracts import Event
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.identity import OrganizationUpdated
from kit import personal_data
from kit.cache import clear_answers
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Batched, Events, Handler

from catalog.batches.service import update_seats
from catalog.personal import PERSONAL
from catalog.replicas.service import upsert_organization


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """An organization's names, picture or approval have changed."""
    await upsert_organization(session, event, meta.sequence)


async def on_seats_changed(session: AsyncSession, events: Events) -> None:
    """Batches are fuller or emptier."""
    await update_seats(session, [(event, meta.sequence) for event, meta in events])


HANDLERS: Mapping[type[Event], Handler] = {
    OrganizationUpdated: on_organization_updated,
    # Twice a second at most: each time, every kept answer is made anew in every copy.
    SeatsChanged: Batched(on_seats_changed, every=timedelta(seconds=0.5)),
    **personal_data.handlers("catalog", PERSONAL),
}
BROADCASTS: Mapping[type[Event], Callable[[Event], None]] = {CatalogueChanged: clear_answers}
