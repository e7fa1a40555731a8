"""Checks a file in two steps: each row by itself, portion by portion, and then all rows together.

The second is one statement, which judges every row anew: it may be run as often as one likes, and
is run again when the file is confirmed.
"""

from collections.abc import Sequence
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
from pydantic_core import to_jsonable_python
from sqlalchemy import (
    ColumnElement,
    SQLColumnExpression,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy import (
    column as sql_column,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import col

from enrollment.bulk_enrollments.events import change_status
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rows import CheckedRow, check_row
from enrollment.bulk_enrollments.rules import RUNNING_AT_ONCE, TURN
from enrollment.bulk_enrollments.states import TO_MEND, UNDER_WAY, RowState
from enrollment.enrollments.errors import (
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotOpen,
)
from enrollment.enrollments.rules import OBSTACLES, is_active_of
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
            select(col(BulkRow.number), col(BulkRow.cells))
            .where(
                col(BulkRow.bulk_enrollment_id) == bulk.id, col(BulkRow.state) == RowState.UNCHECKED
            )
            .order_by(col(BulkRow.number))
            .limit(PORTION)
        )
    ).all()
    if not rows:
        return 0
    checked = {number: check_row(cells, bulk.mapping) for number, cells in rows}
    batches = await _batches_of(session, bulk, [row.form.batch for row in checked.values()])
    portion = new_id()
    values = [_values(number, row, bulk, batches, portion) for number, row in checked.items()]
    await write_rows(session, bulk.id, values)
    people = {row.person_key: row for row in checked.values() if row.person_key}
    if people:
        event = PeopleMatchRequested(
            bulk_enrollment_id=bulk.id,
            organization_id=bulk.organization_id,
            portion=portion,
            people=tuple(_person(key, row) for key, row in people.items()),
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


def _person(key: str, row: CheckedRow) -> PersonToMatch:
    form = row.form
    return PersonToMatch(
        key=key,
        kind=NumberKind.CIVIL if form.civil_number else NumberKind.PASSPORT,
        number=form.civil_number or form.passport_number or "",
        country=None if form.civil_number else form.passport_country,
        name_en=form.name_en or "",
        name_ar=form.name_ar or "",
    )


async def plan_for_many(session: AsyncSession) -> None:
    """Let the statements of this transaction join by hashing.

    The rows are newer than the table's statistics: the planner expects a handful, and would compare
    each of ten thousand with each.
    """
    await session.execute(text("SET LOCAL enable_nestloop = off"))


async def write_rows(session: AsyncSession, bulk_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    """Write these columns of these rows with one statement; each has its `number`."""
    table = BulkRow.__table__  # type: ignore[attr-defined]
    columns = [table.c[name] for name in rows[0]]
    given = (
        func.jsonb_to_recordset(literal(to_jsonable_python(rows), JSONB))
        .table_valued(*(sql_column(each.name, each.type) for each in columns))
        .render_derived(name="given", with_types=True)
    )
    await plan_for_many(session)
    await session.execute(
        update(BulkRow)
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.number) == given.c.number)
        .values({column.name: given.c[column.name] for column in columns[1:]})
        .execution_options(synchronize_session=False)
    )


_live = and_(col(BulkRow.state) != RowState.SKIPPED, col(BulkRow.person_key).is_not(None))
_PERSON: dict[str, Any] = {"partition_by": [col(BulkRow.person_key)]}


def _over_others(value: SQLColumnExpression[Any], *by: Any) -> ColumnElement[bool]:
    """Whether rows that agree in `by` differ in the value."""
    return func.min(value).over(partition_by=by) != func.max(value).over(partition_by=by)


