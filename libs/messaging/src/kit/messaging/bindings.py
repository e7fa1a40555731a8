"""The types that running copies of a service handle, older and newer releases alike.

A copy that starts unbinds the types that no running copy handles. While a release is rolled out an
older copy would otherwise unbind what only the newer ones handle.
"""

from collections.abc import Collection
from datetime import timedelta

from kit.database.db import AsyncSession
from kit.messaging.periodic import Sweep
from kit.messaging.tables import handled_types
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

LOCK = "handled_types"
"""The advisory lock around declaring the types and changing the bindings."""
RENEW_EVERY = timedelta(minutes=1)
LEASE = timedelta(minutes=5)
"""How long a type counts as handled after a copy has declared it."""


async def declare(session: AsyncSession, types: Collection[str]) -> None:
    """Record that this copy handles these types now."""
    statement = insert(handled_types).values([{"type": each} for each in sorted(types)])
    renewed = statement.on_conflict_do_update(
        index_elements=["type"], set_={"declared_at": func.now()}
    )
    await (await session.connection()).execute(renewed)


async def find_handled(session: AsyncSession) -> frozenset[str]:
    """Find the types that some running copy handles."""
    connection = await session.connection()
    recent = handled_types.c.declared_at > func.now() - LEASE
    return frozenset(
        (await connection.execute(select(handled_types.c.type).where(recent))).scalars()
    )


def renew_sweep(types: Collection[str]) -> Sweep:
    """Return the sweep that keeps the types of this copy declared."""

    async def renew(session: AsyncSession) -> int:
        await declare(session, types)
        return 0

    return Sweep("renew_handled_types", RENEW_EVERY, renew)
