"""The columns of the public catalogue, kept in the process and brought up to date when somebody
asks after a change.

Each row says in `changed_in` which transaction wrote it last. Transactions end in any order: what
is new is not what bears a higher number than all that was seen, but what was written by those that
had not ended then, or began since. Batches and trainings are never deleted.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple, TypeVar
from uuid import UUID

from contracts.catalog import BatchStatus
from fastapi import Depends, FastAPI, Request
from kit.cache import ANSWERS, MAX_SECONDS, AnswerCache
from kit.db import DATABASE, AsyncSession, Database
from kit.state import StateKey
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Double,
    Integer,
    SQLColumnExpression,
    Text,
    Uuid,
    bindparam,
    cast,
    func,
    or_,
    select,
    text,
)
from sqlmodel import col

from catalog.batches.availability import CLOSES_AT, SEATS_LEFT
from catalog.batches.columns import BatchRow, Columns, TrainingRow
from catalog.batches.models import Batch
from catalog.replicas.models import Organization
from catalog.trainings.models import Training
from catalog.trainings.queries import BY_TITLE_AR, BY_TITLE_EN, IS_PUBLIC

Meaning = TypeVar("Meaning")

MAX_CHANGES = 2000
"""Batches that are taken over one by one; of more, all are read again."""
MAX_XACT = (1 << 63) - 1
"""A transaction that will never be."""
MAX_KEPT = 500
"""Meanings that are kept at the same time."""
_PORTION = 5000
"""Rows that are read before others are served."""

CHANGES = text("""
WITH seen AS (
  SELECT CAST(CAST(pg_snapshot_xmin(snapshot) AS text) AS bigint) AS since,
    CAST(CAST(pg_snapshot_xmax(snapshot) AS text) AS bigint) AS until
  FROM pg_current_snapshot() AS snapshot
)
SELECT since, CAST(extract(epoch FROM now()) AS float) AS now,
  EXISTS (
    SELECT FROM trainings WHERE changed_in >= :since AND changed_in < until
    UNION ALL SELECT FROM organizations WHERE changed_in >= :since AND changed_in < until
  ) AS trainings,
  ARRAY(
    SELECT id FROM batches WHERE changed_in >= :since AND changed_in < until LIMIT :most
  ) AS batch_ids
FROM seen
""")
"""What was written since, and by whom the next to ask has to look. What a server has written that
this one was restored from bears any number, and is left out unless this one has come to it."""


def _seconds(moment: SQLColumnExpression[datetime]) -> ColumnElement[float]:
    # `extract` counts in decimal numbers, which takes several times as long.
    return func.date_part("epoch", moment, type_=Double)


_TRAININGS = (
    select(
        col(Training.id),
        col(Training.category_id),
        col(Training.organization_id),
        cast(col(Training.level), Text),
        col(Training.standard_code),
        _seconds(col(Training.updated_at)),
        col(Training.title_en),
        col(Training.title_ar),
        func.rank().over(order_by=BY_TITLE_EN),
        func.rank().over(order_by=BY_TITLE_AR),
    )
    .join(Organization, col(Organization.id) == col(Training.organization_id))
    .where(IS_PUBLIC)
)
_BATCHES = select(
    col(Batch.id),
    col(Batch.training_id),
    col(Batch.city_id),
    cast(col(Batch.mode), Text),
    cast(col(Batch.language), Text),
    func.to_char(func.timezone("Asia/Riyadh", col(Batch.starts_at)), "YYYY-MM"),
    _seconds(col(Batch.starts_at)),
    _seconds(col(Batch.ends_at)),
    _seconds(col(Batch.enrollment_opens_at)),
    _seconds(CLOSES_AT),
    _seconds(col(Batch.updated_at)),
    col(Batch.price_minor),
    SEATS_LEFT,
).where(col(Batch.status) == BatchStatus.PUBLISHED)
_SOME = (
    _BATCHES.where(col(Batch.id) > bindparam("after"))
    .order_by(col(Batch.id))
    .limit(bindparam("most", type_=Integer))
)
CHANGED = _BATCHES.where(
    or_(
        col(Batch.id) == func.any(bindparam("ids", type_=ARRAY(Uuid))),
        col(Batch.training_id) == func.any(bindparam("training_ids", type_=ARRAY(Uuid))),
    )
)
"""The published ones of these batches, and of these trainings."""


_VALUES = 6
"""How many of these columns are no numbers."""


class Moment(NamedTuple):
    """The columns, and the database's time in seconds since 1970."""

    columns: Columns
    now: int


