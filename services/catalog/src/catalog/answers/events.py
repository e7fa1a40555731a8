"""Telling every copy of the service that what the public sees has changed."""

from typing import Literal

from contracts.catalog import CatalogueChanged
from kit.db import AsyncSession
from kit.messaging.outbox import publish

Scope = Literal["batches", "trainings", "categories", "places", "settings"]


async def announce(session: AsyncSession, scope: Scope) -> None:
    """Have the kept answers of every process forgotten once the transaction commits.

    They are forgotten as a whole, so an older announcement after a newer one does no harm and
    needs no version.
    """
    await publish(session, CatalogueChanged(scope=scope), sequence=0)
