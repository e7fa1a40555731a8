from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.enrollment import CertificateStatus, EnrollmentResult
from contracts.permissions import Permission
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, PageQuery, Sorting, SortKey
from kit.database.search import contains_words
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, exists, false, func, or_, select, true
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased
from sqlmodel import col

from enrollment.attendance.queries import get_batch_access
from enrollment.attendance.rules import ATTENDING
from enrollment.certificates.errors import CertificateNotFound
from enrollment.certificates.models import (
    Certificate,
    CertificatePolicy,
    CertificateRequest,
)
from enrollment.certificates.rules import (
    DIFFERS_FROM_PROFILE,
    EXPIRES_ON,
    IS_WAITING,
    LACKS_PASS,
    STATE,
    STATE_CONDITIONS,
    TODAY,
    format_number,
    parse_number,
)
from enrollment.certificates.schemas import (
    CertificateFilter,
    CertificateListed,
    CertificatePage,
    CertificateRead,
    CertificateSort,
    CertifiedPerson,
    ChangedResult,
    OtherCertificate,
)
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.errors import BatchUnknown
from enrollment.replicas.models import Batch, Organization, Profile
from enrollment.results.models import Outcome

_COMPUTED = {
    "state",
    "has_paper",
    "differs_from_profile",
    "number",
    "can_change",
    "changed_result",
    "profile_name_en",
    "profile_name_ar",
    "supersedes",
    "superseded_by",
}
CHANGEABLE = (CertificateStatus.ISSUED, CertificateStatus.SUSPENDED)
"""States that allow revoking or reissuing; reissuing also needs a pass."""
_HAS_PAPER = col(Certificate.paper_key).is_not(None).label("has_paper")
_LISTED: list[Any] = [
    *(getattr(Certificate, name) for name in CertificateListed.model_fields.keys() - _COMPUTED),
    col(Certificate.number),
    STATE.label("state"),
    func.coalesce(DIFFERS_FROM_PROFILE, false()).label("differs_from_profile"),
    _HAS_PAPER,
]
_READ: list[Any] = [
    *_LISTED,
    *(
        getattr(Certificate, name)
        for name in CertificateRead.model_fields.keys()
        - CertificateListed.model_fields.keys()
        - _COMPUTED
    ),
    col(Certificate.status),
    col(Certificate.supersedes_id),
    col(Certificate.superseded_by_id),
    col(Profile.name_en).label("profile_name_en"),
    col(Profile.name_ar).label("profile_name_ar"),
]
_HAS_PROFILE = col(Profile.id) == col(Certificate.candidate_profile_id)
ROWS: Select[Any] = select(*_LISTED).select_from(Certificate).outerjoin(Profile, _HAS_PROFILE)

_SORTING = Sorting(
    {
        CertificateSort.ISSUED: col(Certificate.created_at),
        CertificateSort.HOLDER: col(Certificate.holder_name_en),
        CertificateSort.TRAINING: col(Certificate.training_title_en),
        CertificateSort.EXPIRES: SortKey(col(Certificate.expires_on), nulls_last=True),
    },
    id=col(Certificate.id),
)


async def list_certificates(
    session: AsyncSession, actor: Principal, filters: CertificateFilter, page: PageQuery
) -> CertificatePage:
    """List the certificates of the caller's organization, or all for an admin."""
    return await _fetch(session, build_certificates_query(_is_visible_to(actor), filters, page))


def select_certificates(actor: Principal, filters: CertificateFilter) -> Select[Any]:
    """Select the columns of the dashboard's list."""
    return build_certificates_query(_is_visible_to(actor), filters).select_all(ROWS)


