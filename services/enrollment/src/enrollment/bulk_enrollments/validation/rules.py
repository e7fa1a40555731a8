"""Validates a file's rows together: people, batches and duplicates.

One idempotent statement validates all rows; it runs again at confirmation.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.people import Match
from kit.database.db import AsyncSession
from sqlalchemy import (
    CTE,
    ColumnElement,
    SQLColumnExpression,
    Subquery,
    Uuid,
    and_,
    bindparam,
    case,
    exists,
    false,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import BATCH_OBSTACLES
from enrollment.bulk_enrollments.service import build_row_errors, prefer_hash_plans
from enrollment.bulk_enrollments.states import FAULTY, RowState
from enrollment.enrollments.rules import is_active_enrollment
from enrollment.replicas.models import Batch

_live = and_(col(BulkRow.state) != RowState.SKIPPED, col(BulkRow.person_key).is_not(None))


def _is_missing(field: str) -> ColumnElement[bool]:
    """Tell if a cell is empty; invalid cells have their own error."""
    is_wrong = col(BulkRow.cell_errors).contains([{"field": field}])
    return and_(col(getattr(BulkRow, field)).is_(None), ~is_wrong)


_found = col(BulkRow.match).in_((Match.SAME, Match.OTHER_NAME))
_is_new = col(BulkRow.match) == Match.UNKNOWN


def _find_problems(
    twins: CTE, shared: CTE, organization_id: Any
) -> Sequence[tuple[str, str, ColumnElement[bool]]]:
    """List the problems of a row beyond its cells: field, code and condition."""
    return (
        ("civil_number", "person.refused", col(BulkRow.match) == Match.REFUSED),
        ("civil_number", "person.duplicate", twins.c.is_duplicate),
        ("name_en", "person.two_names", twins.c.has_two_names),
        ("email", "contact.required", and_(_is_new, _is_missing("email"), _is_missing("phone"))),
        ("email", "email.duplicate", shared.c.email.is_not(None)),
        *(("batch", kind.code, is_met) for kind, is_met in BATCH_OBSTACLES.items()),
        (
            "batch",
            "batch.requires_acceptance",
            and_(
                col(Batch.requires_acceptance),
                col(Batch.organization_id) != organization_id,
            ),
        ),
        (
            "civil_number",
            "enrollment.already_exists",
            and_(
                _found,
                exists().where(
                    is_active_enrollment(col(BulkRow.batch_id), col(BulkRow.profile_id))
                ),
            ),
        ),
    )


_bulk_id = bindparam("judged_id", type_=Uuid)
"""Parameter for the file's ID, so that the statement is compiled once."""


def _select_repeated_people() -> CTE:
    """Select rows of people with several rows, compared with each other.

    Only these few are sorted; the others are merely counted.
    """
    is_in_file = and_(col(BulkRow.bulk_enrollment_id) == _bulk_id, _live)
    person = [col(BulkRow.person_key)]
    several = (
        select(*person).where(is_in_file).group_by(*person).having(func.count() > 1).subquery()
    )
    name = func.lower(col(BulkRow.name_en))
    in_batch = func.row_number().over(
        partition_by=[*person, col(BulkRow.batch_id)], order_by=col(BulkRow.number)
    )
    first: dict[str, Any] = {"partition_by": person, "order_by": col(BulkRow.number)}
    return (
        select(
            col(BulkRow.number),
            and_(col(BulkRow.batch_id).is_not(None), in_batch > 1).label("is_duplicate"),
            (
                func.min(name).over(partition_by=person) != func.max(name).over(partition_by=person)
            ).label("has_two_names"),
            func.first_value(col(BulkRow.profile_id)).over(**first).label("profile_id"),
            func.first_value(col(BulkRow.user_id)).over(**first).label("user_id"),
        )
        .join(several, several.c.person_key == col(BulkRow.person_key))
        .where(is_in_file)
        .cte("twins")
    )


def _select_shared_emails() -> CTE:
    """Select email addresses used by several people, again sorting only the repeated ones."""
    email, person = col(BulkRow.email), col(BulkRow.person_key)
    is_in_file = and_(col(BulkRow.bulk_enrollment_id) == _bulk_id, _live, email.is_not(None))
    several = select(email).where(is_in_file).group_by(email).having(func.count() > 1).subquery()
    return (
        select(email)
        .join(several, several.c.email == email)
        .where(is_in_file)
        .group_by(email)
        .having(func.min(person) != func.max(person))
        .cte("shared")
    )


_other_name = and_(col(BulkRow.match) == Match.OTHER_NAME, ~col(BulkRow.use_person))


