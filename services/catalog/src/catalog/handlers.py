"""Everything that the catalog consumes. The map stands at the foot."""

from collections.abc import Callable, Mapping

from contracts import Event
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.identity import OrganizationUpdated
from kit.cache import clear_answers
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from catalog.batches.service import store_seats
from catalog.organizations.service import store_organization


async def on_organization_updated(
    session: AsyncSession, event: OrganizationUpdated, meta: Meta
) -> None:
    """Keep the organization's names, picture and approval."""
    await store_organization(session, event, meta.sequence)


async def on_seats_changed(session: AsyncSession, event: SeatsChanged, meta: Meta) -> None:
    """Keep how full the batch is."""
    await store_seats(session, event, meta.sequence)


HANDLERS: Mapping[type[Event], Handler] = {
    OrganizationUpdated: on_organization_updated,
    SeatsChanged: on_seats_changed,
}
BROADCASTS: Mapping[type[Event], Callable[[Event], None]] = {CatalogueChanged: clear_answers}