def build_certificates_query(
    visible: ColumnElement[bool], filters: CertificateFilter, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    number = parse_number(filters.search)
    return ListQuery(
        filters=[visible, *_conditions(filters)],
        sort=_SORTING.by(filters.sort),
        search=(
            col(Certificate.number) == number
            if number
            else contains_words(filters.search, col(Certificate.search))
        ),
        page=page,
    )


async def list_own_certificates(
    session: AsyncSession, actor: Principal, filters: CertificateFilter, page: PageQuery
) -> CertificatePage:
    """List the caller's certificates as a candidate."""
    own = col(Certificate.candidate_profile_id) == actor.profile_id
    return await _fetch(session, build_certificates_query(own, filters, page))


async def get_certificate(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> CertificateRead:
    """Return a certificate of the caller's organization, or any for an admin.

    Raises `CertificateNotFound`, also for another organization's certificate.
    """
    older, newer = aliased(Certificate), aliased(Certificate)
    found = await session.execute(
        select(
            *_READ,
            col(older.number).label("older_number"),
            col(older.created_at).label("older_created_at"),
            col(newer.number).label("newer_number"),
            col(newer.created_at).label("newer_created_at"),
            col(Outcome.result),
            col(Outcome.score_percent).label("reached_percent"),
        )
        .select_from(Certificate)
        .outerjoin(Profile, _HAS_PROFILE)
        .outerjoin(Outcome, col(Outcome.enrollment_id) == col(Certificate.enrollment_id))
        .outerjoin(older, col(older.id) == col(Certificate.supersedes_id))
        .outerjoin(newer, col(newer.id) == col(Certificate.superseded_by_id))
        .where(col(Certificate.id) == certificate_id, _is_visible_to(actor))
    )
    row = found.one_or_none()
    if row is None:
        raise CertificateNotFound
    return CertificateRead(
        **_to_values(row),
        can_change=row.status in CHANGEABLE and _can_change(actor),
        changed_result=_changed_result(row),
        supersedes=_other(row.supersedes_id, row.older_number, row.older_created_at),
        superseded_by=_other(row.superseded_by_id, row.newer_number, row.newer_created_at),
    )


async def list_batch_certificates(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> list[CertifiedPerson]:
    """List the latest certificate of each person in a batch that the caller may read.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    await get_batch_access(session, actor, batch_id)
    names = CertifiedPerson.model_fields.keys() - _COMPUTED
    rows = await session.execute(
        select(
            *(getattr(Certificate, name) for name in names),
            col(Certificate.number),
            STATE.label("state"),
            _HAS_PAPER,
        )
        .ext(distinct_on(col(Certificate.enrollment_id)))
        .where(col(Certificate.batch_id) == batch_id)
        .order_by(col(Certificate.enrollment_id), col(Certificate.created_at).desc())
    )
    return [CertifiedPerson(**_to_values(row)) for row in rows]


async def get_issuing(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> Row[*tuple[Any, ...]]:
    """Return the data of a batch's new certificates: `Batch`, issuer's names, `issued_on`,
    `expires_on`.

    Names are None if unknown. Raises `BatchUnknown`, also for another organization's batch.
    """
    found = await session.execute(
        select(
            Batch,
            col(Organization.name_en),
            col(Organization.name_ar),
            TODAY.label("issued_on"),
            EXPIRES_ON.label("expires_on"),
        )
        .outerjoin(Organization, col(Organization.id) == col(Batch.organization_id))
        .where(col(Batch.id) == batch_id)
    )
    row = found.one_or_none()
    if row is None or actor.scope not in (None, row.Batch.organization_id):
        raise BatchUnknown
    return row


async def get_batch_id(session: AsyncSession, actor: Principal, certificate_id: UUID) -> UUID:
    """Return the batch of a certificate of the caller's organization, or of any for an admin.

    Raises `CertificateNotFound`, also for another organization's certificate.
    """
    batch_id = await session.scalar(
        select(col(Certificate.batch_id)).where(
            col(Certificate.id) == certificate_id, _is_visible_to(actor)
        )
    )
    if batch_id is None:
        raise CertificateNotFound
    return batch_id


async def list_graduates(
    session: AsyncSession, batch_id: UUID, enrollment_ids: Sequence[UUID] | None
) -> Sequence[Row[*tuple[Any, ...]]]:
    """List people with a seat, or those named, with their names, score and certificate state.

    Columns: `Enrollment`, names, `score_percent`, `issued`, `revoked` and `waiting` (for approval).
    """

    def has(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return exists().where(col(Certificate.enrollment_id) == col(Enrollment.id), *conditions)

    is_meant = (
        col(Enrollment.status).in_(ATTENDING)
        if enrollment_ids is None
        else col(Enrollment.id).in_(enrollment_ids)
    )
    rows = await session.execute(
        select(
            Enrollment,
            func.coalesce(col(Profile.name_en), "").label("name_en"),
            func.coalesce(col(Profile.name_ar), "").label("name_ar"),
            col(Outcome.score_percent),
            has(col(Certificate.status).in_(("issued", "suspended"))).label("issued"),
            has(col(Certificate.status) == "revoked").label("revoked"),
            exists()
            .where(IS_WAITING, col(CertificateRequest.enrollment_id) == col(Enrollment.id))
            .label("waiting"),
        )
        .outerjoin(Profile, col(Profile.id) == col(Enrollment.candidate_profile_id))
        .outerjoin(Outcome, col(Outcome.enrollment_id) == col(Enrollment.id))
        .where(col(Enrollment.batch_id) == batch_id, is_meant)
        .order_by(col(Profile.name_en), col(Enrollment.id))
    )
    return rows.all()


async def needs_approval(session: AsyncSession, organization_id: UUID) -> bool:
    """Tell if the organization's certificates need approval."""
    policy = await session.get(CertificatePolicy, organization_id)
    return policy is not None and policy.needs_approval


def _can_change(actor: Principal) -> bool:
    """Tell if a caller admitted by the route may change certificates; admins need permission."""
    return (
        not actor.is_admin
        or actor.is_super_admin
        or Permission.REVOKE_CERTIFICATES in actor.permissions
    )


def _is_visible_to(actor: Principal) -> ColumnElement[bool]:
    return true() if actor.scope is None else col(Certificate.organization_id) == actor.scope


def _conditions(filters: CertificateFilter) -> Iterator[ColumnElement[bool]]:
    if filters.state:
        yield or_(*(STATE_CONDITIONS[state] for state in filters.state))
    for name in (
        "batch_id",
        "training_id",
        "organization_id",
        "enrollment_id",
        "candidate_profile_id",
    ):
        value = getattr(filters, name)
        if value is not None:
            yield getattr(Certificate, name) == value
    if filters.result:
        yield LACKS_PASS
    if filters.issued_from:
        yield col(Certificate.issued_on) >= filters.issued_from
    if filters.issued_to:
        yield col(Certificate.issued_on) <= filters.issued_to


async def _fetch(session: AsyncSession, query: ListQuery) -> CertificatePage:
    rows, meta = await query.fetch(session, ROWS, col(Certificate.id))
    return CertificatePage(data=[CertificateListed(**_to_values(row)) for row in rows], meta=meta)


def _to_values(row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
    return row._asdict() | {"number": format_number(row.number)}


def _changed_result(row: Row[*tuple[Any, ...]]) -> ChangedResult | None:
    """Return the changed result; older certificates have no stored result to compare."""
    holds = row.status in CHANGEABLE
    is_same = (row.result, row.reached_percent) == (EnrollmentResult.PASSED, row.score_percent)
    if not holds or row.result is None or is_same:
        return None
    return ChangedResult(result=row.result, score_percent=row.reached_percent)


def _other(
    certificate_id: UUID | None, number: str, created_at: datetime
) -> OtherCertificate | None:
    if certificate_id is None:
        return None
    return OtherCertificate(id=certificate_id, number=format_number(number), created_at=created_at)
