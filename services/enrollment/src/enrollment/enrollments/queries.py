"""Reads enrollments.

Rows come as plain columns, not as objects of the ORM, whose making costs most of a list's time.
`enroll` selects the same columns of what it has made, so that its answer needs no further query.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentStatus as Status
from contracts.payments import ChargeStatus
from contracts.profiles import ProfileType
from kit.auth import Caller, Principal
from kit.days import RIYADH
from kit.db import AsyncSession
from kit.pages import PageQuery, Sorting, SortKey, fetch_page
from kit.search import contains_words
from sqlalchemy import (
    ColumnElement,
    Date,
    Select,
    SQLColumnExpression,
    case,
    cast,
    func,
    select,
    true,
    tuple_,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.enrollments import rules
from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import (
    BatchEnrollments,
    EnrolledBatch,
    EnrolledCandidate,
    EnrolledOnDay,
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
    CONCERNED,
)
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch, Charge, Organization, Profile

# The fields of the schemas by the names of their columns in a row.
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
"""Of the copies, which may be missing."""


def columns_of(enrollment: Any, batch: Any) -> list[ColumnElement[Any]]:
    """What is read of an enrollment, its batch, its `Profile` and its `Organization`; the first
    two are tables or the columns of a statement's parts."""
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


_READ: Select[Any] = (
    select(
        *columns_of(Enrollment, Batch),
        rules.HAS_STARTED.label("has_started"),
        rules.REFUNDABLE_UNTIL.label("refundable_until"),
        _waiting_position().label("waiting_position"),
        col(Charge.reference).label("charge_reference"),
        col(Charge.status).label("charge_status"),
        col(Charge.refund_requested_at),
        col(Charge.refunded_minor),
    )
    .select_from(Enrollment)
    .join(Batch, col(Batch.id) == col(Enrollment.batch_id))
    .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
    .outerjoin(Organization, col(Organization.id) == col(Enrollment.organization_id))
    .outerjoin(Charge, col(Charge.id) == col(Enrollment.charge_id))
)

_DAYS = 100
"""On which somebody enrolled in a batch."""
_PAID = (ChargeStatus.PAID, ChargeStatus.PARTLY_REFUNDED, ChargeStatus.REFUNDED)

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
    """The enrollments of the caller's organization, or of all for an admin."""
    return await _page(session, enrollments_listed(actor, filters), page, actor)


def enrollments_listed(actor: Caller, filters: EnrollmentFilter) -> Select[Any]:
    """The dashboard's list: the columns that `read_of` reads, and the charge's `refunded_minor`."""
    if actor.scope is None:
        return _filtered(_READ, filters, col(Organization.search))
    # Its own name would find all of its enrollments.
    own = col(Enrollment.organization_id) == actor.scope
    return _filtered(_READ, filters).where(own)


async def count_enrollments(session: AsyncSession, actor: Principal) -> EnrollmentCounts:
    """How many of the caller's organization, or of all for an admin, are in each state."""
    statement = select(col(Enrollment.status), func.count()).group_by(col(Enrollment.status))
    if actor.scope is not None:
        statement = statement.where(col(Enrollment.organization_id) == actor.scope)
    found = dict((await session.execute(statement)).all())
    return EnrollmentCounts(counts={status: found.get(status, 0) for status in Status})


