"""What is published when a public answer changes."""

from typing import Literal

from contracts.catalog import CatalogueChanged
from kit.database.db import AsyncSession
from kit.messaging import outbox

Scope = Literal[
    "batches", "seats", "trainings", "categories", "places", "settings", "pages", "announcements"
]


async def publish_catalogue_changed(session: AsyncSession, scope: Scope) -> None:
    """Have every process drop the answers that it keeps, once the transaction commits, or with the
    scope `seats` look at what has changed of these.

    It drops all of them, so an older event after a newer one does no harm and needs no version.
    """
    await outbox.publish(session, CatalogueChanged(scope=scope), sequence=0)
