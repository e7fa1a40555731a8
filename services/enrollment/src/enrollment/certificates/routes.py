from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Depends, Query
from kit.core.errors import Invalid, TooManyRequests, problems
from kit.database.db import DatabaseDep, Session
from kit.database.pages import Paging
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.spreadsheets.exports import FILE, ExportQuery, TooManyRows
from starlette.responses import StreamingResponse

from enrollment.attendance.routes import ReaderDep as HolderDep
from enrollment.certificates import queries, service
from enrollment.certificates.errors import (
    CertificateEnded,
    CertificateNotFound,
    CertificateRequestNotFound,
    IssuerUnknown,
    ResultChanged,
)
from enrollment.certificates.export import export_certificates as export
from enrollment.certificates.requests import queries as requests
from enrollment.certificates.requests import service as approving
from enrollment.certificates.schemas import (
    CertificateFilter,
    CertificatePage,
    CertificateRead,
    CertificateRequestFilter,
    CertificateRequestPage,
    CertificateRevoke,
    CertificatesIssue,
    CertifiedPerson,
    IssueReport,
    LongWord,
    PolicyRead,
    PolicyUpdate,
    RequestsApprove,
    RequestsReject,
    RequestsReport,
)
from enrollment.credentials.adapters.did_web import IssuerDep
from enrollment.enrollments.routes import CandidateDep
from enrollment.guards import guard_dashboard
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/certificates", tags=["certificates"])

ReaderDep = Annotated[
    Principal,
    guard_dashboard(Permission.VIEW_CERTIFICATES),
]
IssuingDep = Annotated[
    Principal,
    guard_dashboard(Permission.ISSUE_CERTIFICATES),
]

RevokerDep = Annotated[
    Principal,
    guard_dashboard(Permission.REVOKE_CERTIFICATES),
]
ApproverDep = Annotated[
    Principal,
    guard_dashboard(Permission.APPROVE_CERTIFICATES),
]


async def _organization(
    actor: Annotated[Principal, guard(ProfileType.ORGANIZATION, ProfileType.STAFF)],
) -> UUID:
    assert actor.scope is not None
    return actor.scope


async def _deciding_organization(
    actor: Annotated[Principal, guard(ProfileType.ORGANIZATION)],
) -> UUID:
    assert actor.scope is not None
    return actor.scope


OrganizationDep = Annotated[UUID, Depends(_organization)]
DecidingDep = Annotated[UUID, Depends(_deciding_organization)]


@router.get("/mine", responses=problems(*AUTH_PROBLEMS))
async def list_my_certificates(
    session: Session,
    actor: CandidateDep,
    filters: Annotated[CertificateFilter, Query()],
    page: Paging,
) -> CertificatePage:
    """List the caller's certificates."""
    return await queries.list_own_certificates(session, actor, filters, page)


@router.get("/mine/waiting", responses=problems(*AUTH_PROBLEMS))
async def list_my_waiting_certificates(session: Session, actor: CandidateDep) -> list[UUID]:
    """List the caller's enrollments whose certificates await approval."""
    return await requests.list_own_waiting(session, actor)


