"""Replicas of other services' data, updated by their events.

Messages may be duplicated, late and unordered, so only newer versions replace a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import BigInteger, ColumnElement, inspect, or_
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Field, SQLModel, col

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Replica(SQLModel):
    """Columns of every replica table: `class Batch(Table, Replica, table=True)`.

    The primary key must be a single column.
    """

    source_version: int = Field(sa_type=BigInteger)
    """The `sequence` of the event stored in the row; stale events change nothing."""


async def upsert(
    session: AsyncSession,
    model: type[Replica],
    key: object,
    values: Mapping[str, Any],
    version: int,
    *,
    unless: ColumnElement[bool] | None = None,
) -> bool:
    """Upsert the complete row `key` unless it is as new; return True if it was written.

    `values` are by column, without the key. A row that matches `unless` is replaced whatever its
    version, for sources that restarted their versions.
    """
    return bool(await _upsert(session, model, [(key, values, version)], unless))


async def upsert_all(
    session: AsyncSession,
    model: type[Replica],
    rows: Iterable[tuple[UUID, Mapping[str, Any], int]],
    unless: ColumnElement[bool] | None = None,
) -> set[UUID]:
    """Upsert rows of key, values and version with one statement, and return the keys written.

    For duplicate keys the newest version wins. Written rows stay locked. `unless` is as in
    `upsert`.
    """
    newest = {key: (values, version) for key, values, version in sorted(rows, key=lambda r: r[2])}
    if not newest:
        return set()
    # Lock in key order, so that concurrent batches cannot deadlock.
    in_order = [(key, *newest[key]) for key in sorted(newest)]
    return set(await _upsert(session, model, in_order, unless))


async def _upsert(
    session: AsyncSession,
    model: type[Replica],
    rows: Sequence[tuple[object, Mapping[str, Any], int]],
    unless: ColumnElement[bool] | None,
) -> Sequence[Any]:
    """Write the newer rows, and return their keys."""
    table = inspect(model).local_table
    (key_column,) = table.primary_key
    states = [
        {key_column.key: key, **values, "source_version": version} for key, values, version in rows
    ]
    # Rows are parameters, so that the statement is compiled once for any number.
    statement = insert(table)
    is_older = col(model.source_version) < statement.excluded.source_version
    upserting = statement.on_conflict_do_update(
        index_elements=[key_column],
        set_={name: statement.excluded[name] for name in states[0] if name != key_column.key},
        where=is_older if unless is None else or_(is_older, unless),
    ).returning(key_column)
    return (await session.scalars(upserting, states)).all()


def compute_version(time: datetime) -> int:
    """Return the event's time in microseconds, as a version across sources with versions of their
    own.
    """
    return (time - _EPOCH) // timedelta(microseconds=1)