class Listing:
    """The columns of one app; they hold as long as the answers made of them would."""

    def __init__(self, database: Database, answers: AnswerCache) -> None:
        self._database = database
        self._answers = answers
        self._reading: asyncio.Task[tuple[Columns, int, float]] | None = None
        self._lock = asyncio.Lock()
        self._columns: Columns | None = None
        self._since = self._generation = 0
        self._until = self._ahead = 0.0
        self._kept: dict[Hashable, Any] = {}
        self._kept_of, self._kept_until = -1, 0.0

    async def now(self, session: AsyncSession) -> Moment:
        """The columns as the database has them, if a change was reported since they were read."""
        if not self._is_fresh:
            # Of many who ask, one looks.
            async with self._lock:
                if not self._is_fresh:
                    generation = self._answers.generation
                    await self._look(session)
                    self._generation = generation
                    self._until = time.monotonic() + MAX_SECONDS
        assert self._columns
        return Moment(self._columns, int(time.monotonic() + self._ahead))

    async def kept(self, key: Hashable, ask: Callable[[], Awaitable[Meaning]]) -> Meaning:
        """What the database answered, for as long as an answer that is made of it would be kept:
        the list and the counts of its filters ask for the same."""
        if self._kept_of != self._answers.generation or time.monotonic() >= self._kept_until:
            self._kept, self._kept_of = {}, self._answers.generation
            self._kept_until = time.monotonic() + MAX_SECONDS
        # What was asked before a change is put where nobody looks after it.
        kept = self._kept
        if key not in kept:
            meaning = await ask()
            if len(kept) < MAX_KEPT:
                kept[key] = meaning
            return meaning
        found: Meaning = kept[key]
        return found

    def forget(self) -> None:
        """Read everything again: for tests, which delete rows."""
        self._columns = None
        self._kept = {}

    @property
    def _is_fresh(self) -> bool:
        return (
            self._columns is not None
            and self._generation == self._answers.generation
            and time.monotonic() < self._until
        )

    async def _look(self, session: AsyncSession) -> None:
        if self._columns is None:
            await self._read_all()
        # Also after that: the reading may have begun before the change that is asked after.
        since, now, trainings, batch_ids = await _changes(session, self._since)
        if since < self._since or len(batch_ids) > MAX_CHANGES:
            self._columns = None
            await self._look(session)
            return
        if self._columns and (trainings or batch_ids):
            await _update(session, self._columns, batch_ids, trainings=trainings)
        self._since, self._ahead = since, now - time.monotonic()

    async def _read_all(self) -> None:
        # It goes on when whoever has asked is cut off, or a large catalogue would never be there.
        self._reading = self._reading or asyncio.create_task(_read(self._database))
        try:
            self._columns, self._since, self._ahead = await asyncio.shield(self._reading)
        finally:
            if self._reading.done():
                self._reading = None


async def _changes(session: AsyncSession, since: int) -> tuple[int, float, bool, Sequence[UUID]]:
    asked = {"since": since, "most": MAX_CHANGES + 1}
    open_from, now, trainings, batch_ids = (await session.execute(CHANGES, asked)).one()
    return open_from, now, trainings, batch_ids


async def _read(database: Database) -> tuple[Columns, int, float]:
    """All columns, since when to ask for changes, and how far the database's clock is ahead."""
    async with database.transaction() as session:
        # First, so that what is written meanwhile is read again.
        since, now, *_ = await _changes(session, MAX_XACT)
        ahead = now - time.monotonic()
        trainings = await _read_trainings(session)
        batches: list[BatchRow] = []
        portion, after = _PORTION, UUID(int=0)
        shared: dict[Any, Any] = {}
        while portion == _PORTION:
            rows = (await session.execute(_SOME, {"after": after, "most": _PORTION})).all()
            batches += (_with_shared(row, shared) for row in rows)
            portion, after = len(rows), rows[-1][0] if rows else after
    # Of a hundred thousand it takes a third of a second.
    return await asyncio.to_thread(Columns, trainings, batches), since, ahead


def _with_shared(row: Sequence[Any], shared: dict[Any, Any]) -> BatchRow:
    """A row whose values are the same objects as those of other rows: that is half the memory."""
    id_, *values = row[:_VALUES]
    return BatchRow(id_, *(shared.setdefault(each, each) for each in values), *row[_VALUES:])


async def _update(
    session: AsyncSession, columns: Columns, batch_ids: Sequence[UUID], *, trainings: bool
) -> None:
    public = await _read_trainings(session) if trainings else None
    new = [row.id for row in public or () if row.id not in columns.places]
    values = {"ids": batch_ids, "training_ids": new}
    rows = [BatchRow._make(row) for row in await session.execute(CHANGED, values)]
    # From here on nothing is awaited: whoever is cut off before has changed nothing.
    if public is not None:
        for training_id in columns.places.keys() - {row.id for row in public}:
            columns.remove_training(training_id)
        for training in public:
            columns.put_training(training)
    for batch_id in set(batch_ids).difference(row.id for row in rows):
        columns.remove_batch(batch_id)
    for row in rows:
        columns.put_batch(row)


async def _read_trainings(session: AsyncSession) -> list[TrainingRow]:
    return [TrainingRow._make(row) for row in await session.execute(_TRAININGS)]


_LISTING: StateKey[Listing] = StateKey("listing")


def listing_of(app: FastAPI) -> Listing:
    """The app's, which is made when it is first asked for."""
    try:
        return _LISTING.of(app)
    except AttributeError:
        _LISTING.put(app, Listing(DATABASE.of(app), ANSWERS.of(app)))
        return _LISTING.of(app)


# A plain function would be called in a thread.
async def _listing(request: Request) -> Listing:
    return listing_of(request.app)


ListingDep = Annotated[Listing, Depends(_listing)]
