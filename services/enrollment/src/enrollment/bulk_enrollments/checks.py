"""Checks a file in two steps: each row by itself, portion by portion, and then all rows together.

The second is in `judging`.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import PORTION_TO_MATCH, Match, PeopleMatchRequested
from kit.core.failpoints import hit
from kit.database import db
from kit.database.db import AsyncSession, new_id, new_id_text, utc_now
from kit.domain.people import load_phones
from kit.messaging import outbox
from kit.messaging.cooperative import in_turns
from kit.spreadsheets.sheets import Rows
from pydantic_core import to_json
from sqlalchemy import (
    ColumnElement,
    Insert,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlmodel import col

from enrollment.bulk_enrollments.columns import BATCH
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.judging import count_rows, judge_rows
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rows import check_rows, chosen_row, replace_row
from enrollment.bulk_enrollments.rules import RUNNING_AT_ONCE, TURN
from enrollment.bulk_enrollments.states import RowState
from enrollment.bulk_enrollments.writing import write_rows
from enrollment.replicas.models import Batch


@dataclass(slots=True)
class _Portion:
    """People of a file about whom identity is asked together."""

    id: UUID = field(default_factory=new_id)
    keys: list[str | None] = field(default_factory=list)
    """None stands for a row without a number."""
    names_en: list[str | None] = field(default_factory=list)
    names_ar: list[str | None] = field(default_factory=list)

    def add(self, checked: Mapping[str, list[Any]]) -> None:
        """Some rows more that were checked."""
        self.keys += checked["person_key"]
        self.names_en += checked["name_en"]
        self.names_ar += checked["name_ar"]

    def request(self, bulk: BulkEnrollment) -> PeopleMatchRequested:
        """What identity is asked, of each person once."""
        in_english = dict(zip(self.keys, self.names_en, strict=True))
        in_arabic = dict(zip(self.keys, self.names_ar, strict=True))
        return PeopleMatchRequested(
            bulk_enrollment_id=bulk.id,
            organization_id=bulk.organization_id,
            portion=self.id,
            keys=tuple(key for key in in_english if key),
            names_en=tuple(name or "" for key, name in in_english.items() if key),
            names_ar=tuple(name or "" for key, name in in_arabic.items() if key),
        )


async def fill_rows(session: AsyncSession, bulk: BulkEnrollment, rows: AsyncIterator[Rows]) -> None:
    """Store the rows of a file whose columns are known, each checked by itself while the next ones
    are still being read: once, for what a COPY takes. Identity is asked about their people, or will
    be by the sweep when it is the file's turn."""
    await load_phones()
    batches: Mapping[str, UUID] = {}
    if bulk.batch_id is None:
        # Which batches there are is asked before the COPY, during which nothing else can be.
        all_rows = [some async for some in rows]
        batches = await _batches_of(
            session, bulk, [line for some in all_rows for line in some.cells]
        )
        rows = in_turns(all_rows, steps=1)
    portions: list[_Portion] = []

    async def records() -> AsyncIterator[Sequence[Any]]:
        bulk_id, mapping, one_batch = bulk.id, bulk.mapping, bulk.batch_id
        portion = _Portion()
        async for numbers, cells, texts in rows:
            if not portions or len(portion.keys) >= PORTION_TO_MATCH:
                portion = _Portion()
                portions.append(portion)
            checked = check_rows(cells, mapping)
            portion.add(checked)
            values = _values(checked, one_batch, batches, portion.id)
            errors = map(_as_json, values.pop("cell_errors"))
            given = repeat(bulk_id, len(numbers)), numbers, texts, errors
            for record in zip(*given, *values.values(), strict=True):
                yield record

    await db.copy(session, BulkRow, (*_GIVEN, *_CHECKED), records())
    await _ask_first(session, bulk, [portion for portion in portions if any(portion.keys)])


async def _ask_first(
    session: AsyncSession, bulk: BulkEnrollment, portions: Sequence[_Portion]
) -> None:
    """Ask identity about the people of the file's first portion, if it is its turn; the sweep asks
    about the others in turns."""
    bulk.unasked, bulk.unanswered = [portion.id for portion in portions], []
    # Two that come at the same moment may both be the last that runs.
    earlier = await session.scalar(select(TURN).where(col(BulkEnrollment.id) == bulk.id))
    if portions and (earlier or 0) < RUNNING_AT_ONCE:
        first, *bulk.unasked = bulk.unasked
        bulk.unanswered, bulk.worked_at = [first], utc_now()
        await outbox.publish(session, portions[0].request(bulk), sequence=bulk.version)
        hit("bulk_enrollments.first_people_asked")


