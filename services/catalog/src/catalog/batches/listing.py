"""The columns of the public catalogue, kept in the process and brought up to date when somebody
asks after a change.

Each row says in `changed_in` which transaction wrote it last. Transactions end in any order: what
is new is not what bears a higher number than all that was seen, but what was written by those that
had not ended then, or began since. Batches and trainings are never deleted.

Beside the columns stands what is described of batches and trainings, as JSON that PostgreSQL made.
Seats change much more often than that, so that answers are put together of both here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Annotated, Any, NamedTuple, TypeVar
from uuid import UUID

from fastapi import Depends, FastAPI, Request
from kit.cache import ANSWERS, MAX_SECONDS, AnswerCache, CachedRoute
from kit.db import DATABASE, AsyncSession, Database
from kit.state import StateKey
from sqlalchemy import Select

from catalog.answers.queries import JsonBytes
from catalog.batches.columns import Columns
from catalog.batches.rows import (
    ALL,
    CHANGED,
    CHANGES,
    SOME,
    TRAININGS,
    VALUES,
    BatchRow,
    TrainingRow,
)

Meaning = TypeVar("Meaning")

LOOK_SECONDS = 0.5
"""How long the columns are taken for those of the database when no change is reported. So nobody
reads seats of longer ago than a second (`kit.cache.MEANWHILE_SECONDS`), also where a broadcast was
lost."""
REST_SECONDS = 0.4
"""How long they are when one of seats is: in a storm what shows any that change is made anew so
often."""
MAX_CHANGES = 2000
"""Batches that are taken over one by one; of more, all are read again."""
MAX_XACT = (1 << 63) - 1
"""A transaction that will never be."""
MAX_KEPT = 500
"""Meanings that are kept at the same time."""
MAX_DESCRIBED = 16 * 1024 * 1024
"""Characters of descriptions that are kept at the same time."""
_PORTION = 5000
"""Rows that are read before others are served."""


class Moment(NamedTuple):
    """The columns, and the database's time in seconds since 1970."""

    columns: Columns
    now: int


class Description(NamedTuple):
    """What is described of a batch or training: JSON without its last brace, for what changes to
    come behind it."""

    availability: str | None
    """A batch's, as it is while there are seats."""
    text: str


Described = Select[*tuple[Any, ...]]
"""Rows by the ids of the parameter `ids`: the id, the version, and what a `Description` has."""


