"""Find recently written batches, because seats change far more often than other cached fields.

The column `changed_in` holds the last transaction that wrote the row. Transactions commit in any
order, so each poll covers all that were open at the previous poll or began later.
"""

import asyncio
from collections.abc import Hashable, Iterable
from time import monotonic
from uuid import UUID

from fastapi import FastAPI
from kit.core.state import StateKey
from kit.database.db import DATABASE, Database
from kit.web.cache import ANSWERS, AnswerCache, CachedRoute
from sqlalchemy import text

ANY_BATCH = "any batch"
"""Key of responses that count, filter or sort by seats."""
POLL_SECONDS = 0.5
"""Polling interval without a broadcast; the longest delay after a lost one."""
BUSY_POLL_SECONDS = 0.4
"""Polling interval while broadcasts arrive, so that responses are not rebuilt more often."""
MAX_CHANGES = 2000
"""Changed batches that are tracked one by one; beyond this, all responses are stale."""
MAX_XACT = (1 << 63) - 1
"""Transaction number that is never reached, so that the first poll finds no changes."""

CHANGES = text("""
WITH seen AS (
  SELECT CAST(CAST(pg_snapshot_xmin(snapshot) AS text) AS bigint) AS since,
    CAST(CAST(pg_snapshot_xmax(snapshot) AS text) AS bigint) AS until
  FROM pg_current_snapshot() AS snapshot
)
SELECT seen.since, id, training_id, changed_in
FROM seen LEFT JOIN LATERAL (
  SELECT id, training_id, changed_in FROM batches
  WHERE changed_in >= :since AND changed_in < until LIMIT :most
) AS written ON true
""")
"""Selects the rows written since, and the transaction from which the next poll reads. After a
restore rows may hold numbers that the server has not reached; they are ignored until then."""


class SeatChanges:
    """Volatile fields (`kit.web.cache.VolatileFields`) of one app: batches and trainings by ID."""

    def __init__(self, database: Database, answers: AnswerCache) -> None:
        self.version = 0
        self.validated_at = 0.0
        self._database = database
        self._answers = answers
        self._lock = asyncio.Lock()
        self._seen = (-1, -1)
        self._since = MAX_XACT
        self._written: set[tuple[UUID, int]] = set()
        self._changed_at: dict[Hashable, int] = {}
        self._all_changed = 0

    @property
    def is_fresh(self) -> bool:
        """Return true if the last poll is recent and no broadcast arrived since."""
        generation, reports = self._seen
        holds = POLL_SECONDS if reports == self._answers.reports else BUSY_POLL_SECONDS
        return generation == self._answers.generation and monotonic() < self.validated_at + holds

    def have_changed(self, shown: Iterable[Hashable], since: int) -> bool:
        """Return true if any of these keys changed after that version."""
        changed_at = self._changed_at
        return since < self._all_changed or any(changed_at.get(each, 0) > since for each in shown)

    async def refresh(self) -> None:
        """Read the batches written since the last poll."""
        async with self._lock:
            if not self.is_fresh:
                seen, validated_at = (self._answers.generation, self._answers.reports), monotonic()
                await self._look()
                self._seen, self.validated_at = seen, validated_at

    async def _look(self) -> None:
        async with self._database.transaction() as session:
            asked = {"since": self._since, "most": MAX_CHANGES + 1}
            rows = (await session.execute(CHANGES, asked)).all()
        since = rows[0].since
        written = {(row.id, row.changed_in) for row in rows if row.id}
        # Rows kept in the window by an open transaction were read by an earlier poll.
        changed = [row for row in rows if row.id and (row.id, row.changed_in) not in self._written]
        went_back = since < self._since < MAX_XACT
        if changed or went_back:
            self.version += 1
        if went_back or max(len(rows), len(self._changed_at)) > MAX_CHANGES:
            self._all_changed = self.version
            self._changed_at.clear()
        elif changed:
            figures = {ANY_BATCH, *(id_ for row in changed for id_ in (row.id, row.training_id))}
            self._changed_at.update(dict.fromkeys(figures, self.version))
        self._since, self._written = since, written


_SEAT_CHANGES: StateKey[SeatChanges] = StateKey("seat_changes")


class SeatsRoute(CachedRoute):
    """Cached response that shows seats or depends on them."""

    def get_volatile_fields(self, app: FastAPI) -> SeatChanges:
        """Return the app's seat changes, created on first use."""
        try:
            return _SEAT_CHANGES.of(app)
        except AttributeError:
            _SEAT_CHANGES.put(app, SeatChanges(DATABASE.of(app), ANSWERS.of(app)))
            return _SEAT_CHANGES.of(app)
