"""Checks a file in two steps: each row by itself, portion by portion, and then all rows together.

The second is in `judging`.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import PORTION_TO_MATCH, Match, PeopleMatchRequested
from kit import db
from kit.db import AsyncSession, new_id, new_id_text, utc_now
from kit.failpoints import hit
from kit.messaging import outbox
from kit.sheets import Line
from kit.turns import in_turns
from pydantic_core import to_json
from sqlalchemy import (
    ColumnElement,
    Row,
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
        async for count, line in in_turns(enumerate(lines)):
            if count % PORTION_TO_MATCH == 0:
                portion = new_id()
            row = check_row(line.cells, bulk.mapping)
            if row.person_key and portions[-1:] != [portion]:
                portions.append(portion)
            values = _values(line.number, row, bulk, batches, portion)
            errors = values["cell_errors"]
            values["cell_errors"] = to_json(errors).decode() if errors else "[]"
            yield (bulk.id, to_json(line.cells).decode(), *values.values(), *_UNJUDGED.values())

    await db.copy(
        session, BulkRow, ("bulk_enrollment_id", "cells", *_CHECKED, *_UNJUDGED), records()
    )
    bulk.unasked, bulk.unanswered = portions, []


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
    rows = await list_asked(session, bulk.id, portion)
    await _request(session, bulk, portion, rows)
    hit("bulk_enrollments.people_asked")
    return len(rows)


async def list_asked(
    session: AsyncSession, bulk_id: UUID, portion: UUID
) -> Sequence[Row[str | None, str | None, str | None]]:
    """Key and names of a portion's people, as identity is asked about them."""
    found = await session.execute(
        select(col(BulkRow.person_key), col(BulkRow.name_en), col(BulkRow.name_ar))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.portion) == portion)
        .order_by(col(BulkRow.number))
    )
    return found.all()


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
            .limit(PORTION_TO_MATCH)
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
    codes = {row.values["batch"] for row in checked.values() if "batch" in row.values}
    batches = await _batches_of(session, bulk, codes)
    portion = new_id()
    values = [
        _values(number, row, bulk, batches, portion)
        async for number, row in in_turns(checked.items())
    ]
    await write_rows(session, bulk.id, values)
    people = [
        (each["person_key"], each["name_en"], each["name_ar"])
        for each in values
        if each["person_key"]
    ]
    await _request(session, bulk, portion, people)
    hit("bulk_enrollments.rows_checked")
    return len(rows)


async def _request(
    session: AsyncSession, bulk: BulkEnrollment, portion: UUID, rows: Sequence[Sequence[str | None]]
) -> None:
    """Ask about the people of a portion: key and names of each row."""
    if not rows:
        return
    people = {key: (name_en or "", name_ar or "") for key, name_en, name_ar in rows}
    event = PeopleMatchRequested(
        bulk_enrollment_id=bulk.id,
        organization_id=bulk.organization_id,
        portion=portion,
        keys=tuple(people),
        names_en=tuple(name_en for name_en, _ in people.values()),
        names_ar=tuple(name_ar for _, name_ar in people.values()),
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
    value, errors = row.values.get, row.errors
    code = value("batch")
    batch_id = bulk.batch_id or batches.get((code or "").upper())
    if batch_id is None:
        code = "batch.unknown" if code else "batch.required"
        errors = [*errors, {"field": "batch", "code": code}]
    is_known = row.person_key is not None
    return {
        "number": number,
        "state": RowState.VALID if is_known else RowState.INVALID,
        "cell_errors": errors,
        "person_key": row.person_key,
        "id_number": value("civil_number") or value("passport_number"),
        "country": None if value("civil_number") else value("passport_country"),
        "name_en": value("name_en"),
        "name_ar": value("name_ar"),
        "email": value("email"),
        "phone": value("phone"),
        "locale": value("language"),
        "batch_id": batch_id,
        "match": Match.UNKNOWN if is_known else None,
        "shown_name_en": "",
        "shown_name_ar": "",
        "registration_due": is_known,
        "portion": portion if is_known else None,
        "profile_id": new_id_text(),
        "user_id": new_id_text(),
        "enrollment_id": new_id_text(),
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