class Listing:
    """The columns of one app and what is described of their rows: what `kit.cache` calls figures
    are the columns."""

    def __init__(self, database: Database, answers: AnswerCache) -> None:
        self._database = database
        self._answers = answers
        self._reading: asyncio.Task[tuple[Columns, int, float]] | None = None
        self._lock, self._refreshing = asyncio.Lock(), asyncio.Lock()
        self._columns: Columns | None = None
        self._since = self._version = self._all_changed = 0
        self._changed_at: dict[Hashable, int] = {}
        self._seen = (-1, -1)
        self._true_at = self._ahead = 0.0
        self._kept: dict[Hashable, Any] = {}
        self._described: dict[Hashable, Description] = {}
        self._described_size = 0
        self._kept_of, self._kept_until = -1, 0.0

    @property
    def version(self) -> int:
        """Another number after each change of a batch or training."""
        return self._version

    def have_changed(self, shown: Iterable[Hashable], since: int) -> bool:
        """Whether any of these figures is another than at that version, or something else is."""
        changed_at = self._changed_at
        return since < self._all_changed or any(changed_at.get(each, 0) > since for each in shown)

    @property
    def true_at(self) -> float:
        """When the columns were last as the database has them, on the monotonic clock."""
        return self._true_at

    @property
    def is_fresh(self) -> bool:
        """Whether no change was reported since, and it was a moment ago."""
        generation, reports = self._seen
        holds = LOOK_SECONDS if reports == self._answers.reports else REST_SECONDS
        of_now = self._columns is not None and generation == self._answers.generation
        return of_now and monotonic() < self._true_at + holds

    async def refresh(self) -> None:
        """Have the columns as the database has them."""
        # A connection is not waited for by many who each want to look.
        async with self._refreshing:
            if not self.is_fresh:
                async with self._database.transaction() as session:
                    await self.now(session)

    async def now(self, session: AsyncSession) -> Moment:
        """The columns as the database has them, if a change was reported since they were read."""
        if not self.is_fresh:
            # First: whoever holds the lock would else wait for a connection that one has who waits
            # for the lock.
            await session.connection()
            # Of many who ask, one looks.
            async with self._lock:
                if not self.is_fresh:
                    seen = self._answers.generation, self._answers.reports
                    true_at = monotonic()
                    await self._look(session)
                    self._seen, self._true_at = seen, true_at
        assert self._columns
        return Moment(self._columns, int(monotonic() + self._ahead))

    async def answer(self, ask: Callable[[AsyncSession], Awaitable[bytes]]) -> JsonBytes:
        """What is asked for as JSON, in a transaction of its own; it can be asked for again."""
        async with self._database.transaction() as session:
            answer = JsonBytes(await ask(session))
        answer.renew = partial(self.answer, ask)
        return answer

    async def kept(self, key: Hashable, ask: Callable[[], Awaitable[Meaning]]) -> Meaning:
        """What the database answered, until more changes than seats, and for half a minute at most:
        the list and the counts of its filters ask for the same."""
        self._renew()
        # What was asked before a change is put where nobody looks after it.
        kept = self._kept
        if key not in kept:
            meaning = await ask()
            if len(kept) < MAX_KEPT:
                kept[key] = meaning
            return meaning
        found: Meaning = kept[key]
        return found

    async def described(
        self, session: AsyncSession, statement: Described, rows: Mapping[UUID, int]
    ) -> dict[UUID, Description]:
        """What is described of rows, by their ids, each of which is asked for with its version.

        What is public no more is left out. It is kept as long as other answers of the database.
        """
        self._renew()
        kept = self._described
        found = {id_: kept.get((statement, id_, version)) for id_, version in rows.items()}
        missing = [id_ for id_, description in found.items() if description is None]
        if missing:
            for row in await session.execute(statement, {"ids": missing}):
                id_, version = row[0], row[1]
                found[id_] = description = Description(row[2], row[3])
                if kept is self._described and self._described_size < MAX_DESCRIBED:
                    kept[statement, id_, version] = description
                    self._described_size += len(description.text)
        return {id_: description for id_, description in found.items() if description}

    def forget(self) -> None:
        """Read everything again: for tests, which delete rows."""
        self._columns = None
        self._drop()

    def _renew(self) -> None:
        """Drop what was kept when it may be true no more, and the answers made of it."""
        if self._kept_of != self._answers.generation or monotonic() >= self._kept_until:
            self._drop()

    def _drop(self) -> None:
        self._kept, self._described, self._described_size = {}, {}, 0
        self._kept_of, self._kept_until = self._answers.generation, monotonic() + MAX_SECONDS
        self._note({ALL})

    def _note(self, changed: set[Hashable]) -> None:
        """Figures are others, or all else is."""
        if not changed:
            return
        self._version += 1
        if ALL in changed:
            self._all_changed = self._version
            # So it holds what has changed in half a minute.
            self._changed_at.clear()
        else:
            self._changed_at.update(dict.fromkeys(changed, self._version))

    async def _look(self, session: AsyncSession) -> None:
        self._renew()
        if self._columns is None:
            await self._read_all()
            self._note({ALL})
        # Also after that: the reading may have begun before the change that is asked after.
        since, now, trainings, written = await _changes(session, self._since)
        if since < self._since or len(written) > MAX_CHANGES:
            self._columns = None
            await self._look(session)
            return
        if self._columns:
            of_trainings, changed = await _update(
                session, self._columns, written, trainings=trainings
            )
            self._note(changed)
            if of_trainings:
                # What is described of a training bears no version, and stands in its batches' too.
                self._drop()
        self._since, self._ahead = since, now - monotonic()

    async def _read_all(self) -> None:
        # It goes on when whoever has asked is cut off, or a large catalogue would never be there.
        self._reading = self._reading or asyncio.create_task(_read(self._database))
        try:
            self._columns, self._since, self._ahead = await asyncio.shield(self._reading)
        finally:
            if self._reading.done():
                self._reading = None