def _build_errors(
    problems: Sequence[tuple[str, str, ColumnElement[bool]]],
) -> SQLColumnExpression[Any]:
    """Build the errors of the cells and of the matching problems."""
    errors: SQLColumnExpression[Any] = col(BulkRow.cell_errors)
    for field, code, condition in problems:
        errors = errors.op("||")(case((condition, build_row_errors(field, code)), else_=_NOTHING))
    return errors


_NOTHING = literal([], JSONB)
_has_number = col(BulkRow.person_key).is_not(None)
"""People are matched by number; without one only cell errors apply."""


def _select_validated() -> CTE:
    """Select rows with problems, or with previous results to compare, and a new person's shared
    IDs.

    Most rows have none.
    """
    twins, shared = _select_repeated_people(), _select_shared_emails()
    # A scalar subquery runs once; a join would look it up for every row.
    organization_id = (
        select(col(BulkEnrollment.organization_id))
        .where(col(BulkEnrollment.id) == _bulk_id)
        .scalar_subquery()
    )
    problems = _find_problems(twins, shared, organization_id)
    ids = {name: col(getattr(BulkRow, name)) for name in ("profile_id", "user_id")}
    was_nothing = and_(
        col(BulkRow.state) == RowState.VALID,
        col(BulkRow.cell_errors) == _NOTHING,
        col(BulkRow.errors) == _NOTHING,
    )
    is_twin = twins.c.number.is_not(None)
    return (
        select(
            col(BulkRow.number),
            case((_has_number, _build_errors(problems)), else_=col(BulkRow.cell_errors)).label(
                "errors"
            ),
            and_(_has_number, _other_name).label("other_name"),
            _has_number.label("has_number"),
            *(
                case((_is_new, func.coalesce(twins.c[name], own)), else_=own).label(name)
                for name, own in ids.items()
            ),
            *(getattr(BulkRow, name).label(f"last_{name}") for name in _WRITTEN),
        )
        .outerjoin(Batch, col(Batch.id) == col(BulkRow.batch_id))
        .outerjoin(twins, twins.c.number == col(BulkRow.number))
        .outerjoin(shared, shared.c.email == col(BulkRow.email))
        .where(
            col(BulkRow.bulk_enrollment_id) == _bulk_id,
            col(BulkRow.state) != RowState.SKIPPED,
            or_(
                ~was_nothing,
                ~_has_number,
                is_twin,
                _other_name,
                *(condition for _, _, condition in problems),
            ),
        )
        .cte("judged")
        # Materialized because it is used several times.
        .prefix_with("MATERIALIZED")
    )


_WRITTEN = ("errors", "state", "profile_id", "user_id")
"""Columns that validation writes."""


def _find_changed() -> Subquery:
    """Select changed results only."""
    judged = _select_validated()
    decides = build_row_errors("name_en", "person.other_name")
    values: dict[str, ColumnElement[Any]] = {
        "errors": case(
            (judged.c.other_name, judged.c.errors.op("||")(decides)), else_=judged.c.errors
        ),
        "state": case(
            (
                or_(~judged.c.has_number, func.jsonb_array_length(judged.c.errors) > 0),
                RowState.INVALID.value,
            ),
            (judged.c.other_name, RowState.DECIDE.value),
            else_=RowState.VALID.value,
        ),
        "profile_id": judged.c.profile_id,
        "user_id": judged.c.user_id,
    }
    return (
        select(judged.c.number, *(new.label(name) for name, new in values.items()))
        .where(
            or_(*(judged.c[f"last_{name}"].is_distinct_from(new) for name, new in values.items()))
        )
        .subquery("changed")
    )


_changed = _find_changed()
_WRITE_CHANGED = (
    update(BulkRow)
    .where(col(BulkRow.bulk_enrollment_id) == _bulk_id, col(BulkRow.number) == _changed.c.number)
    .values({name: _changed.c[name] for name in _WRITTEN})
    .execution_options(synchronize_session=False)
)


async def validate_rows(session: AsyncSession, bulk_id: UUID) -> None:
    """Validate all rows that are not skipped, and set their errors and states."""
    await prefer_hash_plans(session)
    await session.execute(_WRITE_CHANGED, {"judged_id": bulk_id})


async def count_rows(session: AsyncSession, bulk: BulkEnrollment) -> bool:
    """Count valid and faulty rows, and tell if identity knows any person."""
    counts = await session.execute(
        select(
            func.count().filter(col(BulkRow.state) == RowState.VALID),
            func.count().filter(col(BulkRow.state).in_(FAULTY)),
            func.coalesce(func.bool_or(col(BulkRow.match) != Match.UNKNOWN), false()),
        ).where(col(BulkRow.bulk_enrollment_id) == bulk.id)
    )
    bulk.valid, bulk.invalid, is_anybody_known = counts.one()
    return bool(is_anybody_known)