_found = col(BulkRow.match).in_((Match.SAME, Match.OTHER_NAME))
_is_new = col(BulkRow.match) == Match.UNKNOWN
_PROBLEMS: Sequence[tuple[str, str, ColumnElement[bool]]] = (
    ("civil_number", "person.refused", col(BulkRow.match) == Match.REFUSED),
    (
        "civil_number",
        "row.duplicate",
        and_(
            col(BulkRow.batch_id).is_not(None),
            func.row_number().over(
                partition_by=[col(BulkRow.person_key), col(BulkRow.batch_id)],
                order_by=col(BulkRow.number),
            )
            > 1,
        ),
    ),
    (
        "name_en",
        "person.two_names",
        _over_others(func.lower(col(BulkRow.name_en)), col(BulkRow.person_key)),
    ),
    ("name_en", "name.required", and_(_is_new, col(BulkRow.name_en).is_(None))),
    ("name_ar", "name.required", and_(_is_new, col(BulkRow.name_ar).is_(None))),
    (
        "email",
        "contact.required",
        and_(_is_new, col(BulkRow.email).is_(None), col(BulkRow.phone).is_(None)),
    ),
    (
        "email",
        "email.shared",
        and_(
            col(BulkRow.email).is_not(None),
            _over_others(col(BulkRow.person_key), col(BulkRow.email)),
        ),
    ),
    *(
        ("batch", kind.code, OBSTACLES[kind])
        for kind in (BatchCancelled, BatchStarted, EnrollmentClosed, EnrollmentNotOpen)
    ),
    (
        "batch",
        "batch.acceptance",
        and_(
            col(Batch.requires_acceptance),
            col(Batch.organization_id) != col(BulkEnrollment.organization_id),
        ),
    ),
    (
        "civil_number",
        "enrollment.already_enrolled",
        and_(
            _found,
            exists().where(is_active_of(col(BulkRow.batch_id), col(BulkRow.profile_id))),
        ),
    ),
)
"""What can be wrong with a row beside its cells: field, code, and when it is so."""

_other_name = and_(col(BulkRow.match) == Match.OTHER_NAME, ~col(BulkRow.use_person))


def _listed(field: str, code: str, condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return case((condition, literal([{"field": field, "code": code}], JSONB)), else_=_none)


_none = literal([], JSONB)
_errors: SQLColumnExpression[Any] = col(BulkRow.cell_errors)
for _problem in _PROBLEMS:
    _errors = _errors.op("||")(_listed(*_problem))


def _judged(bulk_id: UUID) -> Any:
    """Each row with its errors, and the ids that a new person has in all rows."""
    first = {**_PERSON, "order_by": col(BulkRow.number)}
    return (
        select(
            col(BulkRow.number),
            _errors.label("errors"),
            _other_name.label("other_name"),
            case(
                (_is_new, func.first_value(col(BulkRow.profile_id)).over(**first)),
                else_=col(BulkRow.profile_id),
            ).label("profile_id"),
            case(
                (_is_new, func.first_value(col(BulkRow.user_id)).over(**first)),
                else_=col(BulkRow.user_id),
            ).label("user_id"),
        )
        .join(BulkEnrollment, col(BulkEnrollment.id) == col(BulkRow.bulk_enrollment_id))
        .outerjoin(Batch, col(Batch.id) == col(BulkRow.batch_id))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, _live)
        .cte("judged")
    )


async def judge_rows(session: AsyncSession, bulk_id: UUID) -> None:
    """Say of each row that is not left out what is wrong with it, and so whether it is valid."""
    await plan_for_many(session)
    judged = _judged(bulk_id)
    shown = case(
        (
            judged.c.other_name,
            judged.c.errors.op("||")(
                literal([{"field": "name_en", "code": "person.other_name"}], JSONB)
            ),
        ),
        else_=judged.c.errors,
    )
    state = case(
        (func.jsonb_array_length(judged.c.errors) > 0, RowState.INVALID.value),
        (judged.c.other_name, RowState.DECIDE.value),
        else_=RowState.VALID.value,
    )
    await session.execute(
        update(BulkRow)
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id, col(BulkRow.number) == judged.c.number)
        .values(
            errors=shown,
            state=state,
            profile_id=judged.c.profile_id,
            user_id=judged.c.user_id,
        )
        .execution_options(synchronize_session=False)
    )
    # Without a number nobody is looked for; what is wrong with the cells is all there is to say.
    await session.execute(
        update(BulkRow)
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(BulkRow.person_key).is_(None),
            col(BulkRow.state) != RowState.SKIPPED,
        )
        .values(errors=col(BulkRow.cell_errors), state=RowState.INVALID)
        .execution_options(synchronize_session=False)
    )


async def count_rows(session: AsyncSession, bulk: BulkEnrollment) -> None:
    """Count the valid rows and those to be mended."""
    counts = await session.execute(
        select(
            func.count().filter(col(BulkRow.state) == RowState.VALID),
            func.count().filter(col(BulkRow.state).in_(TO_MEND)),
        ).where(col(BulkRow.bulk_enrollment_id) == bulk.id)
    )
    bulk.valid, bulk.invalid = counts.one()


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