_A_TURN = 100
"""Rows that are checked before everybody else has a turn. They take less than a millisecond, and
three where all have to be looked at closely."""
_GIVEN = ("bulk_enrollment_id", "number", "cells", "cell_errors")


def _as_json(values: Sequence[Any]) -> str:
    return to_json(values).decode() if values else "[]"


async def check_portion(session: AsyncSession) -> int:
    """Do a portion of the file whose turn it is, judge its rows while identity is looking for the
    last of its people, or end its check; how many rows were done.

    The file whose last portion is longest ago is next, so that a large one holds up no other.
    """
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.CHECKING,
        TURN < RUNNING_AT_ONCE,
        or_(
            func.cardinality(col(BulkEnrollment.unasked)) > 0,
            func.cardinality(col(BulkEnrollment.unanswered)) == 0,
            col(BulkEnrollment.judged_version).is_distinct_from(col(BulkEnrollment.version)),
            _has_unchecked(col(BulkEnrollment.id)),
        ),
        order_by=[col(BulkEnrollment.worked_at).asc().nulls_first(), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        bulk.worked_at = utc_now()
        if bulk.unasked:
            return await _ask(session, bulk)
        if count := await _check_rows(session, bulk):
            return count
        if not bulk.unanswered:
            return await end_check(session, bulk)
        await judge_rows(session, bulk.id)
        bulk.judged_version = bulk.version
        hit("bulk_enrollments.judged")
        return bulk.row_count
    return 0


# In the statement itself, so that PostgreSQL sees that the index has all of them.
_is_unchecked = db.is_one_of(col(BulkRow.state), [RowState.UNCHECKED])


def _has_unchecked(bulk_id: Any) -> ColumnElement[bool]:
    return exists().where(col(BulkRow.bulk_enrollment_id) == bulk_id, _is_unchecked)


async def _ask(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Ask identity about the people of the next portion; how many rows they stand in at most."""
    portion, *bulk.unasked = bulk.unasked
    await _request(session, bulk, portion)
    hit("bulk_enrollments.people_asked")
    return PORTION_TO_MATCH


async def _check_rows(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Check the next rows that were mended, or whose columns have been said since they came, and
    ask identity about their people; how many."""
    rows = (
        await session.execute(
            select(col(BulkRow.number), col(BulkRow.cells), col(BulkRow.chosen_profile_id))
            .where(col(BulkRow.bulk_enrollment_id) == bulk.id, _is_unchecked)
            .order_by(col(BulkRow.number))
            .limit(PORTION_TO_MATCH)
        )
    ).all()
    if not rows:
        return 0
    await load_phones()
    batches = await _batches_of(session, bulk, [row.cells for row in rows])
    portion = new_id()
    written: list[dict[str, Any]] = []
    async for first in in_turns(range(0, len(rows), _A_TURN), steps=1):
        some = rows[first : first + _A_TURN]
        checked = check_rows([row.cells for row in some], bulk.mapping)
        for place, row in enumerate(some):
            if row.chosen_profile_id:
                replace_row(checked, place, chosen_row(row.chosen_profile_id))
        values = _values(checked, bulk.batch_id, batches, portion)
        written += (
            {"number": row.number, **_UNMATCHED, **dict(zip(values, each, strict=True))}
            for row, each in zip(some, zip(*values.values(), strict=True), strict=True)
        )
    await write_rows(session, bulk.id, written)
    await _request(session, bulk, portion)
    hit("bulk_enrollments.rows_checked")
    return len(rows)


_UNMATCHED = {"shown_name_en": "", "shown_name_ar": ""}
"""What is not known any more of a row that is checked anew."""


async def _request(session: AsyncSession, bulk: BulkEnrollment, portion: UUID) -> None:
    """Ask about the people of a portion, if it has any."""
    if await outbox.publish_with(session, match_requested(bulk, portion)):
        bulk.unanswered = [*bulk.unanswered, portion]


def match_requested(bulk: BulkEnrollment, portion: UUID) -> Insert:
    """The statement that writes the event about a portion's people, each once: a thousand rows are
    not read for what is only passed on."""
    asked = (
        select(
            col(BulkRow.person_key),
            func.coalesce(func.min(col(BulkRow.name_en)), "").label("name_en"),
            func.coalesce(func.min(col(BulkRow.name_ar)), "").label("name_ar"),
        )
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.portion) == portion)
        .group_by(col(BulkRow.person_key))
        .subquery("asked")
    )
    columns = (
        select(
            func.json_agg(asked.c.person_key).label("keys_"),
            func.json_agg(asked.c.name_en).label("names_en"),
            func.json_agg(asked.c.name_ar).label("names_ar"),
        )
        .having(func.count() > 0)
        .subquery("columns")
    )
    data = {
        "bulk_enrollment_id": str(bulk.id),
        "organization_id": str(bulk.organization_id),
        "portion": str(portion),
        "keys": columns.c.keys_,
        "names_en": columns.c.names_en,
        "names_ar": columns.c.names_ar,
    }
    return outbox.insert_from(
        columns,
        PeopleMatchRequested,
        data,
        id_=func.gen_random_uuid(),
        sequence=literal(bulk.version),
    )


