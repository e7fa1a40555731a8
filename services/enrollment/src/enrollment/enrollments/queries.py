"""Reading enrollments.

Rows come as plain columns, not as objects of the ORM, whose making costs most of a list's time.
The same columns close the statements of `enroll`, so that its answer needs no further query.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from contracts.profiles import ProfileType
from kit.auth import Principal
from kit.db import AsyncSession
from kit.pages import PageQuery, fetch_page
from kit.search import contains_words
from sqlalchemy import ColumnElement, Select, literal_column, select, true

from enrollment.enrollments.errors import EnrollmentNotFound
from enrollment.enrollments.schemas import (
    EnrolledBatch,
    EnrolledCandidate,
    EnrollmentAction,
    EnrollmentFilter,
    EnrollmentPage,
    EnrollmentRead,
    EnrollmentSort,
    NextStep,
)
from enrollment.enrollments.states import ACTIVE, CANCELLABLE
from enrollment.tables import Table

REFUND_BEFORE_START = timedelta(hours=48)
"""Cancelled at least so long before the start, the whole price goes back; later nothing does."""

# Tables and not models: their columns are typed as columns.
_tables = Table.metadata.tables
_e, _b, _p, _c = (
    _tables[name].alias(name[0]) for name in ("enrollments", "batches", "profiles", "charges")
)
e, b, p, c = _e.c, _b.c, _p.c, _c.c

_BASE = {
    **{
        name: f"e.{name}"
        for name in (
            *("id", "batch_id", "training_id", "organization_id", "candidate_profile_id"),
            *("candidate_user_id", "status", "price_minor", "currency", "payment_due_at"),
            *("charge_id", "reason", "result", "version", "created_at", "updated_at"),
        )
    },
    **{
        name: f"b.{name}"
        for name in ("code", "title_en", "title_ar", "city_en", "city_ar", "starts_at", "ends_at")
    },
    "batch_status": "b.status",
    **{
        name: f"p.{name}"
        for name in ("username", "name_en", "name_ar", "email", "phone", "image_url")
    },
    "read_at": "now()",
}

_CHARGE = {
    "charge_reference": "c.reference",
    "charge_status": "c.status",
    "refund_requested_at": "c.refund_requested_at",
}

_WAITING = {
    "waiting_position": """CASE WHEN e.status = 'waitlisted' THEN (
        SELECT count(*) FROM enrollments w
        WHERE w.batch_id = e.batch_id AND w.status = 'waitlisted'
          AND (w.created_at, w.id) <= (e.created_at, e.id)) END"""
}

NEW_ENROLLMENT_COLUMNS = ", ".join(f"{sql} AS {name}" for name, sql in _BASE.items())
"""The columns that `read_of` needs of an enrollment made in the same statement.

Its `e` is the new enrollment, `b` its batch and `p` its candidate; there is no charge yet.
"""

_columns: list[Any] = [
    literal_column(sql).label(name) for name, sql in (_BASE | _CHARGE | _WAITING).items()
]
_READ: Select[Any] = (
    select(*_columns)
    .select_from(_e)
    .join(_b, b.id == e.batch_id)
    .outerjoin(_p, p.id == e.candidate_profile_id)
    .outerjoin(_c, c.id == e.charge_id)
)

_ORDER: dict[EnrollmentSort, Any] = {
    EnrollmentSort.CREATED: e.created_at.asc(),
    EnrollmentSort.CREATED_DESC: e.created_at.desc(),
    EnrollmentSort.STARTS: b.starts_at.asc(),
    EnrollmentSort.STARTS_DESC: b.starts_at.desc(),
    EnrollmentSort.CANDIDATE: p.name_en.asc().nulls_last(),
    EnrollmentSort.CANDIDATE_DESC: p.name_en.desc().nulls_last(),
    EnrollmentSort.UPDATED: e.updated_at.asc(),
    EnrollmentSort.UPDATED_DESC: e.updated_at.desc(),
    EnrollmentSort.DUE: e.payment_due_at.asc().nulls_last(),
    EnrollmentSort.DUE_DESC: e.payment_due_at.desc().nulls_last(),
}


async def list_enrollments(
    session: AsyncSession, actor: Principal, wanted: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """The enrollments of the caller's organization, or of all for an admin."""
    statement = _filtered(_READ, wanted)
    if actor.scope is not None:
        statement = statement.where(e.organization_id == actor.scope)
    return await _page(session, statement, wanted.sort, page, actor)


async def list_own(
    session: AsyncSession, actor: Principal, wanted: EnrollmentFilter, page: PageQuery
) -> EnrollmentPage:
    """The caller's enrollments as a candidate."""
    statement = _filtered(_READ, wanted).where(e.candidate_profile_id == actor.profile_id)
    return await _page(session, statement, wanted.sort, page, actor)


