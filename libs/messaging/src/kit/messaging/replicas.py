"""Copies of what other services own, kept from their events.

Messages come twice, late and out of order: a copy takes over only what is newer than itself.
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
    """What a table of copies has beside its own columns: `class Batch(Table, Replica, table=True)`.

    Its primary key is a single column.
    """

    source_version: int = Field(sa_type=BigInteger)
    """The `sequence` of the event that the row shows; older ones change nothing."""


async def upsert(
    session: AsyncSession,
    model: type[Replica],
    key: object,
    values: Mapping[str, Any],
    version: int,
    *,
    unless: ColumnElement[bool] | None = None,
) -> bool:
    """Take over the state of the row `key`, whole, unless the row is as new; whether it was newer.

    `values` are by column, the key left out. A row that meets `unless` is replaced whatever its
    version: one whose source has been replaced by another, with versions of its own.
    """
    return bool(await _upsert(session, model, [(key, values, version)], unless))


async def upsert_all(
    session: AsyncSession,
    model: type[Replica],
    rows: Iterable[tuple[UUID, Mapping[str, Any], int]],
    unless: ColumnElement[bool] | None = None,
) -> set[UUID]:
    """Take over the states of many rows by one statement, each a key, its values and its version.
    Of a key that comes several times the newest counts. The keys of what was newer than its copy,
    whose rows are locked. `unless` is as in `upsert`."""
    newest = {key: (values, version) for key, values, version in sorted(rows, key=lambda r: r[2])}
    if not newest:
        return set()
    # In the order of the keys, as every other batch: two of them never wait for one another.
    in_order = [(key, *newest[key]) for key in sorted(newest)]
    return set(await _upsert(session, model, in_order, unless))


async def _upsert(
    session: AsyncSession,
    model: type[Replica],
    rows: Sequence[tuple[object, Mapping[str, Any], int]],
    unless: ColumnElement[bool] | None,
) -> Sequence[Any]:
    """Take over what is newer; the keys of those rows."""
    table = inspect(model).local_table
    (key_column,) = table.primary_key
    states = [
        {key_column.key: key, **values, "source_version": version} for key, values, version in rows
    ]
    # Rows are parameters and not part of the statement, which is then compiled once for any number.
    statement = insert(table)
    is_older = col(model.source_version) < statement.excluded.source_version
    upserting = statement.on_conflict_do_update(
        index_elements=[key_column],
        set_={name: statement.excluded[name] for name in states[0] if name != key_column.key},
        where=is_older if unless is None else or_(is_older, unless),
    ).returning(key_column)
    return (await session.scalars(upserting, states)).all()


def version_of(time: datetime) -> int:
    """A version for what several sources with versions of their own publish: the time of the event
    (`meta.time`), in microseconds."""
    return (time - _EPOCH) // timedelta(microseconds=1)
