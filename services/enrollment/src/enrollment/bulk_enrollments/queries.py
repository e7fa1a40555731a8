"""Reads bulk enrollments and their rows."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from contracts.enrollment import BulkEnrollmentStatus as Status
from contracts.people import Match
from kit.database import db
from kit.database.db import AsyncSession
from kit.database.pages import PageQuery, fetch_page
from kit.database.tables import sum_money
from kit.security.auth import Caller, Partner, Principal
from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    case,
    func,
    literal,
    null,
    or_,
    select,
    true,
)
from sqlmodel import col

from enrollment.bulk_enrollments.columns import LIMITS
from enrollment.bulk_enrollments.errors import BulkEnrollmentNotFound
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.quote import quote
from enrollment.bulk_enrollments.rows import cells_of
from enrollment.bulk_enrollments.rules import IS_TO_FILL, WAITS, shown_state
from enrollment.bulk_enrollments.schemas import (
    BoughtSeat,
    BoughtSeatPage,
    BulkBatch,
    BulkEnrollmentDetail,
    BulkEnrollmentFilter,
    BulkEnrollmentPage,
    BulkEnrollmentRead,
    BulkLine,
    BulkQuote,
    BulkRowFilter,
    BulkRowPage,
    BulkRowRead,
    RowError,
)
from enrollment.bulk_enrollments.states import ENDED, OF_TESTS, OPEN, TAKEN, TO_MEND, RowState
from enrollment.bulk_enrollments.texts import words_of
from enrollment.enrollments.batch_summaries import queries as batches
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import BatchEnrollments
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Batch, Organization, Profile
from enrollment.seats.models import Seats
from enrollment.seats.rules import SEATS_LEFT

_SAMPLES = 3
_UNINVITED = and_(
    col(BulkRow.state).in_([RowState.VALID, *TAKEN]),
    col(BulkRow.match) == Match.UNKNOWN,
    col(BulkRow.email).is_(None),
    col(BulkRow.phone).is_not(None),
)
"""New people with a mobile number alone: invitations go by email."""


def _own(actor: Caller) -> ColumnElement[bool]:
    """A program is shown tests, or all else: what it goes on with it has begun."""
    scope = actor.scope
    if scope is None:
        return true()
    own = col(BulkEnrollment.organization_id) == scope
    if isinstance(actor, Partner):
        return and_(own, col(BulkEnrollment.test) == actor.test)
    return own


async def lock_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """One of the caller's organization, locked. Raises `BulkEnrollmentNotFound`."""
    bulk = await db.lock(session, BulkEnrollment, col(BulkEnrollment.id) == bulk_id, _own(actor))
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


def _listed(actor: Caller) -> Any:
    return (
        select(
            BulkEnrollment,
            func.coalesce(col(Organization.name_en), "").label("organization_name_en"),
            func.coalesce(col(Organization.name_ar), "").label("organization_name_ar"),
        )
        .outerjoin(Organization, col(Organization.id) == col(BulkEnrollment.organization_id))
        .where(_own(actor))
    )


def _fields(row: Any) -> dict[str, Any]:
    return {
        **row.BulkEnrollment.model_dump(),
        "organization_name_en": row.organization_name_en,
        "organization_name_ar": row.organization_name_ar,
    }


async def list_bulk_enrollments(
    session: AsyncSession, actor: Caller, filters: BulkEnrollmentFilter, page: PageQuery
) -> BulkEnrollmentPage:
    """The caller's organization's, or everybody's for an admin, the newest first."""
    statement = _listed(actor).order_by(
        col(BulkEnrollment.created_at).desc(), col(BulkEnrollment.id).desc()
    )
    if not isinstance(actor, Partner):
        statement = statement.where(col(BulkEnrollment.test) == filters.test)
    if filters.status:
        statement = statement.where(col(BulkEnrollment.status).in_(filters.status))
    if filters.batch_id:
        statement = statement.where(col(BulkEnrollment.batch_id) == filters.batch_id)
    if filters.organization_id:
        statement = statement.where(col(BulkEnrollment.organization_id) == filters.organization_id)
    if filters.bought is not None:
        is_bought = col(BulkEnrollment.bought_seats) > 0
        statement = statement.where(is_bought if filters.bought else ~is_bought)
    rows, meta = await fetch_page(session, statement, page)
    data = [BulkEnrollmentRead.model_validate(_fields(row)) for row in rows]
    return BulkEnrollmentPage(data=data, meta=meta)


