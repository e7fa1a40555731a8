"""Issues, revokes and reissues certificates.

Each operation first takes the batch's advisory lock, so that concurrent requests do not issue a
certificate twice.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.enrollment import CertificateStatus, EnrollmentResult, EnrollmentStatus
from kit.database import db
from kit.database.db import AsyncSession
from kit.documents.media import discard
from kit.domain.timezone import RIYADH
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import Row, select, true
from sqlmodel import col

from enrollment.certificates.errors import CertificateEnded, IssuerUnknown, ResultChanged
from enrollment.certificates.events import certificate_changed, requests_changed
from enrollment.certificates.models import CERTIFICATE_STATES, Certificate, CertificateRequest
from enrollment.certificates.queries import (
    CHANGEABLE,
    get_batch_id,
    get_certificate,
    get_issuing,
    list_graduates,
    needs_approval,
)
from enrollment.certificates.rules import (
    find_due_notice,
    find_long_words,
    format_number,
    generate_number,
)
from enrollment.certificates.schemas import (
    CertificateRead,
    CertificateRevoke,
    CertificatesIssue,
    IssuedCertificate,
    IssueReport,
    LongWord,
    SkippedPerson,
    SkipReason,
)
from enrollment.credentials import service as credentials
from enrollment.credentials.adapters.did_web import Issuer
from enrollment.credentials.keys.service import build_token_prefix
from enrollment.replicas.models import Batch


async def issue_certificates(
    session: AsyncSession, issuer: Issuer, actor: Principal, body: CertificatesIssue
) -> IssueReport:
    """Issue signed certificates for passed people without one, or request them if approval is
    needed.

    Raises `BatchUnknown` and `IssuerUnknown`.
    """
    await lock_batch(session, body.batch_id)
    batch = await get_issuing(session, actor, body.batch_id)
    if batch.name_en is None:
        raise IssuerUnknown
    graduates = await list_graduates(session, body.batch_id, body.enrollment_ids)
    skipped = []
    to_certify = []
    for row in graduates:
        reason = find_skip_reason(row, named=body.enrollment_ids is not None)
        if row.waiting and reason is not SkipReason.ALREADY_ISSUED:
            reason = SkipReason.WAITING
        if reason:
            skipped.append(_list_skipped(row.Enrollment.id, reason, row.name_en, row.name_ar))
        else:
            to_certify.append(row)
    known = {row.Enrollment.id for row in graduates}
    skipped += [
        _list_skipped(enrollment_id, SkipReason.NOT_IN_BATCH)
        for enrollment_id in dict.fromkeys(body.enrollment_ids or ())
        if enrollment_id not in known
    ]
    certificates: list[Certificate] = []
    waiting: list[UUID] = []
    if to_certify and await needs_approval(session, batch.Batch.organization_id):
        waiting = await _request_certificates(session, actor, batch.Batch, to_certify)
    else:
        certificates = await create_certificates(session, issuer, batch, to_certify)
    return IssueReport(
        issued=[
            IssuedCertificate(
                id=each.id, enrollment_id=each.enrollment_id, number=format_number(each.number)
            )
            for each in certificates
        ],
        waiting=waiting,
        skipped=skipped,
    )


async def list_long_words(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> list[LongWord]:
    """List words too long to print well on the batch's new certificates.

    Raises `BatchUnknown`.
    """
    issuing = await get_issuing(session, actor, batch_id)
    batch = issuing.Batch
    shared = find_long_words(
        batch.title_en, batch.title_ar, issuing.name_en or "", issuing.name_ar or ""
    )
    return [LongWord(word=word, enrollment_id=None) for word in shared] + [
        LongWord(word=word, enrollment_id=row.Enrollment.id)
        for row in await list_graduates(session, batch_id, None)
        if find_skip_reason(row, named=True) is None
        for word in find_long_words(row.name_en, row.name_ar)
    ]


async def create_certificates(
    session: AsyncSession,
    issuer: Issuer,
    issuing: Row[*tuple[Any, ...]],
    graduates: Sequence[Row[*tuple[Any, ...]]],
) -> list[Certificate]:
    """Create, sign and publish certificates; the batch must be locked."""
    certificates = [_certificate(issuing, row) for row in graduates]
    await credentials.sign_certificates(session, issuer, certificates)
    session.add_all(certificates)
    await session.flush()
    await outbox.publish_many(
        session, [(certificate_changed(each, None), each.version) for each in certificates]
    )
    return certificates


async def revoke_certificate(
    session: AsyncSession, actor: Principal, certificate_id: UUID, body: CertificateRevoke
) -> CertificateRead:
    """Revoke a certificate; another is issued only if the enrollment is named.

    Raises `CertificateNotFound` and `CertificateEnded`.
    """
    certificate = await _lock_changeable(session, actor, certificate_id)
    certificate.revoked_at = await db.now(session)
    certificate.revoked_kind = body.kind
    certificate.revoked_reason = body.reason
    await _change(session, certificate, CertificateStatus.REVOKED)
    return await get_certificate(session, actor, certificate_id)


async def update_for_result(
    session: AsyncSession, enrollment_id: UUID, result: EnrollmentResult
) -> None:
    """Suspend or reinstate the certificate after its result changed; locks the batch."""
    is_passed = result is EnrollmentResult.PASSED
    was = CertificateStatus.SUSPENDED if is_passed else CertificateStatus.ISSUED
    of_enrollment = col(Certificate.enrollment_id) == enrollment_id
    certificate = await db.lock(session, Certificate, of_enrollment, col(Certificate.status) == was)
    if certificate is None:
        return
    certificate.suspended_at = None if is_passed else await db.now(session)
    to = CertificateStatus.ISSUED if is_passed else CertificateStatus.SUSPENDED
    await _change(session, certificate, to)


async def reissue_certificate(
    session: AsyncSession, issuer: Issuer, actor: Principal, certificate_id: UUID
) -> CertificateRead:
    """Issue a certificate with current names that supersedes this one, with the same expiry.

    Raises `CertificateNotFound`, `CertificateEnded`, `IssuerUnknown`, and `ResultChanged` if the
    result is no longer a pass.
    """
    old = await _lock_changeable(session, actor, certificate_id)
    issuing = await get_issuing(session, actor, old.batch_id)
    if issuing.name_en is None:
        raise IssuerUnknown
    (graduate,) = await list_graduates(session, old.batch_id, [old.enrollment_id])
    if find_skip_reason(graduate, named=True) is SkipReason.NOT_PASSED:
        raise ResultChanged
    # An enrollment may have only one issued certificate at any moment.
    was = _transition(old, CertificateStatus.SUPERSEDED)
    await session.flush()
    new = _certificate(issuing, graduate)
    if not (graduate.name_en or graduate.name_ar):
        new.holder_name_en, new.holder_name_ar = old.holder_name_en, old.holder_name_ar
    new.supersedes_id = old.id
    new.expires_on, new.reminded_days = old.expires_on, old.reminded_days
    new.is_public = old.is_public
    await credentials.sign_certificates(session, issuer, [new])
    session.add(new)
    await session.flush()
    old.superseded_by_id = new.id
    await session.flush()
    events = [
        (
            certificate_changed(old, was, superseded_by=new),
            old.version,
        ),
        (certificate_changed(new, None, supersedes=old), new.version),
    ]
    await outbox.publish_many(session, events)
    return await get_certificate(session, actor, new.id)


async def sign_again(
    session: AsyncSession, issuer: Issuer, key_id: str, after: UUID | None
) -> UUID | None:
    """Sign a chunk of certificates of a revoked key again, ordered by ID after `after`.

    Return the last ID, or None at the end. Their PDFs embed the credential, so they are made again.
    """
    by_key = col(Certificate.credential).startswith(
        build_token_prefix(issuer, key_id), autoescape=True
    )
    later = col(Certificate.id) > after if after else true()
    found = select(Certificate).where(by_key, later).order_by(col(Certificate.id)).limit(500)
    certificates = (await session.scalars(found.with_for_update())).all()
    await credentials.sign_certificates(session, issuer, certificates)
    if papers := [each.paper_key for each in certificates if each.paper_key]:
        await discard(session, papers)
    for certificate in certificates:
        certificate.paper_key = None
    return certificates[-1].id if certificates else None


async def _lock_changeable(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> Certificate:
    batch_id = await get_batch_id(session, actor, certificate_id)
    await lock_batch(session, batch_id)
    certificate = await db.lock(session, Certificate, col(Certificate.id) == certificate_id)
    assert certificate is not None
    if certificate.status not in CHANGEABLE:
        raise CertificateEnded
    return certificate


async def lock_batch(session: AsyncSession, batch_id: UUID) -> None:
    """Lock the batch against concurrent issuing, revoking and deciding."""
    await db.advisory_lock(session, f"certificates:{batch_id}")


async def _change(session: AsyncSession, certificate: Certificate, to: CertificateStatus) -> None:
    was = _transition(certificate, to)
    await session.flush()
    event = certificate_changed(certificate, was)
    await outbox.publish(session, event, sequence=certificate.version)


def _transition(certificate: Certificate, to: CertificateStatus) -> CertificateStatus:
    certificate.version += 1
    return CERTIFICATE_STATES.transition(certificate, to)


async def _request_certificates(
    session: AsyncSession, actor: Principal, batch: Batch, graduates: list[Row[*tuple[Any, ...]]]
) -> list[UUID]:
    requests = [
        CertificateRequest(
            enrollment_id=row.Enrollment.id,
            batch_id=batch.id,
            organization_id=batch.organization_id,
            asked_by=actor.user_id,
        )
        for row in graduates
    ]
    session.add_all(requests)
    await session.flush()
    await outbox.publish(session, requests_changed(batch, requests[0], len(requests)), sequence=1)
    return [each.enrollment_id for each in requests]


def find_skip_reason(row: Row[*tuple[Any, ...]], *, named: bool) -> SkipReason | None:
    """Return the reason for issuing no certificate; `named` overrides a revocation."""
    enrollment = row.Enrollment
    if (enrollment.status, enrollment.result) != (
        EnrollmentStatus.COMPLETED,
        EnrollmentResult.PASSED,
    ):
        return SkipReason.NOT_PASSED
    if row.issued:
        return SkipReason.ALREADY_ISSUED
    if row.revoked and not named:
        return SkipReason.REVOKED
    return None if row.name_en or row.name_ar else SkipReason.NAME_UNKNOWN


def _certificate(issuing: Row[*tuple[Any, ...]], row: Row[*tuple[Any, ...]]) -> Certificate:
    batch, enrollment = issuing.Batch, row.Enrollment
    return Certificate(
        number=generate_number(),
        enrollment_id=enrollment.id,
        batch_id=batch.id,
        training_id=batch.training_id,
        organization_id=batch.organization_id,
        candidate_profile_id=enrollment.candidate_profile_id,
        candidate_user_id=enrollment.candidate_user_id,
        holder_name_en=row.name_en,
        holder_name_ar=row.name_ar,
        training_title_en=batch.title_en,
        training_title_ar=batch.title_ar,
        organization_name_en=issuing.name_en,
        organization_name_ar=issuing.name_ar,
        batch_code=batch.code,
        started_on=batch.starts_at.astimezone(RIYADH).date(),
        ended_on=batch.ends_at.astimezone(RIYADH).date(),
        score_percent=row.score_percent,
        issued_on=issuing.issued_on,
        expires_on=issuing.expires_on,
        # Skip the first reminder if the certificate is already inside its window when issued.
        reminded_days=(
            find_due_notice((issuing.expires_on - issuing.issued_on).days)
            if issuing.expires_on
            else None
        ),
    )


def _list_skipped(
    enrollment_id: UUID, reason: SkipReason, name_en: str = "", name_ar: str = ""
) -> SkippedPerson:
    return SkippedPerson(
        enrollment_id=enrollment_id, name_en=name_en, name_ar=name_ar, reason=reason
    )