async def read_enrollment(
    session: AsyncSession, actor: Principal, enrollment_id: UUID
) -> EnrollmentRead:
    """One enrollment that the caller may see; 404 for anybody else's."""
    row = (await session.execute(_READ.where(e.id == enrollment_id, visible_to(actor)))).first()
    if row is None:
        raise EnrollmentNotFound
    return read_of(row, actor)


async def read_active(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> EnrollmentRead | None:
    """The caller's active enrollment in a batch."""
    statement = _READ.where(
        e.batch_id == batch_id,
        e.candidate_profile_id == actor.profile_id,
        e.status.in_(ACTIVE),
    )
    row = (await session.execute(statement)).first()
    return read_of(row, actor) if row else None


def visible_to(actor: Principal) -> ColumnElement[bool]:
    """The condition on `e` that keeps others' enrollments out of the caller's sight."""
    if actor.profile is not None and actor.profile.type is ProfileType.CANDIDATE:
        return e.candidate_profile_id == actor.profile_id
    return true() if actor.scope is None else e.organization_id == actor.scope


def read_of(row: Any, actor: Principal) -> EnrollmentRead:
    """What the caller is shown of a row with the columns above."""
    status = EnrollmentStatus(row.status)
    return EnrollmentRead(
        id=row.id,
        status=status,
        next_step=_NEXT_STEP.get(status, NextStep.NONE),
        allowed_actions=_allowed_actions(status, actor, started=row.starts_at <= row.read_at),
        price_minor=row.price_minor,
        currency=row.currency,
        payment_due_at=row.payment_due_at,
        refundable_until=refundable_until(row.starts_at, row.price_minor),
        charge_id=row.charge_id,
        charge_reference=row.charge_reference,
        charge_status=row.charge_status,
        refund_requested_at=row.refund_requested_at,
        waiting_position=row.waiting_position,
        reason=row.reason,
        result=row.result,
        batch=EnrolledBatch(
            id=row.batch_id,
            training_id=row.training_id,
            organization_id=row.organization_id,
            code=row.code,
            title_en=row.title_en,
            title_ar=row.title_ar,
            city_en=row.city_en,
            city_ar=row.city_ar,
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            status=row.batch_status,
        ),
        candidate=EnrolledCandidate(
            profile_id=row.candidate_profile_id,
            user_id=row.candidate_user_id,
            username=row.username,
            name_en=row.name_en,
            name_ar=row.name_ar,
            email=row.email,
            phone=row.phone,
            image_url=row.image_url,
        ),
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def refundable_until(starts_at: datetime, price_minor: int) -> datetime | None:
    """Until when a cancellation gives the whole price back; None for a free batch."""
    return starts_at - REFUND_BEFORE_START if price_minor else None


_NEXT_STEP = {
    EnrollmentStatus.REQUESTED: NextStep.AWAIT_ACCEPTANCE,
    EnrollmentStatus.WAITLISTED: NextStep.AWAIT_SEAT,
    EnrollmentStatus.PENDING_PAYMENT: NextStep.PAY,
    EnrollmentStatus.CONFIRMED: NextStep.ATTEND,
}


def _allowed_actions(
    status: EnrollmentStatus, actor: Principal, *, started: bool
) -> list[EnrollmentAction]:
    if actor.profile is None:
        return []
    match actor.profile.type:
        case ProfileType.CANDIDATE if not started:
            pay = [EnrollmentAction.PAY] if status is EnrollmentStatus.PENDING_PAYMENT else []
            return pay + ([EnrollmentAction.CANCEL] if status in CANCELLABLE else [])
        case ProfileType.ORGANIZATION if status is EnrollmentStatus.REQUESTED:
            return [*([] if started else [EnrollmentAction.ACCEPT]), EnrollmentAction.REJECT]
    return []


def _filtered(statement: Select[Any], wanted: EnrollmentFilter) -> Select[Any]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.status:
        conditions.append(e.status.in_(wanted.status))
    if wanted.batch_id:
        conditions.append(e.batch_id == wanted.batch_id)
    if wanted.training_id:
        conditions.append(e.training_id == wanted.training_id)
    if wanted.candidate_profile_id:
        conditions.append(e.candidate_profile_id == wanted.candidate_profile_id)
    if wanted.created_from:
        conditions.append(e.created_at >= wanted.created_from)
    if wanted.created_before:
        conditions.append(e.created_at < wanted.created_before)
    if wanted.search:
        conditions.append(contains_words(wanted.search, p.search))
    return statement.where(*conditions)


async def _page(
    session: AsyncSession,
    statement: Select[Any],
    sort: EnrollmentSort,
    page: PageQuery,
    actor: Principal,
) -> EnrollmentPage:
    # Ids are in the order of their making; one that goes the same way uses the same index.
    last = e.id.desc() if sort.startswith("-") else e.id.asc()
    rows, total = await fetch_page(session, statement.order_by(_ORDER[sort], last), page)
    return EnrollmentPage(data=[read_of(row, actor) for row in rows], meta=page.meta(total))