async def get_batch_enrollments(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> BatchEnrollments:
    """The people and the money of a batch of the caller's organization, or of any for an admin.

    Raises `BatchUnknown`, for another organization's too.
    """
    batch = await session.get(Batch, batch_id)
    if batch is None or actor.scope not in (None, batch.organization_id):
        raise BatchUnknown
    of_batch = col(Enrollment.batch_id) == batch_id
    counted = select(col(Enrollment.status), func.count()).where(of_batch)
    found = dict((await session.execute(counted.group_by(col(Enrollment.status)))).all())
    left = col(Charge.amount_minor) - col(Charge.refunded_minor)
    price, in_bulk = col(Enrollment.price_minor), aliased(Charge)
    is_confirmed = col(Enrollment.status) == Status.CONFIRMED
    is_paid = col(Charge.status).in_(_PAID) & col(Charge.refund_requested_at).is_(None)
    was_paid_in_bulk = col(in_bulk.status).in_(_PAID)
    is_paid_in_bulk = was_paid_in_bulk & col(in_bulk.refund_requested_at).is_(None)
    returned = col(Enrollment.returned_minor)
    has_seat = col(Enrollment.status).in_((Status.CONFIRMED, Status.COMPLETED))
    is_due = col(Enrollment.status) == Status.PENDING_PAYMENT
    was_paid = col(Charge.status).in_(_PAID)
    money = await session.execute(
        select(
            (
                _sum(col(Charge.amount_minor), was_paid)
                + _sum(price, was_paid_in_bulk & (has_seat | returned.is_not(None)))
            ).label("paid_minor"),
            (
                _sum(col(Charge.refunded_minor), was_paid)
                + _sum(func.coalesce(returned, 0), was_paid_in_bulk)
            ).label("refunded_minor"),
            (
                _sum(left, is_paid & is_confirmed) + _sum(price, is_paid_in_bulk & is_confirmed)
            ).label("refunding_minor"),
            _sum(price, is_due).label("due_minor"),
        )
        .select_from(Enrollment)
        .outerjoin(Charge, col(Charge.id) == col(Enrollment.charge_id))
        .outerjoin(in_bulk, col(in_bulk.enrollment_id) == col(Enrollment.bulk_enrollment_id))
        .where(of_batch)
    )
    return BatchEnrollments(
        counts={status: found.get(status, 0) for status in Status},
        active=sum(found.get(status, 0) for status in CONCERNED),
        currency=batch.currency,
        days=await _count_by_day(session, batch_id),
        **money.mappings().one(),
    )


async def _count_by_day(session: AsyncSession, batch_id: UUID) -> list[EnrolledOnDay]:
    in_riyadh = cast(func.timezone(RIYADH.key, col(Enrollment.created_at)), Date)
    each = select(in_riyadh.label("day")).where(col(Enrollment.batch_id) == batch_id).subquery()
    counted = select(each.c.day, func.count().label("count")).group_by(each.c.day)
    rows = await session.execute(counted.order_by(each.c.day.desc()).limit(_DAYS))
    return [EnrolledOnDay.model_validate(row) for row in rows.mappings()]


def _sum(amount: SQLColumnExpression[int], of: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(amount).filter(of), 0)


async def list_own(
    session: AsyncSession, actor: Principal, filters: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """The caller's enrollments as a candidate."""
    own = col(Enrollment.candidate_profile_id) == actor.profile_id
    listed = _filtered(_READ, filters, col(Organization.search)).where(own)
    return await _page(session, listed, page, actor)


async def get_enrollment(
    session: AsyncSession, actor: Caller, enrollment_id: UUID
) -> EnrollmentRead:
    """One enrollment that the caller may see.

    Raises `EnrollmentNotFound`, for anybody else's too.
    """
    statement = _READ.where(col(Enrollment.id) == enrollment_id, _visible_to(actor))
    row = (await session.execute(statement)).mappings().first()
    if row is None:
        raise EnrollmentNotFound
    return read_of(row, actor)


async def get_active(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> EnrollmentRead | None:
    """The caller's active enrollment in a batch."""
    values = {"batch": batch_id, "candidate": actor.profile_id}
    found = await session.execute(_READ.where(rules.IS_OWN_AND_ACTIVE), values)
    row = found.mappings().first()
    return read_of(row, actor) if row else None


async def has_open_enrollment(session: AsyncSession, user_id: UUID) -> bool:
    """Whether the candidate waits, is to pay, or has a batch before them."""
    running = ACTIVE - {Status.COMPLETED}
    of_user = select(col(Enrollment.id)).where(
        col(Enrollment.candidate_user_id) == user_id, col(Enrollment.status).in_(running)
    )
    return await session.scalar(of_user.limit(1)) is not None


def _visible_to(actor: Caller) -> ColumnElement[bool]:
    """The condition that keeps others' enrollments out of the caller's sight."""
    if actor.profile_type is ProfileType.CANDIDATE:
        assert isinstance(actor, Principal)
        return col(Enrollment.candidate_profile_id) == actor.profile_id
    return true() if actor.scope is None else col(Enrollment.organization_id) == actor.scope


def read_of(row: Mapping[str, Any], actor: Caller) -> EnrollmentRead:
    """What the caller is shown of a row with the columns of `_READ`."""
    status = Status(row["status"])
    # By its organization, together with others.
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


def _filtered(
    statement: Select[Any], filters: EnrollmentFilter, *names: SQLColumnExpression[str]
) -> Select[Any]:
    """Narrowed down and sorted; `names` are searched besides what all may search."""
    # Codes and references are ASCII, which needs no folding but of its case.
    codes = func.lower(col(Batch.code)), func.lower(col(Charge.reference))
    conditions = [contains_words(filters.search, col(Profile.search), *names, *codes)]
    if filters.status:
        conditions.append(col(Enrollment.status).in_(filters.status))
    if filters.batch_id:
        conditions.append(col(Enrollment.batch_id) == filters.batch_id)
    if filters.training_id:
        conditions.append(col(Enrollment.training_id) == filters.training_id)
    if filters.organization_id:
        conditions.append(col(Enrollment.organization_id) == filters.organization_id)
    if filters.candidate_profile_id:
        conditions.append(col(Enrollment.candidate_profile_id) == filters.candidate_profile_id)
    if filters.created_from:
        conditions.append(col(Enrollment.created_at) >= filters.created_from)
    if filters.created_before:
        conditions.append(col(Enrollment.created_at) < filters.created_before)
    return statement.where(*conditions).order_by(*_SORTING.by(filters.sort))


async def _page(
    session: AsyncSession, statement: Select[Any], page: PageQuery, actor: Caller
) -> EnrollmentPage:
    rows, total = await fetch_page(session, statement, page)
    return EnrollmentPage(
        data=[read_of(row._asdict(), actor) for row in rows], meta=page.meta(total)
    )