async def get_bulk_enrollment(
    session: AsyncSession, actor: Caller, bulk_id: UUID, kept: timedelta
) -> BulkEnrollmentDetail:
    """One of them, whose people are kept for so long after its end.

    Raises `BulkEnrollmentNotFound`.
    """
    statement = _listed(actor).add_columns(WAITS.label("waits"))
    row = (
        await session.execute(
            statement.where(col(BulkEnrollment.id) == bulk_id),
            execution_options={"populate_existing": True},
        )
    ).one_or_none()
    if row is None:
        raise BulkEnrollmentNotFound
    state = shown_state(row.BulkEnrollment).label("state")
    counted = await session.execute(
        select(
            state,
            col(BulkRow.batch_id),
            func.count().label("rows"),
            func.count().filter(_UNINVITED).label("uninvited"),
        )
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id)
        .group_by(state, col(BulkRow.batch_id))
    )
    states: Counter[str] = Counter()
    of_batches: Counter[UUID] = Counter()
    uninvited = 0
    for each in counted:
        states[each.state] += each.rows
        uninvited += each.uninvited
        if each.batch_id and each.state in _TO_ENROLL:
            of_batches[each.batch_id] += each.rows
    return BulkEnrollmentDetail.model_validate(
        {
            **_fields(row),
            "states": states,
            "uninvited": uninvited,
            "batches": await _batches(session, of_batches, row.BulkEnrollment.organization_id),
            "samples": await _samples(session, bulk_id),
            "quote": await _quote(session, row.BulkEnrollment),
            "waits": row.waits,
            "people_until": _people_until(row.BulkEnrollment, kept),
        }
    )


def _people_until(bulk: BulkEnrollment, kept: timedelta) -> datetime | None:
    if bulk.status not in ENDED:
        return None
    return bulk.emptied_at or bulk.updated_at + kept


async def _quote(session: AsyncSession, bulk: BulkEnrollment) -> BulkQuote | None:
    if bulk.status not in OPEN or bulk.status is Status.CHECKING:
        return None
    quoted = await quote(session, bulk.id)
    return BulkQuote(
        lines=[BulkLine(**line.model_dump()) for line in quoted.lines],
        total_minor=quoted.total_minor,
        currency=quoted.currency,
        registration=quoted.registration,
    )


async def _samples(session: AsyncSession, bulk_id: UUID) -> list[list[str]]:
    """The cells of the first rows."""
    found = await session.scalars(
        select(col(BulkRow.cells))
        .where(col(BulkRow.bulk_enrollment_id) == bulk_id)
        .order_by(col(BulkRow.number))
        .limit(_SAMPLES)
    )
    return list(found)


_TO_ENROLL = {RowState.MATCHING, RowState.VALID, *TAKEN}
"""As what rows are shown that take a seat, or would."""


async def _batches(
    session: AsyncSession, rows: Mapping[UUID, int], organization_id: UUID
) -> list[BulkBatch]:
    own = (
        select(func.coalesce(func.sum(col(BulkEnrollment.free_seats)), 0))
        .where(
            col(BulkEnrollment.organization_id) == organization_id,
            col(BulkEnrollment.batch_id) == col(Batch.id),
            IS_TO_FILL,
        )
        .scalar_subquery()
    )
    found = await session.execute(
        select(Batch, SEATS_LEFT.label("seats_left"), own.label("own_seats"))
        .join(Seats, col(Seats.batch_id) == col(Batch.id))
        .where(col(Batch.id).in_(rows))
        .order_by(col(Batch.code))
    )
    return [
        BulkBatch(
            **batch.model_dump(include=set(BulkBatch.model_fields)),
            rows=rows[batch.id],
            seats_left=left,
            own_seats=own_seats,
        )
        for batch, left, own_seats in found
    ]


def rows_listed(bulk: BulkEnrollment, filters: BulkRowFilter) -> Select[Any]:
    """The rows of a file in their order, each with what its enrollment has come to."""
    status = _status_in_test(bulk) if bulk.test else col(Enrollment.status)
    state = shown_state(bulk)
    statement = (
        select(
            col(BulkRow.number),
            state.label("state"),
            col(BulkRow.cells),
            col(BulkRow.errors),
            _UNINVITED.label("uninvited"),
            # Only while it is to be decided: it is another person's name.
            case((col(BulkRow.match) == "other_name", col(BulkRow.shown_name_en)), else_="").label(
                "shown_name_en"
            ),
            case((col(BulkRow.match) == "other_name", col(BulkRow.shown_name_ar)), else_="").label(
                "shown_name_ar"
            ),
            col(Enrollment.id).label("enrollment_id"),
            status.label("enrollment_status"),
        )
        .outerjoin(Enrollment, col(Enrollment.id) == col(BulkRow.enrollment_id))
        .where(col(BulkRow.bulk_enrollment_id) == bulk.id)
        .order_by(col(BulkRow.number))
    )
    states = [*filters.state, *(TO_MEND if filters.only_errors else ())]
    if states:
        statement = statement.where(state.in_(states))
    if filters.uninvited:
        statement = statement.where(_UNINVITED)
    if filters.number:
        statement = statement.where(col(BulkRow.number).in_(filters.number))
    if filters.search:
        text = func.cast(col(BulkRow.cells), String)
        statement = statement.where(text.icontains(filters.search, autoescape=True))
    return statement


