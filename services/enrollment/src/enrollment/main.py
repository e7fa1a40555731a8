"""Declaration of the service; `python -m kit enrollment serve` runs it."""

from kit.documents import media
from kit.messaging.audit import Audited
from kit.web.app import Service

from enrollment.appeals.models import Appeal
from enrollment.appeals.routes import router as appeals_router
from enrollment.applications import tasks as application_tasks
from enrollment.applications.models import Application
from enrollment.applications.routes import router as applications_router
from enrollment.archives import tasks as archives_tasks
from enrollment.archives.routes import router as archives_router
from enrollment.attendance.models import CheckIn
from enrollment.attendance.routes import router as attendance_router
from enrollment.bulk_enrollments import tasks as bulk_tasks
from enrollment.bulk_enrollments.models import BulkEnrollment, BulkMapping
from enrollment.bulk_enrollments.routes import router as bulk_router
from enrollment.bulk_enrollments.seat_purchases.routes import batches_router
from enrollment.bulk_enrollments.seat_purchases.routes import router as purchases_router
from enrollment.calendars.models import CalendarFeed
from enrollment.calendars.routes import router as calendars_router
from enrollment.certificates import tasks as certificate_tasks
from enrollment.certificates.models import Certificate, CertificatePolicy, CertificateRequest
from enrollment.certificates.routes import router as certificates_router
from enrollment.config import Settings
from enrollment.credentials.routes import router as credentials_router
from enrollment.enrollments import tasks as enrollment_tasks
from enrollment.enrollments.models import Enrollment
from enrollment.enrollments.routes import router as enrollments_router
from enrollment.handlers import HANDLERS
from enrollment.invariants import INVARIANTS
from enrollment.learners import tasks as learners_tasks
from enrollment.learners.models import CertificateLink
from enrollment.learners.routes import router as learners_router
from enrollment.papers import tasks as papers_tasks
from enrollment.papers.models import CertificateDesign
from enrollment.papers.routes import certificates_router as certificate_papers_router
from enrollment.papers.routes import router as papers_router
from enrollment.printouts.routes import router as printouts_router
from enrollment.republish import republish
from enrollment.requirements.models import JobRole
from enrollment.requirements.routes import router as requirements_router
from enrollment.results.models import Assessment
from enrollment.results.routes import router as results_router
from enrollment.seats import tasks as seats_tasks
from enrollment.seats.models import Seats
from enrollment.seats.routes import router as seats_router
from enrollment.settlements.queries import UNANSWERED
from enrollment.surveys.routes import router as surveys_router
from enrollment.tables import Table
from enrollment.verifications import routes as verifications

app = Service(
    name="enrollment",
    settings=Settings,
    metadata=Table.metadata,
    # Calendars come first, so that `/enrollments/calendars` does not match an enrollment's ID.
    routers=(
        calendars_router,
        enrollments_router,
        seats_router,
        bulk_router,
        purchases_router,
        batches_router,
        attendance_router,
        results_router,
        surveys_router,
        requirements_router,
        papers_router,
        archives_router,
        printouts_router,
        certificate_papers_router,
        certificates_router,
        appeals_router,
        applications_router,
        credentials_router,
        verifications.public_router,
        verifications.router,
        learners_router,
    ),
    handlers=HANDLERS,
    tasks=(
        *media.TASKS,
        *enrollment_tasks.TASKS,
        *seats_tasks.TASKS,
        *bulk_tasks.TASKS,
        *learners_tasks.TASKS,
        *certificate_tasks.TASKS,
        *papers_tasks.TASKS,
        *archives_tasks.TASKS,
        *application_tasks.TASKS,
    ),
    invariants=INVARIANTS,
    measures=(UNANSWERED,),
    republish=republish,
    versioned=(Appeal, Application, BulkEnrollment, Certificate, Enrollment, Seats),
    audited={
        CalendarFeed: Audited("calendar_feed", without=frozenset({"token_hash"})),
        CertificateLink: Audited("certificate_link", without=frozenset({"token_hash"})),
        Assessment: Audited("assessment"),
        JobRole: Audited("job_role"),
        CertificateDesign: Audited("certificate_design"),
        # Free texts are omitted, because an erasure deletes them.
        Appeal: Audited("appeal", without=frozenset({"text", "answer"})),
        Application: Audited("application"),
        Certificate: Audited(
            "certificate", without=frozenset({"credential", "paper_key", "reminded_days"})
        ),
        CertificateRequest: Audited("certificate_request"),
        CertificatePolicy: Audited("certificate_policy"),
        CheckIn: Audited("check_in", without=frozenset({"secret"})),
        # Rows are omitted: they are personal data, and the enrollments show the outcome.
        BulkEnrollment: Audited(
            "bulk_enrollment",
            without=frozenset(
                {
                    "fingerprint",
                    "idempotency_key",
                    "unasked",
                    "unanswered",
                    "worked_at",
                    "judged_version",
                }
            ),
        ),
        BulkMapping: Audited("bulk_mapping", without=frozenset({"headings_hash"})),
    },
)