async def _changes(session: AsyncSession, since: int) -> tuple[int, float, bool, dict[UUID, int]]:
    asked = {"since": since, "most": MAX_CHANGES + 1}
    row = (await session.execute(CHANGES, asked)).one()
    return row.since, row.now, row.trainings, dict(zip(row.ids, row.changed_in, strict=True))


async def _read(database: Database) -> tuple[Columns, int, float]:
    """All columns, since when to ask for changes, and how far the database's clock is ahead."""
    async with database.transaction() as session:
        # First, so that what is written meanwhile is read again.
        since, now, *_ = await _changes(session, MAX_XACT)
        ahead = now - monotonic()
        trainings = await _read_trainings(session)
        batches: list[BatchRow] = []
        portion, after = _PORTION, UUID(int=0)
        shared: dict[Any, Any] = {}
        while portion == _PORTION:
            rows = (await session.execute(SOME, {"after": after, "most": _PORTION})).all()
            batches += (_with_shared(row, shared) for row in rows)
            portion, after = len(rows), rows[-1][0] if rows else after
    # Of a hundred thousand it takes a third of a second.
    return await asyncio.to_thread(Columns, trainings, batches), since, ahead


def _with_shared(row: Sequence[Any], shared: dict[Any, Any]) -> BatchRow:
    """A row whose values are the same objects as those of other rows: that is half the memory."""
    id_, *values = row[:VALUES]
    return BatchRow(id_, *(shared.setdefault(each, each) for each in values), *row[VALUES:])


async def _update(
    session: AsyncSession, columns: Columns, written: Mapping[UUID, int], *, trainings: bool
) -> tuple[bool, set[Hashable]]:
    """Take over what was written; whether trainings have changed, and what of batches."""
    # While a transaction lasts, what others have written since it began comes each time.
    batch_ids = [id_ for id_ in written if columns.changed_in(id_) != written[id_]]
    if not trainings and not batch_ids:
        return False, set()
    public = await _read_trainings(session) if trainings else None
    new = [row.id for row in public or () if row.id not in columns.places]
    values = {"ids": batch_ids, "training_ids": new}
    asked = await session.execute(CHANGED, values) if batch_ids or new else ()
    rows = [BatchRow._make(row) for row in asked]
    # From here on nothing is awaited: whoever is cut off before has changed nothing.
    gone, trainings_put = set[UUID](), [False]
    if public is not None:
        gone = columns.places.keys() - {row.id for row in public}
        for training_id in gone:
            columns.remove_training(training_id)
        trainings_put = [columns.put_training(training) for training in public]
    # Also of batches that are in no list, such as cancelled ones, which are shown one by one.
    changed: set[Hashable] = set(batch_ids)
    for batch_id in set(batch_ids).difference(row.id for row in rows):
        if columns.remove_batch(batch_id):
            changed.add(ALL)
    for row in rows:
        changed |= columns.put_batch(row)
    return bool(gone) or any(trainings_put), changed


async def _read_trainings(session: AsyncSession) -> list[TrainingRow]:
    return [TrainingRow._make(row) for row in await session.execute(TRAININGS)]


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


class ListedRoute(CachedRoute):
    """A kept answer that shows seats, or what is found by them."""

    def figures_of(self, app: FastAPI) -> Listing:
        """The columns."""
        return listing_of(app)