def _status_in_test(bulk: BulkEnrollment) -> ColumnElement[str | None]:
    """What the enrollment of a row of this test would have come to."""
    status = OF_TESTS.get(bulk.status)
    is_enrolled = col(BulkRow.state) == RowState.ENROLLED
    return case((is_enrolled, literal(status.value if status else None)), else_=null())


def row_read(row: Any, bulk: BulkEnrollment) -> BulkRowRead:
    """What is answered of a row of `rows_listed`, its errors with their texts."""
    return BulkRowRead(
        number=row.number,
        state=row.state,
        cells=cells_of(row.cells, bulk.mapping),
        errors=[
            RowError(**error, message=words.en, message_ar=words.ar)
            for error in row.errors
            for words in [words_of(error["code"])]
        ],
        uninvited=row.uninvited,
        shown_name_en=row.shown_name_en,
        shown_name_ar=row.shown_name_ar,
        enrollment_id=row.enrollment_id,
        enrollment_status=row.enrollment_status,
    )


async def find_bulk(session: AsyncSession, actor: Caller, bulk_id: UUID) -> BulkEnrollment:
    """One of the caller's organization. Raises `BulkEnrollmentNotFound`."""
    found = await session.scalars(
        select(BulkEnrollment).where(col(BulkEnrollment.id) == bulk_id, _own(actor))
    )
    bulk = found.one_or_none()
    if bulk is None:
        raise BulkEnrollmentNotFound
    return bulk


async def list_rows(
    session: AsyncSession, actor: Caller, bulk_id: UUID, filters: BulkRowFilter, page: PageQuery
) -> BulkRowPage:
    """The rows in their order. Raises `BulkEnrollmentNotFound`."""
    bulk = await find_bulk(session, actor, bulk_id)
    # All of them, which people go through one by one.
    rows, meta = await fetch_page(session, rows_listed(bulk, filters), page, most=LIMITS.rows)
    return BulkRowPage(data=[row_read(row, bulk) for row in rows], meta=meta)


async def list_people(
    session: AsyncSession, actor: Caller, bulk_id: UUID, page: PageQuery
) -> BoughtSeatPage:
    """Who has the seats that were bought without names. Raises `BulkEnrollmentNotFound`."""
    bulk = await find_bulk(session, actor, bulk_id)
    columns: list[Any] = [
        col(Enrollment.id).label("enrollment_id"),
        col(Enrollment.status),
        func.coalesce(col(Profile.name_en), "").label("name_en"),
        func.coalesce(col(Profile.name_ar), "").label("name_ar"),
    ]
    statement: Select[Any] = (
        select(*columns)
        .select_from(Enrollment)
        .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
        .where(
            col(Enrollment.bulk_enrollment_id) == bulk.id,
            # Of a file the rows say it.
            literal(bulk.bought_seats > 0),
            col(Enrollment.status).in_(sorted(HOLDS_SEAT)),
        )
        .order_by(col(Enrollment.created_at), col(Enrollment.id))
    )
    rows, meta = await fetch_page(session, statement, page)
    data = [BoughtSeat.model_validate(row, from_attributes=True) for row in rows]
    return BoughtSeatPage(data=data, meta=meta)


async def get_batch_enrollments(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> BatchEnrollments:
    """The people and the money of a batch, also of the seats that were bought there without names
    and have no people. Raises `BatchUnknown`.
    """
    people = await batches.get_batch_enrollments(session, actor, batch_id)
    amount = col(BulkEnrollment.free_seats) * col(BulkEnrollment.seat_price_minor)
    found = await session.execute(
        select(
            sum_money(amount, IS_TO_FILL),
            sum_money(amount, ~IS_TO_FILL),
        ).where(col(BulkEnrollment.batch_id) == batch_id, col(BulkEnrollment.free_seats) > 0)
    )
    paid, due = found.one()
    return people.model_copy(
        update={
            "paid_minor": people.paid_minor + paid,
            "refunding_minor": people.refunding_minor + paid,
            "due_minor": people.due_minor + due,
        }
    )


async def list_codes(session: AsyncSession, organization_id: UUID | None) -> list[str]:
    """The codes that a template offers: of the organization's batches that take enrollments."""
    statement = select(col(Batch.code)).where(
        col(Batch.status) == BatchStatus.PUBLISHED,
        col(Batch.starts_at) > func.now(),
        col(Batch.enrollment_closes_at) > func.now(),
    )
    if organization_id is not None:
        statement = statement.where(
            or_(
                col(Batch.organization_id) == organization_id,
                ~col(Batch.requires_acceptance),
            )
        )
    found = await session.scalars(statement.order_by(col(Batch.code)).limit(500))
    return list(found)
