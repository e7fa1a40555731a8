"""What is wrong with the rows of a file together: with their people, batches and one another.

It is one statement, which judges every row anew: it may be run as often as one likes, and is run
again when the file is confirmed.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.people import Match
from kit.db import AsyncSession
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
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.states import TO_MEND, RowState
from enrollment.bulk_enrollments.writing import plan_for_many
from enrollment.enrollments.errors import (
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotOpen,
)
from enrollment.enrollments.rules import OBSTACLES, is_active_of
from enrollment.replicas.models import Batch

_live = and_(col(BulkRow.state) != RowState.SKIPPED, col(BulkRow.person_key).is_not(None))
_PERSON: dict[str, Any] = {"partition_by": [col(BulkRow.person_key)]}


def _over_others(value: SQLColumnExpression[Any], *by: Any) -> ColumnElement[bool]:
    """Whether rows that agree in `by` differ in the value."""
    return func.min(value).over(partition_by=by) != func.max(value).over(partition_by=by)


def _lacks(field: str) -> ColumnElement[bool]:
    """Whether a cell is empty: one that is wrong has been said to be so."""
    is_wrong = col(BulkRow.cell_errors).contains([{"field": field}])
    return and_(col(getattr(BulkRow, field)).is_(None), ~is_wrong)


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
    ("email", "contact.required", and_(_is_new, _lacks("email"), _lacks("phone"))),
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
    values: dict[str, ColumnElement[Any]] = {
        "errors": shown,
        "state": state,
        "profile_id": judged.c.profile_id,
        "user_id": judged.c.user_id,
    }
    await session.execute(
        update(BulkRow)
        .where(
            col(BulkRow.bulk_enrollment_id) == bulk_id,
            col(BulkRow.number) == judged.c.number,
            # Most rows are as they were: of those whose people have just been answered about, too.
            or_(*(getattr(BulkRow, name).is_distinct_from(new) for name, new in values.items())),
        )
        .values(values)
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
