"""What a service has of a person: given out when they ask for it, and erased once that was decided.

A service says of its tables which of their rows are a person's, and what becomes of them
(`Personal`); the answers to identity's events follow from that. What an erased person's copies
become is not said here: identity publishes the erased profile as it publishes every other change,
with a higher version, so a copy that comes late brings nobody back.
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
"""Of one table at most, the newest: a person has hundreds."""
PART_ROWS = 500
"""Of one event, so that a message stays well below a megabyte."""
_SILENT = frozenset({"search", "source_version", "version"})
"""Columns that say nothing to the person."""


ERASED_NAMES: Final = {"name_en": "Erased person", "name_ar": "شخص محذوف"}
"""What stands in the place of a person's names."""


class _Deleted:
    """Rows go."""


DELETED: Final = _Deleted()


@dataclass(frozen=True, slots=True)
class Person:
    """Whose rows are looked for."""

    user_id: UUID
    profile_ids: Sequence[UUID]
    email: str
    """Empty once it is known no more."""


@dataclass(frozen=True, slots=True)
class Personal:
    """Which rows of a table are a person's, and what becomes of them."""

    table: type[SQLModel]
    noun: str
    of: Callable[[Person], ColumnElement[bool]]
    without: frozenset[str] = frozenset()
    """Columns that are given to nobody, such as a secret of the provider's."""
    erased: _Deleted | Mapping[str, Any] = field(default_factory=dict)
    """What an erasure makes of the rows: gone, or with these values; by default they stay as they
    are, since what they name of the person are ids alone."""


def handlers(service: str, tables: Sequence[Personal]) -> dict[type[Event], Handler]:
    """The handlers of what identity asks of a service about people."""
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
    """A person's rows by noun, in parts of at most `PART_ROWS`; one part at least."""
    rows = [
        (personal.noun, row)
        for personal in tables
        for row in await _read(session, personal, person)
    ]
    return [_by_noun(portion) for portion in _portions(rows)] or [{}]


async def erase(session: AsyncSession, tables: Sequence[Personal], person: Person) -> None:
    """Make of a person's rows what the service says of them. Done twice it is the same."""
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
