"""Demo data of a finished batch: attendance, scores, results and certificates."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from contracts.enrollment import CertificateStatus, EnrollmentResult, RevocationKind
from kit.database import db
from kit.database.db import AsyncSession, advisory_lock
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import DemoBatch, DemoEnrollment, demo_batches
from kit.domain.demo.organizations import ORGANIZATIONS
from kit.domain.timezone import RIYADH
from sqlalchemy import select
from sqlmodel import col

from enrollment.attendance.models import Attendance, AttendanceMark, MarkSource
from enrollment.attendance.rules import ATTENDED
from enrollment.certificates.models import CERTIFICATE_STATES, Certificate
from enrollment.certificates.rules import generate_number
from enrollment.credentials import service as credentials
from enrollment.credentials.adapters.did_web import Issuer
from enrollment.results.models import Assessment, AssessmentKind, Outcome, ResultReason, Score

FINISHED = "WHS-101-1"
"""Code of the batch."""
FINISHED_AFTER = timedelta(days=13)
"""Time from its start to the decision of results."""
_SESSIONS = 5
_YEARS = timedelta(days=3 * 365)


class _Holder(NamedTuple):
    """A holder as printed and the certificate's state. All names but one match identity's demo."""

    name_en: str
    name_ar: str
    score: int
    expires_in: int | None = None
    """Days from today; None for three years after issue."""
    revoked: RevocationKind | None = None
    suspended: bool = False
    """The result was lowered after the certificate was issued."""
    former_en: str | None = None
    """Name on the superseded certificate."""


HOLDERS = {
    "sara": _Holder("Sara Al Otaibi", "سارة العتيبي", 92),
    "layla": _Holder("Layla Al Harbi", "ليلى الحربي", 88, former_en="Laila Alharbi"),
    "faisal": _Holder("Faisal Al Anazi", "فيصل العنزي", 75, expires_in=-9),
    "abdullah": _Holder("Abdullah Al Rashid", "عبدالله الراشد", 81),
    "noura": _Holder("Noura Al Shamari", "نورة الشمري", 95),
    "khalid": _Holder(
        "Khalid Al Mansour", "خالد المنصور", 70, revoked=RevocationKind.ISSUED_IN_ERROR
    ),
    "fatimah": _Holder("Fatimah Al Hassan", "فاطمة الحسن", 84, expires_in=24),
    "turki": _Holder("Turki Al Saadi", "تركي السعدي", 77),
    "hessa": _Holder("Hessa Al Dakhil", "حصة الدخيل", 90),
    "lama": _Holder("Lama Al Tamimi", "لمى التميمي", 68, suspended=True),
}
"""Others who passed have no certificate yet. Noura's name is misspelt, so that hers can be
reissued.
"""


async def load_certificates(session: AsyncSession, issuer: Issuer) -> int:
    """Load results and certificates of the finished batch if it has none; return the number added.

    No one is notified of past events.
    """
    await advisory_lock(session, "demo")
    batch = next(each for each in demo_batches() if each.key == FINISHED)
    batch_id = demo_id("batch", FINISHED)
    known = select(col(Certificate.id)).where(col(Certificate.batch_id) == batch_id).limit(1)
    if await session.scalar(known) is not None:
        return 0
    now = await db.now(session)
    finished_at = now + timedelta(days=batch.starts_in) + FINISHED_AFTER
    exam = Assessment(
        id=demo_id("assessment", FINISHED),
        batch_id=batch_id,
        kind=AssessmentKind.EXAM,
        title_en="Final exam",
        title_ar="الاختبار النهائي",
        weight=1,
        maximum=100,
        pass_mark=60,
        created_at=finished_at,
    )
    session.add(exam)
    await session.flush()
    for planned in batch.enrollments:
        session.add_all(_outcome(planned, exam.id, finished_at))
        session.add_all(_marks(planned, finished_at))
    certificates = list(_certificates(batch, now, finished_at))
    await credentials.sign_certificates(session, issuer, certificates)
    session.add_all(certificates)
    await session.flush()
    by_id = {each.id: each for each in certificates}
    for each in certificates:
        if each.supersedes_id:
            by_id[each.supersedes_id].superseded_by_id = each.id
    return len(certificates)


def finished_enrollment(username: str) -> UUID:
    """Return the ID of a person's enrollment in the finished batch."""
    return demo_id("enrollment", f"{FINISHED}:{username}")