async def _batches_of(
    session: AsyncSession, bulk: BulkEnrollment, rows: Iterable[Sequence[str]]
) -> dict[str, UUID]:
    """The batches of these rows by their codes in capitals; drafts are known to nobody."""
    place = bulk.mapping.get(BATCH.name)
    if bulk.batch_id is not None or place is None:
        return {}
    codes = {cells[place] for cells in rows if place < len(cells)}
    found = await session.execute(
        select(func.upper(col(Batch.code)).label("code"), col(Batch.id)).where(
            func.upper(col(Batch.code)).in_({code.upper() for code in codes}),
            col(Batch.status) != BatchStatus.DRAFT,
        )
    )
    return {row.code: row.id for row in found}


def _values(
    checked: Mapping[str, list[Any]],
    one_batch: UUID | None,
    batches: Mapping[str, UUID],
    portion: UUID,
) -> dict[str, Sequence[Any]]:
    """What is stored of rows that were checked, by columns: `cell_errors` and `_CHECKED`."""
    keys, id_numbers = checked["person_key"], checked["civil_number"]
    countries: list[str | None] = [None] * len(keys)
    if not all(id_numbers):
        both = zip(id_numbers, checked["passport_number"], strict=True)
        of_both = zip(id_numbers, checked["passport_country"], strict=True)
        countries = [None if civil else country for civil, country in of_both]
        id_numbers = [civil or passport for civil, passport in both]
    batch_ids = [one_batch or batches.get((code or "").upper()) for code in checked["batch"]]
    errors = checked["errors"]
    if None in batch_ids:
        found = zip(errors, checked["batch"], batch_ids, strict=True)
        errors = [each if id_ else [*each, _no_batch(code)] for each, code, id_ in found]
    return {
        "cell_errors": errors,
        "state": _where_known(keys, RowState.VALID, RowState.INVALID),
        "person_key": keys,
        "id_number": id_numbers,
        "country": countries,
        **{name: checked[name] for name in ("name_en", "name_ar", "email", "phone")},
        "locale": checked["language"],
        "batch_id": batch_ids,
        "match": _where_known(keys, Match.UNKNOWN),
        "registration_due": _where_known(keys, True, False),
        "portion": _where_known(keys, portion),
        **{name: [new_id_text() for _ in keys] for name in _PROPOSED},
    }


def _where_known(keys: Sequence[str | None], value: Any, otherwise: Any = None) -> list[Any]:
    """The value for each row of which it is known whose it is, as nearly always of all."""
    if all(keys):
        return [value] * len(keys)
    return [value if key else otherwise for key in keys]


_PROPOSED = ("profile_id", "user_id", "enrollment_id")
_CHECKED = (
    "state",
    "person_key",
    "id_number",
    "country",
    "name_en",
    "name_ar",
    "email",
    "phone",
    "locale",
    "batch_id",
    "match",
    "registration_due",
    "portion",
    *_PROPOSED,
)
"""What the check of a row writes, beside its errors."""


def _no_batch(code: str | None) -> dict[str, str]:
    return {"field": "batch", "code": "batch.unknown" if code else "batch.required"}


async def end_when_answered(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """End the check of a locked file if nothing of it is open any more, without waiting for the
    sweep."""
    if bulk.unasked or bulk.unanswered:
        return
    if not await session.scalar(select(_has_unchecked(bulk.id))):
        await end_check(session, bulk)


async def end_check(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """End the check of a locked file of which no row is being looked for any more. Its rows may
    have been judged already as if nobody knew their people, and nobody did."""
    is_anybody_known = await count_rows(session, bulk)
    if is_anybody_known or bulk.judged_version != bulk.version:
        await judge_rows(session, bulk.id)
        await count_rows(session, bulk)
    await change_status(session, bulk, Status.CHECKED)
    hit("bulk_enrollments.checked")
    return bulk.row_count
