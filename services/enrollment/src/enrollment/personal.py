"""Personal data of the service.

Enrollments are kept for accounting. They become anonymous when identity erases the profile.
"""

from uuid import UUID

from contracts.enrollment import CertificateStatus, RevocationKind
from kit.messaging.personal_data import DELETED, ERASED_NAMES, Person, Personal
from sqlalchemy import ColumnElement, SQLColumnExpression, func, select
from sqlmodel import col

from enrollment.appeals.models import Appeal
from enrollment.applications.models import ApplicationMember
from enrollment.archives.models import PaperArchive
from enrollment.attendance.models import AttendanceMark
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkRow
from enrollment.bulk_enrollments.rules import DELETED_VALUES
from enrollment.calendars.models import CalendarFeed
from enrollment.certificates.models import CERTIFICATE_STATES, Certificate, CertificateRequest
from enrollment.enrollments.models import Enrollment
from enrollment.learners.models import CertificateLink, LearnerLook
from enrollment.replicas.models import Batch, Profile, StaffProfile
from enrollment.requirements.models import JobRolePerson
from enrollment.results.models import Outcome, Score
from enrollment.surveys.models import SurveyParticipation


def _of_own(enrollment_id: SQLColumnExpression[UUID], person: Person) -> ColumnElement[bool]:
    own = select(col(Enrollment.id)).where(col(Enrollment.candidate_user_id) == person.user_id)
    return enrollment_id.in_(own)


def _of_batches(person: Person) -> ColumnElement[bool]:
    own = select(col(Enrollment.batch_id)).where(
        col(Enrollment.candidate_user_id) == person.user_id
    )
    return col(Batch.id).in_(own)


PERSONAL = (
    Personal(
        Enrollment,
        "enrollments",
        lambda person: col(Enrollment.candidate_user_id) == person.user_id,
        erased={"reason": None},
    ),
    # Titles for the enrollments.
    Personal(Batch, "batches", _of_batches),
    Personal(
        AttendanceMark,
        "attendance_marks",
        lambda person: _of_own(col(AttendanceMark.enrollment_id), person),
        without=frozenset({"marked_by"}),
    ),
    Personal(Score, "scores", lambda person: _of_own(col(Score.enrollment_id), person)),
    Personal(Outcome, "outcomes", lambda person: _of_own(col(Outcome.enrollment_id), person)),
    Personal(
        Certificate,
        "certificates",
        lambda person: col(Certificate.candidate_user_id) == person.user_id,
        without=frozenset({"revoked_reason", "reminded_days", "status_index", "paper_key"}),
        # Verification then shows the revocation without a name.
        erased={f"holder_{name}": value for name, value in ERASED_NAMES.items()}
        | CERTIFICATE_STATES.values(tuple(CertificateStatus), CertificateStatus.REVOKED)
        | {
            "revoked_kind": RevocationKind.ERASED,
            "revoked_at": func.coalesce(col(Certificate.revoked_at), func.now()),
            "revoked_reason": None,
            "is_public": False,
            "credential": None,
        },
    ),
    Personal(
        CertificateRequest,
        "certificate_requests",
        lambda person: _of_own(col(CertificateRequest.enrollment_id), person),
        without=frozenset({"asked_by", "decided_by", "reason"}),
    ),
    Personal(
        Appeal,
        "appeals",
        lambda person: _of_own(col(Appeal.enrollment_id), person),
        erased={"text": "", "answer": None},
    ),
    Personal(
        JobRolePerson,
        "job_role_people",
        lambda person: col(JobRolePerson.candidate_user_id) == person.user_id,
        erased=DELETED,
    ),
    Personal(
        SurveyParticipation,
        "survey_participations",
        lambda person: _of_own(col(SurveyParticipation.enrollment_id), person),
    ),
    Personal(
        BulkEnrollment,
        "bulk_enrollments",
        lambda person: col(BulkEnrollment.user_id) == person.user_id,
        without=frozenset({"fingerprint", "idempotency_key"}),
    ),
    Personal(
        BulkRow,
        "bulk_rows",
        lambda person: col(BulkRow.user_id) == person.user_id,
        erased=DELETED_VALUES,
    ),
    Personal(
        CertificateLink,
        "certificate_links",
        lambda person: col(CertificateLink.user_id) == person.user_id,
        without=frozenset({"token_hash"}),
        erased=DELETED,
    ),
    Personal(
        LearnerLook,
        "looks_of_others",
        lambda person: col(LearnerLook.user_id) == person.user_id,
        # The holder sees the viewers by name.
        without=frozenset({"by_profile_id"}),
        erased=DELETED,
    ),
    Personal(
        LearnerLook,
        "own_looks",
        lambda person: col(LearnerLook.by_profile_id).in_(person.profile_ids),
        # The viewed learners' data is not part of the viewer's own.
        without=frozenset({"user_id", "link_id"}),
        erased={"by_profile_id": None, "network": ""},
    ),
    Personal(
        PaperArchive,
        "paper_archives",
        lambda person: col(PaperArchive.user_id) == person.user_id,
        # Certificates of other people.
        without=frozenset({"certificate_ids"}),
        erased=DELETED,
    ),
    Personal(
        CalendarFeed,
        "calendar_feeds",
        lambda person: col(CalendarFeed.owner_id).in_(person.profile_ids),
        without=frozenset({"token_hash"}),
        erased=DELETED,
    ),
    Personal(
        ApplicationMember,
        "application_members",
        lambda person: col(ApplicationMember.user_id) == person.user_id,
    ),
    Personal(
        StaffProfile, "staff_profiles", lambda person: col(StaffProfile.user_id) == person.user_id
    ),
    Personal(Profile, "profiles", lambda person: col(Profile.user_id) == person.user_id),
)
