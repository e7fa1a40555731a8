from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery, Sorting
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, func, select, true
from sqlmodel import col

from enrollment.attendance.queries import get_batch_access
from enrollment.certificates.errors import CertificateRequestNotFound
from enrollment.certificates.models import CertificateRequest
from enrollment.certificates.rules import IS_WAITING
from enrollment.certificates.schemas import (
    CertificateRequestFilter,
    CertificateRequestPage,
    CertificateRequestRead,
    CertificateRequestSort,
)
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch, Profile
from enrollment.results.models import Outcome

_REQUESTS: Select[Any] = (
    select(
        *(
            getattr(CertificateRequest, name)
            for name in CertificateRequestRead.model_fields.keys()
            & set(CertificateRequest.model_fields)
        ),
        col(CertificateRequest.asked_by),
        col(Batch.code).label("batch_code"),
        col(Batch.title_en),
        col(Batch.title_ar),
        func.coalesce(col(Profile.name_en), "").label("name_en"),
        func.coalesce(col(Profile.name_ar), "").label("name_ar"),
        col(Enrollment.result),
        col(Outcome.score_percent),
    )
    .select_from(CertificateRequest)
    .join(Enrollment, col(Enrollment.id) == col(CertificateRequest.enrollment_id))
    .join(Batch, col(Batch.id) == col(CertificateRequest.batch_id))
    .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
    .outerjoin(Outcome, col(Outcome.enrollment_id) == col(CertificateRequest.enrollment_id))
)
_REQUESTS_SORTING = Sorting(
    {CertificateRequestSort.ASKED: col(CertificateRequest.created_at)},
    id=col(CertificateRequest.id),
)


async def list_requests(
    session: AsyncSession, actor: Principal, filters: CertificateRequestFilter, page: PageQuery
) -> CertificateRequestPage:
    """List certificate requests of the caller's organization, or all for an admin."""
    conditions = [_is_requested(actor)]
    if filters.status:
        conditions.append(col(CertificateRequest.status).in_(filters.status))
    if filters.batch_id:
        conditions.append(col(CertificateRequest.batch_id) == filters.batch_id)
    query = ListQuery(
        filters=conditions,
        sort=_REQUESTS_SORTING.by(filters.sort),
        search=contains_words(filters.search, col(Profile.search), func.lower(col(Batch.code))),
        page=page,
    )
    rows, meta = await query.fetch(session, _REQUESTS, col(CertificateRequest.id))
    data = [
        CertificateRequestRead(**row._asdict(), is_own=row.asked_by == actor.user_id)
        for row in rows
    ]
    return CertificateRequestPage(data=data, meta=meta)


async def list_requested_batches(
    session: AsyncSession, actor: Principal, ids: Sequence[UUID]
) -> list[UUID]:
    """List the requests' batches in locking order.

    Raises `CertificateRequestNotFound`, also for another organization's request.
    """
    found = await session.execute(
        select(col(CertificateRequest.id), col(CertificateRequest.batch_id)).where(
            col(CertificateRequest.id).in_(ids), _is_requested(actor)
        )
    )
    batches = {row.id: row.batch_id for row in found}
    if batches.keys() != set(ids):
        raise CertificateRequestNotFound
    return sorted(set(batches.values()))


async def list_waiting_in_batch(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> list[UUID]:
    """List the batch's enrollments whose certificates await approval.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    await get_batch_access(session, actor, batch_id)
    waiting = await session.scalars(
        select(col(CertificateRequest.enrollment_id)).where(
            IS_WAITING, col(CertificateRequest.batch_id) == batch_id
        )
    )
    return list(waiting)


async def list_own_waiting(session: AsyncSession, actor: Principal) -> list[UUID]:
    """List the caller's enrollments whose certificates await approval and that are still passed."""
    waiting = await session.scalars(
        select(col(CertificateRequest.enrollment_id))
        .join(Enrollment, col(Enrollment.id) == col(CertificateRequest.enrollment_id))
        .where(
            IS_WAITING,
            col(Enrollment.candidate_profile_id) == actor.profile_id,
            col(Enrollment.result) == EnrollmentResult.PASSED,
        )
    )
    return list(waiting)


def _is_requested(actor: Principal) -> ColumnElement[bool]:
    return true() if actor.scope is None else col(CertificateRequest.organization_id) == actor.scope
