from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery
from kit.database.tables import sum_money
from kit.security.auth import Caller, Principal
from sqlalchemy import Select, func, literal, select
from sqlmodel import col

from enrollment.bulk_enrollments.models import BulkEnrollment
from enrollment.bulk_enrollments.rules import HAS_FREE_SEATS
from enrollment.bulk_enrollments.schemas import BoughtSeat, BoughtSeatPage
from enrollment.bulk_enrollments.service import find_bulk
from enrollment.enrollments.batch_summaries import queries as batches
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.schemas import BatchEnrollments
from enrollment.enrollments.states import HOLDS_SEAT
from enrollment.replicas.models import Profile


async def list_people(
    session: AsyncSession, actor: Caller, bulk_id: UUID, page: PageQuery
) -> BoughtSeatPage:
    """List the people in a purchase's seats.

    Raises `BulkEnrollmentNotFound`.
    """
    bulk = await find_bulk(session, actor, bulk_id)
    columns: list[Any] = [
        col(Enrollment.id).label("enrollment_id"),
        col(Enrollment.status),
        func.coalesce(col(Profile.name_en), "").label("name_en"),
        func.coalesce(col(Profile.name_ar), "").label("name_ar"),
    ]
    people: Select[Any] = (
        select(*columns)
        .select_from(Enrollment)
        .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
    )
    query = ListQuery(
        filters=[
            col(Enrollment.bulk_enrollment_id) == bulk.id,
            # Files list their people as rows instead.
            literal(bulk.bought_seats > 0),
            col(Enrollment.status).in_(sorted(HOLDS_SEAT)),
        ],
        sort=[col(Enrollment.created_at), col(Enrollment.id)],
        page=page,
    )
    rows, meta = await query.fetch(session, people, col(Enrollment.id))
    data = [BoughtSeat.model_validate(row, from_attributes=True) for row in rows]
    return BoughtSeatPage(data=data, meta=meta)


async def get_batch_enrollments(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> BatchEnrollments:
    """Return a batch's people and amounts, including unassigned prepaid seats.

    Raises `BatchUnknown`.
    """
    people = await batches.get_batch_enrollments(session, actor, batch_id)
    amount = col(BulkEnrollment.free_seats) * col(BulkEnrollment.seat_price_minor)
    found = await session.execute(
        select(
            sum_money(amount, HAS_FREE_SEATS),
            sum_money(amount, ~HAS_FREE_SEATS),
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
