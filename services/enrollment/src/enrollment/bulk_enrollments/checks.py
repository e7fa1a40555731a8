"""Checks a file in two steps: each row by itself, portion by portion, and then all rows together.

The second is in `judging`.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.identity import NumberKind
from contracts.people import PORTION, Match, PeopleMatchRequested, PersonToMatch
from kit import db
from kit.db import AsyncSession, new_id, utc_now
from kit.failpoints import hit
from kit.messaging import outbox
from kit.sheets import Line
from kit.turns import in_turns
from pydantic_core import to_json
from sqlalchemy import (
    ColumnElement,
    exists,
    func,
    or_,
    select,
)
from sqlmodel import col

from enrollment.bulk_enrollments.columns import BATCH
from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.judging import count_rows, judge_rows
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rows import CheckedRow, check_row, chosen_row
from enrollment.bulk_enrollments.rules import RUNNING_AT_ONCE, TURN
from enrollment.bulk_enrollments.states import RowState
from enrollment.bulk_enrollments.writing import write_rows
from enrollment.replicas.models import Batch


async def fill_rows(session: AsyncSession, bulk: BulkEnrollment, lines: Sequence[Line]) -> None:
    """Store the rows of a file whose columns are known, each checked by itself: once, for what a
    COPY takes. About their people identity is asked by the sweep, in its turns."""
    place = bulk.mapping.get(BATCH.name)
    codes = {line.cells[place] for line in lines} if place is not None else set()
    batches = await _batches_of(session, bulk, codes)
    portions: list[UUID] = []

    async def records() -> AsyncIterator[Sequence[Any]]:
        portion = new_id()
        async for count, line in in_turns(enumerate(lines), _ROWS_A_TURN):
            if count % PORTION == 0:
                portion = new_id()
            row = check_row(line.cells, bulk.mapping)
            if row.person_key and portions[-1:] != [portion]:
                portions.append(portion)
            values = _values(line.number, row, bulk, batches, portion)
            values["cell_errors"] = to_json(values["cell_errors"]).decode()
            yield (bulk.id, to_json(line.cells).decode(), *values.values(), *_UNJUDGED.values())

    await db.copy(
        session, BulkRow, ("bulk_enrollment_id", "cells", *_CHECKED, *_UNJUDGED), records()
    )
    bulk.unasked, bulk.unanswered = portions, []


_ROWS_A_TURN = 15
"""Each takes twice as long as most steps that are done in turns."""
_UNJUDGED = {"errors": "[]", "use_person": False, "admitted": False}


async def check_portion(session: AsyncSession) -> int:
    """Do a portion of the file whose turn it is, or end its check; how many rows were done.

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
            _has_unchecked(col(BulkEnrollment.id)),
        ),
        order_by=[col(BulkEnrollment.worked_at).asc().nulls_first(), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        bulk.worked_at = utc_now()
        if bulk.unasked:
            return await _ask(session, bulk)
        return await _check_rows(session, bulk) or await end_check(session, bulk)
    return 0


def _has_unchecked(bulk_id: Any) -> ColumnElement[bool]:
    return exists().where(
        col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state) == RowState.UNCHECKED
    )


async def _ask(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Ask identity about the people of the next portion; how many."""
    portion, *bulk.unasked = bulk.unasked
    found = await session.execute(
        select(*(getattr(BulkRow, name) for name in _PERSON))
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.portion) == portion)
        .order_by(col(BulkRow.number))
    )
    rows = found.all()
    await _request(session, bulk, portion, [row._asdict() for row in rows])
    hit("bulk_enrollments.people_asked")
    return len(rows)


async def _check_rows(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Check the next rows that were mended, or whose columns have been said since they came, and
    ask identity about their people; how many."""
    rows = (
        await session.execute(
            select(col(BulkRow.number), col(BulkRow.cells), col(BulkRow.chosen_profile_id))
            .where(
                col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.state) == RowState.UNCHECKED
            )
            .order_by(col(BulkRow.number))
            .limit(PORTION)
        )
    ).all()
    if not rows:
        return 0
    checked = {
        row.number: chosen_row(row.chosen_profile_id)
        if row.chosen_profile_id
        else check_row(row.cells, bulk.mapping)
        async for row in in_turns(rows)
    }
    codes = {row.form.batch for row in checked.values() if row.form.batch}
    batches = await _batches_of(session, bulk, codes)
    portion = new_id()
    values = [
        _values(number, row, bulk, batches, portion)
        async for number, row in in_turns(checked.items())
    ]
    await write_rows(session, bulk.id, values)
    chosen = {row.number: {"chosen_profile_id": row.chosen_profile_id} for row in rows}
    people = [each | chosen[each["number"]] for each in values if each["person_key"]]
    await _request(session, bulk, portion, people)
    hit("bulk_enrollments.rows_checked")
    return len(rows)


