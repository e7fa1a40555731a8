"""The enrollments of an organization, for its people and for admins."""

from typing import Annotated
from uuid import UUID

from contracts.enrollment import EnrollmentStatus
from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.db import Session
from kit.errors import problems
from kit.pages import Paging

from enrollment.enrollments import queries, service
from enrollment.enrollments.problems import BatchStarted, EnrollmentNotFound, TransitionRefused
from enrollment.enrollments.schemas import (
    EnrollmentFilter,
    EnrollmentPage,
    EnrollmentRead,
    EnrollmentReject,
)
from enrollment.seats.service import SeatsFull

router = APIRouter(prefix="/enrollments", tags=["enrollments"])

Viewer = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.ADMIN,
        ProfileType.STAFF,
        permissions=[Permission.VIEW_ENROLLMENTS],
    ),
]
Organization = Annotated[
    Principal,
    guard(ProfileType.ORGANIZATION, permissions=[Permission.VIEW_ENROLLMENTS_REQUESTS]),
]


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_enrollments(
    session: Session,
    actor: Viewer,
    wanted: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """The organization's enrollments, or everybody's for an admin.

    The rejected ones and those that await a payment are this list with a status.
    """
    return await queries.list_enrollments(session, actor, wanted, page)


@router.get("/requests", responses=problems(*AUTH_PROBLEMS))
async def list_enrollment_requests(
    session: Session,
    actor: Organization,
    wanted: Annotated[EnrollmentFilter, Query()],
    page: Paging,
) -> EnrollmentPage:
    """What waits for the organization's decision; a status in the query does not matter."""
    requested = wanted.model_copy(update={"status": [EnrollmentStatus.REQUESTED]})
    return await queries.list_enrollments(session, actor, requested, page)


@router.get("/{enrollment_id}", responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound))
async def read_enrollment(session: Session, actor: Viewer, enrollment_id: UUID) -> EnrollmentRead:
    """One enrollment of the organization."""
    return await queries.read_enrollment(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/accept",
    responses=problems(
        *AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused, SeatsFull, BatchStarted
    ),
)
async def accept_enrollment(
    session: Session, actor: Organization, enrollment_id: UUID
) -> EnrollmentRead:
    """Give a request its seat; 409 `enrollment.seats_full` leaves it a request."""
    return await service.accept_request(session, actor, enrollment_id)


@router.post(
    "/{enrollment_id}/reject",
    responses=problems(*AUTH_PROBLEMS, EnrollmentNotFound, TransitionRefused),
)
async def reject_enrollment(
    session: Session, actor: Organization, enrollment_id: UUID, body: EnrollmentReject
) -> EnrollmentRead:
    """Refuse a request, with the reason that the candidate is told."""
    return await service.reject_request(session, actor, enrollment_id, body.reason)
