"""Issues certificates. Whoever issues for a batch locks it by name first, so that two presses at
once issue each certificate once and both say so."""

from typing import Any
from uuid import UUID

from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from kit import db
from kit.auth import Principal
from kit.days import RIYADH
from kit.db import AsyncSession
from kit.messaging import outbox
from sqlalchemy import Row

from enrollment.certificates.errors import IssuerUnknown
from enrollment.certificates.events import certificate_changed
from enrollment.certificates.models import Certificate
from enrollment.certificates.numbers import new_number, printed
from enrollment.certificates.queries import get_issuing, list_graduates
from enrollment.certificates.schemas import (
    CertificatesIssue,
    IssuedCertificate,
    IssueReport,
    SkippedPerson,
    SkipReason,
)


async def issue(session: AsyncSession, actor: Principal, body: CertificatesIssue) -> IssueReport:
    """Issue certificates for those of a batch who have passed and have none.

    Raises `BatchUnknown` and `IssuerUnknown`.
    """
    await db.advisory_lock(session, f"certificates:{body.batch_id}")
    batch = await get_issuing(session, actor, body.batch_id)
    if batch.name_en is None:
        raise IssuerUnknown
    graduates = await list_graduates(session, body.batch_id, body.enrollment_ids)
    skipped = []
    certificates = []
    for row in graduates:
        reason = _reason_to_skip(row, named=body.enrollment_ids is not None)
        if reason:
            skipped.append(_skipped(row.Enrollment.id, reason, row.name_en, row.name_ar))
        else:
            certificates.append(_certificate(batch, row))
    known = {row.Enrollment.id for row in graduates}
    skipped += [
        _skipped(enrollment_id, SkipReason.NOT_IN_BATCH)
        for enrollment_id in dict.fromkeys(body.enrollment_ids or ())
        if enrollment_id not in known
    ]
    await _add(session, certificates)
    return IssueReport(
        issued=[
            IssuedCertificate(
                id=each.id, enrollment_id=each.enrollment_id, number=printed(each.number)
            )
            for each in certificates
        ],
        skipped=skipped,
    )


async def _add(session: AsyncSession, certificates: list[Certificate]) -> None:
    session.add_all(certificates)
    await session.flush()
    await outbox.publish_many(
        session, [(certificate_changed(each, None), each.version) for each in certificates]
    )


def _reason_to_skip(row: Row[*tuple[Any, ...]], *, named: bool) -> SkipReason | None:
    enrollment = row.Enrollment
    if row.issued:
        return SkipReason.ALREADY_ISSUED
    if (enrollment.status, enrollment.result) != (
        EnrollmentStatus.COMPLETED,
        EnrollmentResult.PASSED,
    ):
        return SkipReason.NOT_PASSED
    if row.revoked and not named:
        return SkipReason.REVOKED
    return None if row.name_en or row.name_ar else SkipReason.NAME_UNKNOWN


def _certificate(issuing: Row[*tuple[Any, ...]], row: Row[*tuple[Any, ...]]) -> Certificate:
    batch, enrollment = issuing.Batch, row.Enrollment
    return Certificate(
        number=new_number(),
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
    )


def _skipped(
    enrollment_id: UUID, reason: SkipReason, name_en: str = "", name_ar: str = ""
) -> SkippedPerson:
    return SkippedPerson(
        enrollment_id=enrollment_id, name_en=name_en, name_ar=name_ar, reason=reason
    )
