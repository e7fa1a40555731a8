"""Invalidation of cached public responses."""

from typing import Literal

from contracts.catalog import CatalogueChanged
from kit.database.db import AsyncSession
from kit.messaging import outbox

Scope = Literal[
    "batches", "seats", "trainings", "categories", "places", "settings", "pages", "announcements"
]


async def publish_catalogue_changed(session: AsyncSession, scope: Scope) -> None:
    """Invalidate cached responses in every process after commit; the scope `seats` refreshes seat
    counts only.

    All responses are dropped, so a reordered event does no harm and needs no version.
    """
    await outbox.publish(session, CatalogueChanged(scope=scope), sequence=0)