@router.get("/batches/{batch_id}/waiting", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_waiting_batch_certificates(
    session: Session, actor: HolderDep, batch_id: UUID
) -> list[UUID]:
    """List the batch's enrollments whose certificates await approval."""
    return await requests.list_waiting_in_batch(session, actor, batch_id)


@router.get("/batches/{batch_id}/long-words", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_long_certificate_words(
    session: Session, actor: IssuingDep, batch_id: UUID
) -> list[LongWord]:
    """List words too long to print well on the batch's new certificates."""
    return await service.list_long_words(session, actor, batch_id)


@router.get("/policy", responses=problems(*AUTH_PROBLEMS))
async def get_certificate_policy(session: Session, organization_id: OrganizationDep) -> PolicyRead:
    """Get the organization's certificate policy."""
    return PolicyRead(needs_approval=await queries.needs_approval(session, organization_id))


@router.put("/policy", responses=problems(*AUTH_PROBLEMS, Invalid))
async def update_certificate_policy(
    session: Session, organization_id: DecidingDep, body: PolicyUpdate
) -> PolicyRead:
    """Set whether new certificates need approval; waiting requests are unaffected."""
    return await approving.update_policy(session, organization_id, body)


@router.get("/requests", responses=problems(*AUTH_PROBLEMS))
async def list_certificate_requests(
    session: Session,
    actor: ApproverDep,
    filters: Annotated[CertificateRequestFilter, Query()],
    page: Paging,
) -> CertificateRequestPage:
    """List certificate requests."""
    return await requests.list_requests(session, actor, filters, page)


@router.post(
    "/requests/approve",
    responses=problems(*AUTH_PROBLEMS, CertificateRequestNotFound, IssuerUnknown, Invalid),
)
async def approve_certificates(
    session: Session, issuer: IssuerDep, actor: ApproverDep, body: RequestsApprove
) -> RequestsReport:
    """Approve requests of other users; report certificates that cannot be issued."""
    return await approving.approve_requests(session, issuer, actor, body)


@router.post(
    "/requests/reject", responses=problems(*AUTH_PROBLEMS, CertificateRequestNotFound, Invalid)
)
async def reject_certificates(
    session: Session, actor: ApproverDep, body: RequestsReject
) -> RequestsReport:
    """Reject requests with a reason for the requesting user."""
    return await approving.reject_requests(session, actor, body)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_batch_certificates(
    session: Session, actor: HolderDep, batch_id: UUID
) -> list[CertifiedPerson]:
    """List the latest certificate of each person, for the batch's organization, its trainers and
    admins.
    """
    return await queries.list_batch_certificates(session, actor, batch_id)


@router.post("", responses=problems(*AUTH_PROBLEMS, BatchUnknown, IssuerUnknown, Invalid))
async def issue_certificates(
    session: Session, issuer: IssuerDep, actor: IssuingDep, body: CertificatesIssue
) -> IssueReport:
    """Issue certificates for passed people of a batch, or request them if approval is needed.

    Existing certificates are kept.
    """
    return await service.issue_certificates(session, issuer, actor, body)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_certificates(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[CertificateFilter, Query()],
    page: Paging,
) -> CertificatePage:
    """List the organization's certificates; admins see all."""
    return await queries.list_certificates(session, actor, filters, page)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses=FILE | problems(*AUTH_PROBLEMS, TooManyRows, TooManyRequests),
)
async def export_certificates(
    database: DatabaseDep,
    actor: ReaderDep,
    filters: Annotated[CertificateFilter, Query()],
    file: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """Export the filtered list as a spreadsheet."""
    return await export(database, actor, filters, file)


@router.get("/{certificate_id}", responses=problems(*AUTH_PROBLEMS, CertificateNotFound))
async def get_certificate(
    session: Session, actor: ReaderDep, certificate_id: UUID
) -> CertificateRead:
    """Get one certificate of the organization."""
    return await queries.get_certificate(session, actor, certificate_id)


@router.post(
    "/{certificate_id}/revoke",
    responses=problems(*AUTH_PROBLEMS, CertificateNotFound, CertificateEnded, Invalid),
)
async def revoke_certificate(
    session: Session, actor: RevokerDep, certificate_id: UUID, body: CertificateRevoke
) -> CertificateRead:
    """Revoke a certificate permanently."""
    return await service.revoke_certificate(session, actor, certificate_id, body)


@router.post(
    "/{certificate_id}/reissue",
    responses=problems(
        *AUTH_PROBLEMS, CertificateNotFound, CertificateEnded, IssuerUnknown, ResultChanged
    ),
)
async def reissue_certificate(
    session: Session, issuer: IssuerDep, actor: RevokerDep, certificate_id: UUID
) -> CertificateRead:
    """Issue a corrected certificate that supersedes this one, and return it."""
    return await service.reissue_certificate(session, issuer, actor, certificate_id)
