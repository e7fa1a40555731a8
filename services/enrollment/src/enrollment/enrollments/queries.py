"""Reads enrollments as plain columns: creating ORM objects would take most of a list's time.

`service.enroll` selects the same columns, so that its response needs no second query.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentStatus as Status
from contracts.profiles import ProfileType
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import MAX_COUNT, WHOLE_LIST, ListQuery, PageQuery, Sorting, SortKey
from kit.database.search import contains_words, matches
from kit.security.auth import Caller, Principal
from sqlalchemy import ColumnElement, Select, and_, case, func, select, true, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.enrollments import rules
from enrollment.enrollments.cancellation.rules import REFUNDABLE_UNTIL
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import (
    EnrolledBatch,
    EnrolledCandidate,
    EnrolledOrganization,
    EnrollmentAction,
    EnrollmentCounts,
    EnrollmentFilter,
    EnrollmentPage,
    EnrollmentRead,
    EnrollmentSort,
    NextStep,
)
from enrollment.enrollments.states import (
    ACTIVE,
    CANCELLABLE,
    CANCELLABLE_BY_ORGANIZATION,
)
from enrollment.replicas.models import Batch, Charge, Organization, Profile
from enrollment.settlements.models import Settlement
from enrollment.tables import SearchKind

# Maps column labels to schema fields.
_BATCH = {f"batch_{name}": name for name in EnrolledBatch.model_fields}
_CANDIDATE = {f"candidate_{name}": name for name in EnrolledCandidate.model_fields}
_ORGANIZATION = {f"organization_{name}": name for name in EnrolledOrganization.model_fields}
_COMPUTED = {"next_step", "allowed_actions", "batch", "organization", "candidate"}
_PLAIN = [name for name in EnrollmentRead.model_fields if name not in _COMPUTED]
_READ_FIELDS = {*_PLAIN, *_CANDIDATE, *_ORGANIZATION}
_STORED = [name for name in Enrollment.model_fields if name in _READ_FIELDS]
_NAMED = [
    getattr(table, name).label(label)
    for table, names in ((Profile, _CANDIDATE), (Organization, _ORGANIZATION))
    for label, name in names.items()
    if label not in _STORED
]
"""Columns of replicas; NULL until the replica arrives."""


def select_columns(enrollment: Any, batch: Any) -> list[ColumnElement[Any]]:
    """Select the columns of an enrollment, its batch, profile and organization.

    `enrollment` and `batch` are tables or columns of a CTE.
    """
    return [
        *(getattr(enrollment, name) for name in _STORED),
        *(getattr(batch, name).label(label) for label, name in _BATCH.items()),
        *_NAMED,
    ]


def _waiting_position() -> ColumnElement[int | None]:
    other = aliased(Enrollment)
    place = select(func.count()).where(
        col(other.batch_id) == col(Enrollment.batch_id),
        col(other.status) == Status.WAITLISTED,
        tuple_(col(other.created_at), col(other.id))
        <= tuple_(col(Enrollment.created_at), col(Enrollment.id)),
    )
    return case((col(Enrollment.status) == Status.WAITLISTED, place.scalar_subquery()))


_IS_IN_BATCH = col(Batch.id) == col(Enrollment.batch_id)
_IS_OF_PROFILE = col(Profile.id) == col(Enrollment.candidate_profile_id)
_IS_OF_ORGANIZATION = col(Organization.id) == col(Enrollment.organization_id)
# Both conditions let the planner start from the charge or from the enrollment.
_IS_OWED = and_(
    col(Charge.id) == col(Enrollment.charge_id), col(Charge.subject_id) == col(Enrollment.id)
)
# Codes and references are ASCII, so lower case is sufficient folding.
_CODE = func.lower(col(Batch.code))
_REFERENCE = func.lower(col(Charge.reference))

ROWS: Select[Any] = (
    select(
        *select_columns(Enrollment, Batch),
        rules.HAS_STARTED.label("has_started"),
        REFUNDABLE_UNTIL.label("refundable_until"),
        _waiting_position().label("waiting_position"),
        col(Charge.reference).label("charge_reference"),
        col(Charge.status).label("charge_status"),
        select(col(Settlement.refund_requested_at))
        .where(col(Settlement.charge_id) == col(Charge.id))
        .scalar_subquery()
        .label("refund_requested_at"),
        col(Charge.refunded_minor),
    )
    .select_from(Enrollment)
    # Demo enrollments are hidden until their batch is replicated.
    .join(Batch, _IS_IN_BATCH)
    .outerjoin(Profile, _IS_OF_PROFILE)
    .outerjoin(Organization, _IS_OF_ORGANIZATION)
    .outerjoin(Charge, _IS_OWED)
)

_SORTING = Sorting(
    {
        EnrollmentSort.CREATED: col(Enrollment.created_at),
        EnrollmentSort.STARTS: col(Batch.starts_at),
        EnrollmentSort.CANDIDATE: SortKey(col(Profile.name_en), nulls_last=True),
        EnrollmentSort.UPDATED: col(Enrollment.updated_at),
        EnrollmentSort.DUE: SortKey(col(Enrollment.payment_due_at), nulls_last=True),
    },
    id=col(Enrollment.id),
)


async def list_enrollments(
    session: AsyncSession, actor: Caller, filters: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """List the enrollments of the caller's organization, or all for an admin."""
    return await _fetch(session, actor, build_enrollments_query(actor, filters, page))