async def _request(
    session: AsyncSession, bulk: BulkEnrollment, portion: UUID, rows: Sequence[Mapping[str, Any]]
) -> None:
    if not rows:
        return
    people = {row["person_key"]: row for row in rows}
    event = PeopleMatchRequested(
        bulk_enrollment_id=bulk.id,
        organization_id=bulk.organization_id,
        portion=portion,
        people=tuple([_person(row) async for row in in_turns(people.values())]),
    )
    bulk.unanswered = [*bulk.unanswered, portion]
    await outbox.publish(session, event, sequence=bulk.version)


async def _batches_of(
    session: AsyncSession, bulk: BulkEnrollment, codes: Collection[str]
) -> dict[str, UUID]:
    """The batches by their codes in capitals; drafts are known to nobody."""
    if bulk.batch_id is not None:
        return {}
    found = await session.execute(
        select(func.upper(col(Batch.code)).label("code"), col(Batch.id)).where(
            func.upper(col(Batch.code)).in_({code.upper() for code in codes}),
            col(Batch.status) != BatchStatus.DRAFT,
        )
    )
    return {row.code: row.id for row in found}


def _values(
    number: int,
    row: CheckedRow,
    bulk: BulkEnrollment,
    batches: dict[str, UUID],
    portion: UUID,
) -> dict[str, Any]:
    form, errors = row.form, row.errors
    batch_id = bulk.batch_id or batches.get((form.batch or "").upper())
    if batch_id is None:
        code = "batch.unknown" if form.batch else "batch.required"
        errors = [*errors, {"field": "batch", "code": code}]
    is_known = row.person_key is not None
    return {
        "number": number,
        "state": RowState.VALID if is_known else RowState.INVALID,
        "cell_errors": errors,
        "person_key": row.person_key,
        "id_number": form.civil_number or form.passport_number,
        "country": None if form.civil_number else form.passport_country,
        "name_en": form.name_en,
        "name_ar": form.name_ar,
        "email": form.email,
        "phone": form.phone,
        "locale": form.language,
        "batch_id": batch_id,
        "match": Match.UNKNOWN if is_known else None,
        "shown_name_en": "",
        "shown_name_ar": "",
        "registration_due": is_known,
        "portion": portion if is_known else None,
        "profile_id": new_id(),
        "user_id": new_id(),
        "enrollment_id": new_id(),
    }


_CHECKED = (
    "number",
    "state",
    "cell_errors",
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
    "shown_name_en",
    "shown_name_ar",
    "registration_due",
    "portion",
    "profile_id",
    "user_id",
    "enrollment_id",
)
"""What `_values` gives of a row, in its order."""
_PERSON = ("person_key", "id_number", "country", "name_en", "name_ar", "chosen_profile_id")


def _person(row: Mapping[str, Any]) -> PersonToMatch:
    key: str = row["person_key"]
    is_civil = key.startswith(NumberKind.CIVIL)
    return PersonToMatch(
        key=key,
        kind=NumberKind.CIVIL if is_civil else NumberKind.PASSPORT,
        number=row["id_number"] or "",
        country=row["country"],
        name_en=row["name_en"] or "",
        name_ar=row["name_ar"] or "",
        chosen_profile_id=row["chosen_profile_id"],
    )


async def end_when_answered(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """End the check of a locked file if nothing of it is open any more, without waiting for the
    sweep."""
    if bulk.unasked or bulk.unanswered:
        return
    if not await session.scalar(select(_has_unchecked(bulk.id))):
        await end_check(session, bulk)


async def end_check(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Judge all rows of a locked file of which none is being looked for any more."""
    await judge_rows(session, bulk.id)
    await count_rows(session, bulk)
    await change_status(session, bulk, Status.CHECKED)
    hit("bulk_enrollments.checked")
    return bulk.row_count
