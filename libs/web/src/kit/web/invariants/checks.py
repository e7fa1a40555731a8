"""Invariants of a service's rows, checked periodically.

Code can violate them through bugs, manual changes or lost messages. Each check is one query for the
violating rows. The last run is stored as a row, which every replica shows at `/metrics` and to
admins.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa
from kit.messaging.periodic import Sweep
from pydantic import BaseModel
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from structlog import get_logger

log = get_logger(__name__)

CHECK_EVERY = timedelta(minutes=1)
MOST_FINDINGS = 20
"""Maximum number of violating rows stored per run; the count includes all."""
PARKED = "no_parked_messages"
"""Invariant that `kit.messaging.depths` checks by asking the broker."""

_TIMEOUT = "20s"

metadata = sa.MetaData()
"""Each service's alembic environment adds this to its target metadata."""

runs = sa.Table(
    "invariant_runs",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # NULL before the first run.
    sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
    # NULL if the check failed.
    sa.Column("found", sa.Integer, nullable=True),
    sa.Column("findings", JSONB, nullable=False, server_default=sa.text("'[]'::jsonb")),
)


class Finding(BaseModel):
    """A row that violates an invariant."""

    id: str
    """ID of the row; the invariant determines its table."""
    detail: str
    """Short explanation for operators."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """An invariant with the query for its violations.

    The query returns `id` and `detail` as text. If another service is involved, it omits rows that
    changed in the last minutes.
    """

    name: str
    statement: str


OUTBOX = Invariant(
    "outbox_published",
    "SELECT id::text AS id,"
    " type || ': ' || coalesce(last_error, 'waits since ' || created_at) AS detail"
    " FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '1 minute'"
    " AND (last_error IS NOT NULL OR NOT EXISTS"
    " (SELECT FROM outbox WHERE published_at > now() - interval '1 minute'))",
)
"""Invariant of every service, violated while the broker is down.

After a restore many events wait, and only refused ones violate it.
"""


def list_names(invariants: Sequence[Invariant]) -> list[str]:
    """List the names of a service's invariants, including the shared ones."""
    return [*(each.name for each in (*invariants, OUTBOX)), PARKED]


def check_sweep(invariants: Sequence[Invariant]) -> Sweep:
    """Create the sweep that checks each invariant about once a minute, one per transaction."""
    by_name = {each.name: each for each in (*invariants, OUTBOX)}
    first = [{"name": name} for name in by_name]
    unknown = insert(runs).on_conflict_do_nothing()
    due = (
        sa.select(runs.c.name)
        .where(
            runs.c.name.in_(list(by_name)),
            runs.c.checked_at.is_(None) | (runs.c.checked_at <= sa.func.now() - CHECK_EVERY),
        )
        .order_by(runs.c.checked_at.nulls_first(), runs.c.name)
        .limit(1)
        .with_for_update(skip_locked=True)
    )

    async def check_next(session: AsyncSession) -> int:
        await session.execute(unknown, first)
        name = await session.scalar(due)
        if name is None:
            return 0
        await _check(session, by_name[name])
        return 1

    # More often than the checks are due, so that they wait a few seconds at most.
    return Sweep("check_invariants", CHECK_EVERY / 6, check_next)


async def _check(session: AsyncSession, invariant: Invariant) -> None:
    broken = sa.text(
        # One snapshot, so that concurrent transactions are seen completely or not at all.
        f"SELECT count(*) OVER () AS found, id, detail FROM ({invariant.statement}) AS broken"  # noqa: S608
        f" ORDER BY id LIMIT {MOST_FINDINGS}"
    )
    started = time.perf_counter()
    found: int | None = None
    findings: list[Finding] = []
    try:
        async with session.begin_nested():
            await session.execute(sa.text(f"SET LOCAL statement_timeout = '{_TIMEOUT}'"))
            rows = (await session.execute(broken)).all()
            found = rows[0].found if rows else 0
            findings = [Finding(id=row.id, detail=row.detail) for row in rows]
    except SQLAlchemyError:
        # The other invariants are still checked.
        log.exception("a rule could not be checked", invariant=invariant.name)
    if found:
        log.error("a rule is broken", invariant=invariant.name, found=found)
    await session.execute(
        sa.update(runs)
        .where(runs.c.name == invariant.name)
        .values(
            checked_at=sa.func.clock_timestamp(),
            seconds=time.perf_counter() - started,
            found=found,
            findings=[each.model_dump() for each in findings],
        )
    )


async def store_parked(session: AsyncSession, queue: str, count: int) -> None:
    """Store the number of parked messages that the broker reports."""
    findings = [Finding(id=queue, detail=f"{count} messages").model_dump()] if count else []
    row = {"checked_at": sa.func.clock_timestamp(), "found": count, "findings": findings}
    statement = insert(runs).values(name=PARKED, **row)
    await session.execute(statement.on_conflict_do_update(index_elements=["name"], set_=row))
