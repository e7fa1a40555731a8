"""Certificates: issuing, lists, and a holder's own."""

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
from enrollment.guards import desk
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/certificates", tags=["certificates"])

ReaderDep = Annotated[
    Principal,
    desk(Permission.VIEW_CERTIFICATES),
]
IssuingDep = Annotated[
    Principal,
    desk(Permission.ISSUE_CERTIFICATES),
]

RevokerDep = Annotated[
    Principal,
    desk(Permission.REVOKE_CERTIFICATES),
]
ApproverDep = Annotated[
    Principal,
    desk(Permission.APPROVE_CERTIFICATES),
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
    """The caller's certificates."""
    return await queries.list_own(session, actor, filters, page)


@router.get("/mine/waiting", responses=problems(*AUTH_PROBLEMS))
async def list_my_waiting_certificates(session: Session, actor: CandidateDep) -> list[UUID]:
    """The caller's enrollments whose certificates are being checked before they are issued."""
    return await requests.list_own_waiting(session, actor)


@router.get("/batches/{batch_id}/waiting", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_waiting_batch_certificates(
    session: Session, actor: HolderDep, batch_id: UUID
) -> list[UUID]:
    """The enrollments of a batch whose certificates wait for approval."""
    return await requests.list_waiting_of_batch(session, actor, batch_id)


@router.get("/batches/{batch_id}/long-words", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_long_certificate_words(
    session: Session, actor: IssuingDep, batch_id: UUID
) -> list[LongWord]:
    """Words in names and titles that certificates issued now could hardly print."""
    return await service.list_long_words(session, actor, batch_id)


@router.get("/policy", responses=problems(*AUTH_PROBLEMS))
async def get_certificate_policy(session: Session, organization_id: OrganizationDep) -> PolicyRead:
    """Whether the organization's certificates have to be approved before they are issued."""
    return PolicyRead(needs_approval=await queries.needs_approval(session, organization_id))


@router.put("/policy", responses=problems(*AUTH_PROBLEMS, Invalid))
async def update_certificate_policy(
    session: Session, organization_id: DecidingDep, body: PolicyUpdate
) -> PolicyRead:
    """Decide whether they have to be; what waits already waits on."""
    return await approving.update_policy(session, organization_id, body)


@router.get("/requests", responses=problems(*AUTH_PROBLEMS))
async def list_certificate_requests(
    session: Session,
    actor: ApproverDep,
    filters: Annotated[CertificateRequestFilter, Query()],
    page: Paging,
) -> CertificateRequestPage:
    """Certificates that were asked for and wait for approval, were approved or rejected."""
    return await requests.list_requests(session, actor, filters, page)


@router.post(
    "/requests/approve",
    responses=problems(*AUTH_PROBLEMS, CertificateRequestNotFound, IssuerUnknown, Invalid),
)
async def approve_certificates(
    session: Session, issuer: IssuerDep, actor: ApproverDep, body: RequestsApprove
) -> RequestsReport:
    """Issue certificates that somebody else has asked for, as far as they still can be."""
    return await approving.approve(session, issuer, actor, body)


@router.post(
    "/requests/reject", responses=problems(*AUTH_PROBLEMS, CertificateRequestNotFound, Invalid)
)
async def reject_certificates(
    session: Session, actor: ApproverDep, body: RequestsReject
) -> RequestsReport:
    """Let certificates that were asked for not be issued, with a reason for whoever has asked."""
    return await approving.reject(session, actor, body)


@router.get("/batches/{batch_id}", responses=problems(*AUTH_PROBLEMS, BatchUnknown))
async def list_batch_certificates(
    session: Session, actor: HolderDep, batch_id: UUID
) -> list[CertifiedPerson]:
    """The latest certificate of each person of a batch, for its organization, its trainers and
    admins."""
    return await queries.list_of_batch(session, actor, batch_id)


@router.post("", responses=problems(*AUTH_PROBLEMS, BatchUnknown, IssuerUnknown, Invalid))
async def issue_certificates(
    session: Session, issuer: IssuerDep, actor: IssuingDep, body: CertificatesIssue
) -> IssueReport:
    """Issue certificates for those of a batch who have passed, one, some or all; whoever has one
    keeps it. Where the organization's have to be approved, they wait for it."""
    return await service.issue(session, issuer, actor, body)


@router.get("", responses=problems(*AUTH_PROBLEMS))
async def list_certificates(
    session: Session,
    actor: ReaderDep,
    filters: Annotated[CertificateFilter, Query()],
    page: Paging,
) -> CertificatePage:
    """The organization's certificates, or everybody's for an admin."""
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
    """The same list as a file for spreadsheets, all of its rows."""
    return await export(database, actor, filters, file)


@router.get("/{certificate_id}", responses=problems(*AUTH_PROBLEMS, CertificateNotFound))
async def get_certificate(
    session: Session, actor: ReaderDep, certificate_id: UUID
) -> CertificateRead:
    """One certificate of the organization."""
    return await queries.get_certificate(session, actor, certificate_id)


@router.post(
    "/{certificate_id}/revoke",
    responses=problems(*AUTH_PROBLEMS, CertificateNotFound, CertificateEnded, Invalid),
)
async def revoke_certificate(
    session: Session, actor: RevokerDep, certificate_id: UUID, body: CertificateRevoke
) -> CertificateRead:
    """Let a certificate hold no more, for good."""
    return await service.revoke(session, actor, certificate_id, body)


@router.post(
    "/{certificate_id}/reissue",
    responses=problems(
        *AUTH_PROBLEMS, CertificateNotFound, CertificateEnded, IssuerUnknown, ResultChanged
    ),
)
async def reissue_certificate(
    session: Session, issuer: IssuerDep, actor: RevokerDep, certificate_id: UUID
) -> CertificateRead:
    """Issue a corrected certificate in the place of one, which leads to it; the new one."""
    return await service.reissue(session, issuer, actor, certificate_id)