def _outcome(
    planned: DemoEnrollment, exam_id: UUID, decided_at: datetime
) -> Iterator[Outcome | Score]:
    assert planned.result is not None
    absent = planned.result is EnrollmentResult.ABSENT
    failed = planned.result is EnrollmentResult.FAILED
    holder = HOLDERS.get(planned.username)
    points = 0 if absent else 48 if failed else holder.score if holder else 73
    reasons = {
        EnrollmentResult.ABSENT: [ResultReason.ABSENT, ResultReason.ASSESSMENT],
        EnrollmentResult.FAILED: [ResultReason.ASSESSMENT],
        EnrollmentResult.PASSED: [],
    }[planned.result]
    enrollment_id = finished_enrollment(planned.username)
    yield Outcome(
        enrollment_id=enrollment_id,
        result=planned.result,
        reasons=[reason.value for reason in reasons],
        attended=sum(each in ATTENDED for each in _attendance(planned)),
        counted=_SESSIONS,
        score_percent=points,
        min_attendance_percent=None,
        min_score_percent=None,
        decided_at=decided_at,
    )
    yield Score(
        assessment_id=exam_id, enrollment_id=enrollment_id, points=points, scored_at=decided_at
    )


def _attendance(planned: DemoEnrollment) -> list[Attendance]:
    """Return marks by session: every second person missed one, and some were late."""
    if planned.result is EnrollmentResult.ABSENT:
        return [Attendance.ABSENT] * _SESSIONS
    attended = [Attendance.PRESENT] * _SESSIONS
    if planned.position % 4 == 0:
        attended[0] = Attendance.LATE
    if planned.position % 2:
        attended[planned.position % _SESSIONS] = Attendance.ABSENT
    return attended


def _marks(planned: DemoEnrollment, marked_at: datetime) -> Iterator[AttendanceMark]:
    for number, attendance in enumerate(_attendance(planned), start=1):
        yield AttendanceMark(
            session_id=demo_id("session", f"{FINISHED}-{number}"),
            enrollment_id=finished_enrollment(planned.username),
            attendance=attendance,
            source=MarkSource.LIST,
            marked_at=marked_at,
        )


def _certificates(batch: DemoBatch, now: datetime, issued_at: datetime) -> Iterator[Certificate]:
    organization = ORGANIZATIONS[batch.training.organization]
    today = now.astimezone(RIYADH).date()
    started_on = today + timedelta(days=batch.starts_in)
    for planned in batch.enrollments:
        holder = HOLDERS.get(planned.username)
        if holder is None:
            continue
        issued_on = issued_at.astimezone(RIYADH).date()
        expires_on = issued_on + _YEARS
        if holder.expires_in is not None:
            expires_on = today + timedelta(days=holder.expires_in)
        certificate = Certificate(
            id=demo_id("certificate", planned.username),
            number=generate_number(),
            enrollment_id=finished_enrollment(planned.username),
            batch_id=demo_id("batch", FINISHED),
            training_id=demo_id("training", FINISHED.rpartition("-")[0]),
            organization_id=demo_id("organization", organization.key),
            candidate_profile_id=demo_id("profile", planned.username),
            candidate_user_id=demo_id("user", planned.username),
            holder_name_en=holder.name_en,
            holder_name_ar=holder.name_ar,
            training_title_en=batch.training.title_en,
            training_title_ar=batch.training.title_ar,
            organization_name_en=organization.name_en,
            organization_name_ar=organization.name_ar,
            batch_code=FINISHED,
            started_on=started_on,
            ended_on=started_on + timedelta(days=_SESSIONS - 1),
            score_percent=holder.score,
            issued_on=issued_on,
            expires_on=expires_on,
            created_at=issued_at,
        )
        if holder.revoked:
            CERTIFICATE_STATES.transition(certificate, CertificateStatus.REVOKED)
            certificate.revoked_at = issued_at + timedelta(days=3)
            certificate.revoked_kind = holder.revoked
            certificate.revoked_reason = "The practical test was taken by a colleague."
            certificate.version = 2
        if holder.suspended:
            CERTIFICATE_STATES.transition(certificate, CertificateStatus.SUSPENDED)
            certificate.suspended_at = issued_at + timedelta(days=4)
            certificate.version = 2
        if holder.former_en:
            former = Certificate(
                **certificate.model_dump(exclude={"id", "number", "holder_name_en", "search"}),
                id=demo_id("certificate", f"{planned.username}:former"),
                number=generate_number(),
                holder_name_en=holder.former_en,
            )
            CERTIFICATE_STATES.transition(former, CertificateStatus.SUPERSEDED)
            former.version = 2
            certificate.supersedes_id = former.id
            certificate.created_at = issued_at + timedelta(days=2)
            yield former
        yield certificate
