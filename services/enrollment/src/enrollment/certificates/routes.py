"""Certificates: issuing, lists, and a holder's own."""

from typing import Annotated
from uuid import UUID

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from fastapi import APIRouter, Query
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.db import DatabaseDep, Session
from kit.errors import Invalid, TooManyRequests, problems
from kit.exports import FILE, ExportQuery, TooManyRows
from kit.pages import Paging
from starlette.responses import StreamingResponse

from enrollment.attendance.routes import ReaderDep as HolderDep
from enrollment.certificates import queries, service
from enrollment.certificates.errors import CertificateEnded, CertificateNotFound, IssuerUnknown
from enrollment.certificates.export import export_certificates as export
from enrollment.certificates.schemas import (
    CertificateFilter,
    CertificatePage,
    CertificateRead,
    CertificateRevoke,
    CertificatesIssue,
    CertifiedPerson,
    IssueReport,
)
from enrollment.credentials.issuer import IssuerDep
from enrollment.enrollments.routes import CandidateDep
from enrollment.replicas.errors import BatchUnknown

router = APIRouter(prefix="/certificates", tags=["certificates"])

ReaderDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[Permission.VIEW_CERTIFICATES],
    ),
]
IssuingDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[Permission.ISSUE_CERTIFICATES],
    ),
]

RevokerDep = Annotated[
    Principal,
    guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[Permission.REVOKE_CERTIFICATES],
    ),
]


@router.get("/mine", responses=problems(*AUTH_PROBLEMS))
async def list_my_certificates(
    session: Session,
    actor: CandidateDep,
    filters: Annotated[CertificateFilter, Query()],
    page: Paging,
) -> CertificatePage:
    """The caller's certificates."""
    return await queries.list_own(session, actor, filters, page)


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
    keeps it."""
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
    responses=problems(*AUTH_PROBLEMS, CertificateNotFound, CertificateEnded, IssuerUnknown),
)
async def reissue_certificate(
    session: Session, issuer: IssuerDep, actor: RevokerDep, certificate_id: UUID
) -> CertificateRead:
    """Issue a corrected certificate in the place of one, which leads to it; the new one."""
    return await service.reissue(session, issuer, actor, certificate_id)
