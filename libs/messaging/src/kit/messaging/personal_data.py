"""Personal data of a service: its export for data requests, and its erasure.

A service declares which rows are personal and how they are erased (`Personal`), and answers
identity's events with it. Replicas need no declaration: identity publishes the erased profile with
a higher version, so a late event cannot restore the person.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final
from uuid import UUID

from contracts.event import EVENTS, Event
from contracts.identity import DataRequested, UserErased
from contracts.personal_data import DataCollected
from kit.messaging import outbox
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler
from sqlalchemy import ColumnElement, delete, inspect, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

MAX_ROWS = 5_000
"""Maximum rows of one table, newest first; a person has hundreds."""
PART_ROWS = 500
"""Rows in one event, so that a message stays well below a megabyte."""
_SILENT = frozenset({"search", "source_version", "version"})
"""Columns without meaning for the person."""


ERASED_NAMES: Final = {"name_en": "Erased person", "name_ar": "شخص محذوف"}
"""Replacement for an erased person's names."""


class _Deleted:
    """Delete the rows."""


DELETED: Final = _Deleted()


@dataclass(frozen=True, slots=True)
class Person:
    """The person whose rows are selected."""

    user_id: UUID
    profile_ids: Sequence[UUID]
    email: str
    """Empty if no longer known."""


@dataclass(frozen=True, slots=True)
class Personal:
    """The personal rows of a table, and their erasure."""

    table: type[SQLModel]
    noun: str
    of: Callable[[Person], ColumnElement[bool]]
    without: frozenset[str] = frozenset()
    """Columns left out of exports, such as provider secrets."""
    erased: _Deleted | Mapping[str, Any] = field(default_factory=dict)
    """Erasure of the rows: delete them, or set these values. By default rows with nothing but IDs
    stay.
    """


def handlers(service: str, tables: Sequence[Personal]) -> dict[type[Event], Handler]:
    """Build the handlers of identity's events about personal data."""
    collected = EVENTS[f"{service}.data.collected"]
    assert issubclass(collected, DataCollected)

    async def on_data_requested(session: AsyncSession, event: DataRequested, _: Meta) -> None:
        person = Person(event.user_id, event.profile_ids, event.email)
        parts = await collect(session, tables, person)
        answers = [
            collected(request_id=event.request_id, part=number, parts=len(parts), rows=rows)
            for number, rows in enumerate(parts, 1)
        ]
        await outbox.publish_many(session, [(answer, answer.part) for answer in answers])

    async def on_user_erased(session: AsyncSession, event: UserErased, _: Meta) -> None:
        await erase(session, tables, Person(event.user_id, event.profile_ids, event.email))

    return {DataRequested: on_data_requested, UserErased: on_user_erased}


async def collect(
    session: AsyncSession, tables: Sequence[Personal], person: Person
) -> list[dict[str, list[dict[str, Any]]]]:
    """Collect a person's rows by noun, in one or more parts of at most `PART_ROWS`."""
    rows = [
        (personal.noun, row)
        for personal in tables
        for row in await _read(session, personal, person)
    ]
    return [_by_noun(portion) for portion in _portions(rows)] or [{}]


async def erase(session: AsyncSession, tables: Sequence[Personal], person: Person) -> None:
    """Erase or pseudonymize a person's rows. It is idempotent."""
    for personal in tables:
        table, condition = personal.table, personal.of(person)
        if isinstance(personal.erased, _Deleted):
            await session.execute(delete(table).where(condition))
        elif personal.erased:
            await session.execute(update(table).where(condition).values(**personal.erased))


async def _read(session: AsyncSession, personal: Personal, person: Person) -> list[dict[str, Any]]:
    newest = [each.desc() for each in inspect(personal.table).primary_key]
    rows = await session.scalars(
        select(personal.table).where(personal.of(person)).order_by(*newest).limit(MAX_ROWS)
    )
    hidden = set(personal.without | _SILENT)
    return [row.model_dump(mode="json", exclude=hidden) for row in rows]


def _portions(rows: list[tuple[str, dict[str, Any]]]) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    left = iter(rows)
    while portion := list(islice(left, PART_ROWS)):
        yield portion


def _by_noun(rows: list[tuple[str, dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for noun, row in rows:
        found.setdefault(noun, []).append(row)
    return found
