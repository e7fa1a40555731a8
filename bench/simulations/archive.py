"""Archiving old rows to a file in chunks while others work: its cost, their delays, and lists
before and after.
"""

import gzip
import os
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import asyncpg

from bench.growth import Cost, Side, measure, numbers_of, side
from bench.growth_cases import CASES, id_of
from bench.simulations.enrolling import server
from bench.simulations.measuring import Clock, others

OLD, PORTION = 0.9, 2_000
"""Nine rows in ten are old."""
# What has a certificate stays.
NUMBERS: Mapping[str, int] = {**numbers_of(100_000), "certificates": 0}


class _Kind(NamedTuple):
    """Rows of a table, whose ids grow with time, and those that go with them."""

    service: str
    table: str
    of: str
    """Name from which `growth.sql` derives IDs."""
    rows: int
    write: str
    """Write of other users to a recent row."""
    lists: tuple[str, ...]
    """Lists of `bench.growth`."""
    with_them: tuple[tuple[str, str], ...] = ()
    """Tables, and the column that names the row."""


_KINDS = (
    _Kind(
        "enrollment", "enrollments", "enrollment", NUMBERS["enrollments"],
        "UPDATE enrollments SET version = version + 1 WHERE id = $1",
        ("first page of enrollments", "last page", "by candidate", "Arabic family name",
         "the largest organization's", "a candidate's own"),
        (("charges", "enrollment_id"),),
    ),
    # Deliveries go by the foreign key; in life those of the last 90 days alone are there.
    _Kind(
        "notifications", "notifications", "notification", NUMBERS["notices"],
        "UPDATE notifications SET read_at = now() WHERE id = $1",
        ("a person's, of many", "their last page", "how many are unread"),
    ),
)  # fmt: skip
_MOVE = """
    WITH portion AS (
        SELECT id FROM {table} WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM {table} USING portion WHERE {table}.id = portion.id
    RETURNING {table}.id, to_jsonb({table})::text
"""
_MOVE_WITH_THEM = """
    DELETE FROM {table} WHERE {column} = ANY($1::uuid[]) RETURNING {column}, to_jsonb({table})::text
"""


async def run(folder: Path) -> AsyncIterator[str]:
    """The lines to print."""
    with server(folder) as postgres:
        for kind in _KINDS:
            async with side(kind.service, NUMBERS, postgres.url, folder) as filled:
                async for line in _archive(kind, filled, folder / f"{kind.table}.jsonl.gz"):
                    yield f"{kind.table:<14}{line}"


async def _archive(kind: _Kind, filled: Side, file: Path) -> AsyncIterator[str]:
    connection = await asyncpg.connect(filled.url, command_timeout=900)
    other = await asyncpg.connect(filled.url)
    old = int(kind.rows * OLD)
    size = f"SELECT pg_total_relation_size('{kind.table}')::float / 1e6"
    yield f"{'all rows take':<42} {await connection.fetchval(size):7.0f} MB"
    before = await _lists(kind, filled)
    write = partial(other.execute, kind.write, id_of(kind.of, kind.rows - 1))
    async with Clock(connection) as clock, others(write) as waits:
        while await _move(connection, kind, id_of(kind.of, old), file):
            pass
    yield f"{f'{old} old ones are moved':<42} {clock.spent}"
    yield f"{'the file has':<42} {file.stat().st_size / 1e6:7.0f} MB"
    yield f"{'to write another one meanwhile takes':<42} {waits}"
    async with Clock(connection) as clock:
        await connection.execute("VACUUM ANALYZE")
    yield f"{'vacuum':<42} {clock.spent}; {await connection.fetchval(size):.0f} MB are left"
    after = await _lists(kind, filled)
    for name, cost in before.items():
        yield f"{name:<42} {cost}"
        yield f"{'  afterwards':<42} {after[name]}"
    for each in (connection, other):
        await each.close()


async def _lists(kind: _Kind, filled: Side) -> Mapping[str, Cost]:
    """Return the cost of each list."""
    cases = (case for case in CASES[kind.service] if case.name in kind.lists)
    return {case.name: await measure(filled, case) for case in cases}


async def _move(connection: asyncpg.Connection, kind: _Kind, before: UUID, file: Path) -> int:
    """Move a chunk and return its number of rows.

    It is on disk before it is deleted, so a crash between the two duplicates it but never loses it.
    """
    async with connection.transaction():
        moved = await connection.fetch(_MOVE.format(table=kind.table), before, PORTION)
        ids = [row[0] for row in moved]
        rows = [*moved]
        for table, column in kind.with_them:
            statement = _MOVE_WITH_THEM.format(table=table, column=column)
            rows += await connection.fetch(statement, ids)
        with file.open("ab") as output:
            output.write(gzip.compress("".join(f"{text}\n" for _, text in rows).encode()))
            output.flush()
            os.fsync(output.fileno())
    return len(moved)
