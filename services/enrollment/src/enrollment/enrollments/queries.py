"""Reads enrollments.

Rows come as plain columns, not as objects of the ORM, whose making costs most of a list's time.
`service.enroll` selects the same columns of what it has made, so that its answer needs no further
query.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentStatus as Status
from contracts.profiles import ProfileType
from kit.database.db import AsyncSession, is_one_of
from kit.database.pages import PageMeta, PageQuery, Sorting, SortKey, fetch_page, first_rows
from kit.database.search import contains_words, find_page, is_found, keys_found, words_of
from kit.security.auth import Caller, Principal
from kit.spreadsheets.exports import MAX_ROWS
from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    SQLColumnExpression,
    and_,
    case,
    func,
    select,
    true,
    tuple_,
)
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


_IS_IN_BATCH = col(Batch.id) == col(Enrollment.batch_id)
_HAS_BATCH = col(Batch.id).is_not(None)
_IS_OF_PROFILE = col(Profile.id) == col(Enrollment.candidate_profile_id)
_IS_OF_ORGANIZATION = col(Organization.id) == col(Enrollment.organization_id)
# By both: from a charge its enrollment is found as well as from an enrollment its charge.
_IS_OWED = and_(
    col(Charge.id) == col(Enrollment.charge_id), col(Charge.subject_id) == col(Enrollment.id)
)
# Codes and references are ASCII, which needs no folding but of its case.
_CODE = func.lower(col(Batch.code))
_REFERENCE = func.lower(col(Charge.reference))
_WHOLE = (col(Charge.reference),)

_READ: Select[Any] = (
    select(
        *columns_of(Enrollment, Batch),
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
    # Each has its batch, but demo data until the events come, of which nothing is shown then. Where
    # nothing is asked of the batch, counting need not look at it.
    .outerjoin(Batch, _IS_IN_BATCH)
    .outerjoin(Profile, _IS_OF_PROFILE)
    .outerjoin(Organization, _IS_OF_ORGANIZATION)
    .outerjoin(Charge, _IS_OWED)
)

_COUNTED_OF_STATE = 1_000
"""So many enrollments are counted of each state."""

SORTING = Sorting(
    {
        EnrollmentSort.CREATED: col(Enrollment.created_at),
        EnrollmentSort.STARTS: SortKey(col(Batch.starts_at), nulls_last=True),
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
    listed = enrollments_narrowed(actor, filters)
    if not words_of(filters.search):
        return await _page(session, listed, page, actor, filters.sort)
    rows, meta = await find_page(
        session,
        listed,
        page,
        col(Enrollment.id),
        filters.search,
        *_searched(actor),
        whole=_WHOLE,
        gathered=listed.order_by(None).order_by(*SORTING.by(filters.sort, gathered=True)),
    )
    return _page_of(rows, meta, actor)


def enrollments_listed(actor: Caller, filters: EnrollmentFilter) -> Select[Any]:
    """The dashboard's list as a file has it: the columns that `read_of` reads, and the charge's
    `refunded_minor`; of a search no more than a file may hold and some more."""
    listed = enrollments_narrowed(actor, filters).where(_HAS_BATCH)
    if not words_of(filters.search):
        return listed
    key = col(Enrollment.id)
    keys = keys_found(listed, key, filters.search, *_searched(actor), whole=_WHOLE, most=MAX_ROWS)
    return listed.where(is_found(key, keys))


def enrollments_narrowed(actor: Caller, filters: EnrollmentFilter) -> Select[Any]:
    """The dashboard's list before a search."""
    return _filtered(_READ, filters, _is_in_scope(actor))


def _searched(actor: Caller) -> list[SQLColumnExpression[str]]:
    # An organization's own name would find all of its enrollments.
    names = [col(Organization.search)] if actor.scope is None else []
    return [col(Profile.search), _CODE, _REFERENCE, *names]


async def count_enrollments(session: AsyncSession, actor: Principal) -> EnrollmentCounts:
    """How many of the caller's organization, or of all for an admin, are in each state, as far as
    they are counted."""
    own = select(col(Enrollment.id)).where(_is_in_scope(actor))
    counted = (
        select(func.count())
        .select_from(first_rows(own.where(col(Enrollment.status) == status), _COUNTED_OF_STATE))
        .scalar_subquery()
        .label(status)
        for status in Status
    )
    found = (await session.execute(select(*counted))).one()._asdict()
    return EnrollmentCounts(
        counts={status: min(found[status], _COUNTED_OF_STATE) for status in Status},
        capped=[status for status in Status if found[status] > _COUNTED_OF_STATE],
    )


async def list_own(
    session: AsyncSession, actor: Principal, filters: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """The caller's enrollments as a candidate."""
    own = col(Enrollment.candidate_profile_id) == actor.profile_id
    found = contains_words(
        filters.search, col(Profile.search), col(Organization.search), _CODE, _REFERENCE
    )
    listed = _filtered(_READ, filters, and_(own, found))
    return await _page(session, listed, page, actor, filters.sort)


async def get_enrollment(
    session: AsyncSession, actor: Caller, enrollment_id: UUID
) -> EnrollmentRead:
    """One enrollment that the caller may see.

    Raises `EnrollmentNotFound`, for anybody else's too.
    """
    is_it = col(Enrollment.id) == enrollment_id
    statement = _READ.where(is_it, _visible_to(actor), _HAS_BATCH)
    row = (await session.execute(statement)).mappings().first()
    if row is None:
        raise EnrollmentNotFound
    return read_of(row, actor)


async def get_active(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> EnrollmentRead | None:
    """The caller's active enrollment in a batch."""
    values = {"batch": batch_id, "candidate": actor.profile_id}
    found = await session.execute(_READ.where(rules.IS_OWN_AND_ACTIVE, _HAS_BATCH), values)
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
    return _is_in_scope(actor)


def _is_in_scope(actor: Caller) -> ColumnElement[bool]:
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
    statement: Select[Any], filters: EnrollmentFilter, found: ColumnElement[bool]
) -> Select[Any]:
    """Narrowed down, to what is `found` as well, and sorted."""
    conditions = [found]
    if filters.status:
        conditions.append(is_one_of(col(Enrollment.status), filters.status))
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
    return statement.where(*conditions).order_by(*SORTING.by(filters.sort))


async def _page(
    session: AsyncSession,
    statement: Select[Any],
    page: PageQuery,
    actor: Caller,
    sort: EnrollmentSort,
) -> EnrollmentPage:
    known = partial(SORTING.known, sort)
    rows, meta = await fetch_page(session, statement, page, known=known, key=col(Enrollment.id))
    return _page_of(rows, meta, actor)


def _page_of(rows: Sequence[Row[Any]], meta: PageMeta, actor: Caller) -> EnrollmentPage:
    found = (row._asdict() for row in rows)
    return EnrollmentPage(
        data=[read_of(row, actor) for row in found if row["batch_code"]], meta=meta
    )
