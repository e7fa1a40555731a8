"""Event types handled by the running replicas of a service, across releases.

A replica that starts unbinds types that no running replica handles. During a rollout an older
replica would otherwise unbind types that only newer ones handle.
"""

from collections.abc import Collection
from datetime import timedelta

from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from kit.messaging.tables import handled_types
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

LOCK = "handled_types"
"""Advisory lock held while types are declared and bindings changed."""
RENEW_EVERY = timedelta(minutes=1)
LEASE = timedelta(minutes=5)
"""Period for which a declared type counts as handled."""


async def declare(session: AsyncSession, types: Collection[str]) -> None:
    """Record that this replica handles these types now."""
    statement = insert(handled_types).values([{"type": each} for each in sorted(types)])
    renewed = statement.on_conflict_do_update(
        index_elements=["type"], set_={"declared_at": func.now()}
    )
    await (await session.connection()).execute(renewed)


async def find_handled(session: AsyncSession) -> frozenset[str]:
    """Find the types that a running replica handles."""
    connection = await session.connection()
    recent = handled_types.c.declared_at > func.now() - LEASE
    return frozenset(
        (await connection.execute(select(handled_types.c.type).where(recent))).scalars()
    )


def renew_sweep(types: Collection[str]) -> Sweep:
    """Create the sweep that renews this replica's declarations."""

    async def renew(session: AsyncSession) -> int:
        await declare(session, types)
        return 0

    return Sweep("renew_handled_types", RENEW_EVERY, renew)
