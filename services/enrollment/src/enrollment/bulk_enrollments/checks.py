"""Checks a file in two steps: each row by itself, portion by portion, and then all rows together.

The second is in `judging`.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.identity import NumberKind
from contracts.people import PORTION, PeopleMatchRequested, PersonToMatch
from kit import db
from kit.db import AsyncSession, new_id, utc_now
from kit.failpoints import hit
from kit.messaging import outbox
from kit.turns import in_turns
from sqlalchemy import (
    ColumnElement,
    exists,
    func,
    or_,
    select,
)
from sqlmodel import col

from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.judging import count_rows, judge_rows
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rows import CheckedRow, check_row, chosen_row
from enrollment.bulk_enrollments.rules import RUNNING_AT_ONCE, TURN
from enrollment.bulk_enrollments.states import UNDER_WAY, RowState
from enrollment.bulk_enrollments.writing import write_rows
from enrollment.replicas.models import Batch


def _has_row(*states: RowState) -> ColumnElement[bool]:
    return exists().where(
        col(BulkRow.bulk_enrollment_id) == col(BulkEnrollment.id), col(BulkRow.state).in_(states)
    )


async def check_portion(session: AsyncSession) -> int:
    """Do a portion of the file whose turn it is, or end its check; how many rows were done.

    The file whose last portion is longest ago is next, so that a large one holds up no other.
    """
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.status) == Status.CHECKING,
        TURN < RUNNING_AT_ONCE,
        or_(_has_row(RowState.UNCHECKED), ~_has_row(RowState.MATCHING)),
        order_by=[col(BulkEnrollment.worked_at).asc().nulls_first(), col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        bulk.worked_at = utc_now()
        return await _check_rows(session, bulk) or await end_check(session, bulk)
    return 0


async def _check_rows(session: AsyncSession, bulk: BulkEnrollment) -> int:
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
    chosen = {row.number: row.chosen_profile_id for row in rows}
    batches = await _batches_of(session, bulk, [row.form.batch for row in checked.values()])
    portion = new_id()
    values = [
        _values(number, row, bulk, batches, portion)
        async for number, row in in_turns(checked.items())
    ]
    await write_rows(session, bulk.id, values)
    people = {
        row.person_key: (row, chosen[number]) for number, row in checked.items() if row.person_key
    }
    if people:
        event = PeopleMatchRequested(
            bulk_enrollment_id=bulk.id,
            organization_id=bulk.organization_id,
            portion=portion,
            people=tuple([_person(key, *row) async for key, row in in_turns(people.items())]),
        )
        await outbox.publish(session, event, sequence=bulk.version)
    hit("bulk_enrollments.rows_checked")
    return len(rows)


async def _batches_of(
    session: AsyncSession, bulk: BulkEnrollment, codes: Sequence[str | None]
) -> dict[str, UUID]:
    """The batches by their codes in capitals; drafts are known to nobody."""
    if bulk.batch_id is not None:
        return {}
    found = await session.execute(
        select(func.upper(col(Batch.code)).label("code"), col(Batch.id)).where(
            func.upper(col(Batch.code)).in_({code.upper() for code in codes if code}),
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
    return {
        "number": number,
        "state": RowState.MATCHING if row.person_key else RowState.INVALID,
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
        "match": None,
        "portion": portion if row.person_key else None,
        "profile_id": new_id(),
        "user_id": new_id(),
        "enrollment_id": new_id(),
    }


def _person(key: str, row: CheckedRow, chosen: UUID | None) -> PersonToMatch:
    form = row.form
    return PersonToMatch(
        key=key,
        kind=NumberKind.CIVIL if form.civil_number else NumberKind.PASSPORT,
        number=form.civil_number or form.passport_number or "",
        country=None if form.civil_number else form.passport_country,
        name_en=form.name_en or "",
        name_ar=form.name_ar or "",
        chosen_profile_id=chosen,
    )


async def end_when_answered(session: AsyncSession, bulk_id: UUID) -> None:
    """End the check of a file if nothing of it is open any more, without waiting for the sweep.

    Two last answers at the same moment do not see one another; then the sweep does it.
    """
    claimed = await db.claim(
        session,
        BulkEnrollment,
        col(BulkEnrollment.id) == bulk_id,
        col(BulkEnrollment.status) == Status.CHECKING,
        ~_has_row(*UNDER_WAY),
        order_by=[col(BulkEnrollment.id)],
        limit=1,
    )
    for bulk in claimed:
        await end_check(session, bulk)


async def end_check(session: AsyncSession, bulk: BulkEnrollment) -> int:
    """Judge all rows of a locked file of which none is being looked for any more."""
    await judge_rows(session, bulk.id)
    await count_rows(session, bulk)
    await change_status(session, bulk, Status.CHECKED)
    hit("bulk_enrollments.checked")
    return bulk.row_count


async def is_under_way(session: AsyncSession, bulk_id: UUID) -> bool:
    """Whether rows are still to be checked."""
    found = select(
        exists().where(
            col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.state).in_(UNDER_WAY)
        )
    )
    return bool(await session.scalar(found))