def select_enrollments(actor: Caller, filters: EnrollmentFilter) -> Select[Any]:
    """Select all rows of the dashboard's list, including the charge's `refunded_minor`, for
    exports.
    """
    return build_enrollments_query(actor, filters).select_all(ROWS)


def build_enrollments_query(
    actor: Caller, filters: EnrollmentFilter, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    conditions = [_is_in_scope(actor), *_conditions(filters)]
    if actor.scope is not None:
        # Searching the caller's own organization name would match every row.
        conditions.append(contains_words(filters.search, col(Profile.search), _CODE, _REFERENCE))
    return ListQuery(
        filters=conditions,
        sort=_SORTING.by(filters.sort),
        search=matches(col(Enrollment.id), SearchKind.ENROLLMENT, filters.search),
        page=page,
    )


async def count_enrollments(session: AsyncSession, actor: Principal) -> EnrollmentCounts:
    """Count the caller's visible enrollments by state, up to `MAX_COUNT` for each state."""
    ids = select(col(Enrollment.id)).where(_is_in_scope(actor))
    counted = (
        select(func.count())
        .select_from(ListQuery([col(Enrollment.status) == status], ()).select_first(ids, MAX_COUNT))
        .scalar_subquery()
        .label(status)
        for status in Status
    )
    found = (await session.execute(select(*counted))).one()._asdict()
    return EnrollmentCounts(
        counts={status: min(found[status], MAX_COUNT) for status in Status},
        capped=[status for status in Status if found[status] > MAX_COUNT],
    )


async def list_own_enrollments(
    session: AsyncSession, actor: Principal, filters: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """List the caller's enrollments as a candidate."""
    query = ListQuery(
        filters=[col(Enrollment.candidate_profile_id) == actor.profile_id, *_conditions(filters)],
        sort=_SORTING.by(filters.sort),
        search=contains_words(
            filters.search, col(Profile.search), col(Organization.search), _CODE, _REFERENCE
        ),
        page=page,
    )
    return await _fetch(session, actor, query)


async def get_enrollment(
    session: AsyncSession, actor: Caller, enrollment_id: UUID
) -> EnrollmentRead:
    """Return an enrollment visible to the caller.

    Raises `EnrollmentNotFound`, also for an enrollment outside the caller's scope.
    """
    is_it = col(Enrollment.id) == enrollment_id
    statement = ROWS.where(is_it, _is_visible_to(actor))
    row = (await session.execute(statement)).mappings().first()
    if row is None:
        raise EnrollmentNotFound
    return build_enrollment_read(row, actor)


async def find_active_enrollment(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> EnrollmentRead | None:
    """Return the caller's active enrollment in a batch, if any."""
    values = {"batch": batch_id, "candidate": actor.profile_id}
    found = await session.execute(ROWS.where(rules.IS_OWN_AND_ACTIVE), values)
    row = found.mappings().first()
    return build_enrollment_read(row, actor) if row else None


async def has_open_enrollment(session: AsyncSession, user_id: UUID) -> bool:
    """Tell if the candidate has an active enrollment that is not completed."""
    running = ACTIVE - {Status.COMPLETED}
    of_user = select(col(Enrollment.id)).where(
        col(Enrollment.candidate_user_id) == user_id, col(Enrollment.status).in_(running)
    )
    return await session.scalar(of_user.limit(1)) is not None


def _is_visible_to(actor: Caller) -> ColumnElement[bool]:
    """Restrict enrollments to those the caller may see."""
    if actor.profile_type is ProfileType.CANDIDATE:
        assert isinstance(actor, Principal)
        return col(Enrollment.candidate_profile_id) == actor.profile_id
    return _is_in_scope(actor)


def _is_in_scope(actor: Caller) -> ColumnElement[bool]:
    return true() if actor.scope is None else col(Enrollment.organization_id) == actor.scope


def build_enrollment_read(row: Mapping[str, Any], actor: Caller) -> EnrollmentRead:
    """Build the response from a row with the columns of `ROWS`."""
    status = Status(row["status"])
    # The organization pays with a bulk charge.
    is_paid_for = status is Status.PENDING_PAYMENT and row["bulk_enrollment_id"] is not None
    actions = _allowed_actions(status, actor, started=row["has_started"])
    return EnrollmentRead(
        **{name: row[name] for name in _PLAIN},
        next_step=NextStep.NONE if is_paid_for else _NEXT_STEP.get(status, NextStep.NONE),
        allowed_actions=[action for action in actions if not (is_paid_for and action is _PAY)],
        batch=EnrolledBatch(**{name: row[label] for label, name in _BATCH.items()}),
        organization=EnrolledOrganization(
            **{name: row[label] for label, name in _ORGANIZATION.items()}
        ),
        candidate=EnrolledCandidate(**{name: row[label] for label, name in _CANDIDATE.items()}),
    )


_PAY = EnrollmentAction.PAY
_NEXT_STEP = {
    Status.REQUESTED: NextStep.AWAIT_ACCEPTANCE,
    Status.WAITLISTED: NextStep.AWAIT_SEAT,
    Status.PENDING_PAYMENT: NextStep.PAY,
    Status.CONFIRMED: NextStep.ATTEND,
}


def _allowed_actions(status: Status, actor: Caller, *, started: bool) -> list[EnrollmentAction]:
    match actor.profile_type:
        case ProfileType.CANDIDATE if not started:
            pay = [_PAY] if status is Status.PENDING_PAYMENT else []
            return pay + ([EnrollmentAction.CANCEL] if status in CANCELLABLE else [])
        case ProfileType.ORGANIZATION if status is Status.REQUESTED:
            return [*([] if started else [EnrollmentAction.ACCEPT]), EnrollmentAction.REJECT]
        case ProfileType.ORGANIZATION if status in CANCELLABLE_BY_ORGANIZATION and not started:
            return [EnrollmentAction.CANCEL]
    return []


def _conditions(filters: EnrollmentFilter) -> Iterator[ColumnElement[bool]]:
    if filters.status:
        yield in_literals(col(Enrollment.status), filters.status)
    if filters.batch_id:
        yield col(Enrollment.batch_id) == filters.batch_id
    if filters.training_id:
        yield col(Enrollment.training_id) == filters.training_id
    if filters.organization_id:
        yield col(Enrollment.organization_id) == filters.organization_id
    if filters.candidate_profile_id:
        yield col(Enrollment.candidate_profile_id) == filters.candidate_profile_id
    if filters.created_from:
        yield col(Enrollment.created_at) >= filters.created_from
    if filters.created_before:
        yield col(Enrollment.created_at) < filters.created_before


async def _fetch(session: AsyncSession, actor: Caller, query: ListQuery) -> EnrollmentPage:
    rows, meta = await query.fetch(session, ROWS, col(Enrollment.id))
    return EnrollmentPage(
        data=[build_enrollment_read(row._asdict(), actor) for row in rows], meta=meta
    )
