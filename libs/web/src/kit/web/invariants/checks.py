"""What is always true of a service's rows, checked again and again while it runs.

A rule that code keeps can still be broken: by a fault, by a hand in the database, by a message that
was lost. Each check is one statement that returns the rows that break its rule. Its last run is a
row, which any copy of the service writes and all of them show: at `/metrics`, and to admins.
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
"""How many broken rows are kept of a run; all of them are counted."""
PARKED = "no_parked_messages"
"""The rule that the broker is asked about, by `kit.messaging.depths`."""

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
    # NULL when the check itself failed.
    sa.Column("found", sa.Integer, nullable=True),
    sa.Column("findings", JSONB, nullable=False, server_default=sa.text("'[]'::jsonb")),
)


class Finding(BaseModel):
    """Something that breaks a rule."""

    id: str
    """Of the row; of what kind it is, the rule says."""
    detail: str
    """What is wrong with it, in a few words for whoever looks after the system."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A rule, and the statement that finds what breaks it.

    The statement returns `id` and `detail`, both text. What is still under way breaks nothing: it
    leaves out what changed in the last minutes, where another service has its part in the rule.
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
"""Every service has it; without the broker it is broken.

Many events wait after a restore, while others go out: only refused ones break it then.
"""


def list_names(invariants: Sequence[Invariant]) -> list[str]:
    """The rules of a service by name: its own, and those of every service."""
    return [*(each.name for each in (*invariants, OUTBOX)), PARKED]


def check_sweep(invariants: Sequence[Invariant]) -> Sweep:
    """Checks each rule about once a minute, whichever copy comes first, one in each transaction."""
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

    # Sooner than a rule is due, so that it waits a few seconds at most.
    return Sweep("check_invariants", CHECK_EVERY / 6, check_next)


async def _check(session: AsyncSession, invariant: Invariant) -> None:
    broken = sa.text(
        # One snapshot: what another transaction commits meanwhile is seen as a whole or not at all.
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
        # The others are checked all the same.
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
    """Keep how many messages the broker says are parked."""
    findings = [Finding(id=queue, detail=f"{count} messages").model_dump()] if count else []
    row = {"checked_at": sa.func.clock_timestamp(), "found": count, "findings": findings}
    statement = insert(runs).values(name=PARKED, **row)
    await session.execute(statement.on_conflict_do_update(index_elements=["name"], set_=row))
