"""Routes for prepaid seats, and a batch's summary, which includes them."""

from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from fastapi import APIRouter
from kit.core.errors import Invalid, problems
from kit.database.db import Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal

from enrollment.bulk_enrollments import queries
from enrollment.bulk_enrollments.errors import (
    AcceptanceNeeded,
    BulkEnrollmentNotFound,
    BulkRefused,
    KeyReused,
    SeatsFree,
    SeatsShort,
    TestModeMismatch,
    TotalChanged,
)
from enrollment.bulk_enrollments.routes import CallerDep, KeptDep, Key
from enrollment.bulk_enrollments.schemas import (
    BoughtSeatFree,
    BoughtSeatPage,
    BulkEnrollmentDetail,
    SeatPurchase,
)
from enrollment.bulk_enrollments.seat_purchases import queries as purchase_queries
from enrollment.bulk_enrollments.seat_purchases import service as purchases
from enrollment.enrollments.errors import (
    BatchCancelled,
    BatchStarted,
    EnrollmentClosed,
    EnrollmentNotFound,
    EnrollmentNotOpen,
    EnrollmentPaused,
    TransitionRefused,
)
from enrollment.enrollments.schemas import BatchEnrollments
from enrollment.guards import guard_dashboard
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/bulk-enrollments", tags=["bulk_enrollments"])
batches_router = APIRouter(prefix="/enrollments/of-batch", tags=["enrollments"])

ViewerDep = Annotated[Principal, guard_dashboard(Permission.VIEW_ENROLLMENTS)]


@router.post(
    "/seats",
    status_code=201,
    responses=problems(
        *AUTH_PROBLEMS,
        Invalid,
        KeyReused,
        BatchUnknown,
        BatchCancelled,
        BatchStarted,
        EnrollmentClosed,
        EnrollmentNotOpen,
        EnrollmentPaused,
        AcceptanceNeeded,
        SeatsFree,
        SeatsShort,
        TotalChanged,
        TestModeMismatch,
    ),
)
async def buy_seats(
    session: Session,
    actor: CallerDep,
    kept: KeptDep,
    body: SeatPurchase,
    idempotency_key: Key = None,
) -> BulkEnrollmentDetail:
    """Buy seats of a batch without names, held until payment is due.

    Once paid, the organization's next bulk enrollments in the batch use them first.
    """
    bulk_id = await purchases.buy_seats(session, actor, body, idempotency_key)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@router.get("/{bulk_id}/people", responses=problems(*AUTH_PROBLEMS, BulkEnrollmentNotFound))
async def list_bought_seats(
    session: Session, actor: CallerDep, bulk_id: UUID, page: Paging
) -> BoughtSeatPage:
    """List the people in a purchase's seats."""
    return await purchase_queries.list_people(session, actor, bulk_id, page)


@router.post(
    "/{bulk_id}/people/remove",
    responses=problems(
        *AUTH_PROBLEMS,
        BulkEnrollmentNotFound,
        BulkRefused,
        EnrollmentNotFound,
        TransitionRefused,
        BatchStarted,
    ),
)
async def free_bought_seat(
    session: Session, actor: CallerDep, kept: KeptDep, bulk_id: UUID, body: BoughtSeatFree
) -> BulkEnrollmentDetail:
    """Remove a person from a prepaid seat before the start, so that another can have it.

    Nothing is refunded.
    """
    await purchases.unassign_seat(session, actor, bulk_id, body)
    return await queries.get_bulk_enrollment(session, actor, bulk_id, kept)


@batches_router.get("/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def get_batch_enrollments(
    session: Session, actor: ViewerDep, batch_id: UUID
) -> BatchEnrollments:
    """Count a batch's people by state, with paid and refundable amounts."""
    return await purchase_queries.get_batch_enrollments(session, actor, batch_id)
