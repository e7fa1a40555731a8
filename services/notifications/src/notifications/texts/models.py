from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from contracts import ProfileType
from contracts.identity import ErasureStatus, OtpPurpose, SecurityChange
from pydantic import BaseModel, ConfigDict

Language = Literal["en", "ar"]
LANGUAGES: tuple[Language, ...] = ("en", "ar")


class Kind(StrEnum):
    """Kind of a message, and its section in the texts."""

    WELCOME = "welcome"
    OTP_VERIFICATION = "otp_verification"
    OTP_PASSWORD_RESET = "otp_password_reset"  # noqa: S105
    OTP_EMAIL_CHANGE = "otp_email_change"
    EMAIL_CHANGED = "email_changed"
    SIGN_IN_DETAILS_CHANGED = "sign_in_details_changed"
    CONFIRMATION_WAITS = "confirmation_waits"
    SIGN_UP_ATTEMPTED = "sign_up_attempted"
    USER_INVITED = "user_invited"
    STAFF_INVITED = "staff_invited"
    TRAINER_INVITED = "trainer_invited"
    CANDIDATE_INVITED = "candidate_invited"
    CANDIDATE_BROUGHT = "candidate_brought"
    ENROLLMENT_REQUESTED = "enrollment_requested"
    ENROLLMENT_ACCEPTED = "enrollment_accepted"
    ENROLLMENT_PENDING_PAYMENT = "enrollment_pending_payment"
    ENROLLMENT_PROMOTED_REQUEST = "enrollment_promoted_request"
    ENROLLMENT_PROMOTED_PENDING_PAYMENT = "enrollment_promoted_pending_payment"
    ENROLLMENT_PROMOTED = "enrollment_promoted"
    ENROLLMENT_CONFIRMED = "enrollment_confirmed"
    ENROLLMENT_REJECTED = "enrollment_rejected"
    ENROLLMENT_WAITLISTED = "enrollment_waitlisted"
    ENROLLMENT_EXPIRED = "enrollment_expired"
    ENROLLMENT_CANCELLED = "enrollment_cancelled"
    ENROLLMENT_MOVED = "enrollment_moved"
    ENROLLMENT_COMPLETED = "enrollment_completed"
    BULK_CHECKED = "bulk_checked"
    BULK_AWAITING_PAYMENT = "bulk_awaiting_payment"
    BULK_FINISHED = "bulk_finished"
    BULK_EXPIRED = "bulk_expired"
    SURVEY_OPENED = "survey_opened"
    APPEAL_OPENED = "appeal_opened"
    APPEAL_WITHDRAWN = "appeal_withdrawn"
    APPEAL_UPHELD = "appeal_upheld"
    APPEAL_CHANGED = "appeal_changed"
    APPLICATION_SUBMITTED = "application_submitted"
    APPLICATION_APPROVED = "application_approved"
    APPLICATION_REJECTED = "application_rejected"
    APPLICATION_RETURNED = "application_returned"
    APPLICATION_EXPIRED = "application_expired"
    CERTIFICATE_ISSUED = "certificate_issued"
    CERTIFICATE_REISSUED = "certificate_reissued"
    CERTIFICATE_SUSPENDED = "certificate_suspended"
    CERTIFICATE_REINSTATED = "certificate_reinstated"
    CERTIFICATE_REVOKED = "certificate_revoked"
    CERTIFICATE_EXPIRING = "certificate_expiring"
    CERTIFICATES_EXPIRING = "certificates_expiring"
    CERTIFICATES_REQUESTED = "certificates_requested"
    CERTIFICATES_APPROVED = "certificates_approved"
    CERTIFICATES_REJECTED = "certificates_rejected"
    BATCH_ALERTED = "batch_alerted"
    CHARGE_PAID = "charge_paid"
    CHARGE_PAID_ON_ACCOUNT = "charge_paid_on_account"
    CHARGE_REFUNDED = "charge_refunded"
    CHARGE_REFUNDED_BY_TRANSFER = "charge_refunded_by_transfer"
    CHARGE_REFUNDED_ON_ACCOUNT = "charge_refunded_on_account"
    PAYMENT_FAILED = "payment_failed"
    PAYMENT_FAILED_SEAT = "payment_failed_seat"
    PAYMENT_UNDER_REVIEW = "payment_under_review"
    REFUND_FAILED = "refund_failed"
    BILL_ISSUED = "bill_issued"
    BILL_DUE = "bill_due"
    BILL_OVERDUE = "bill_overdue"
    ORGANIZATION_APPROVED = "organization_approved"
    ORGANIZATION_REJECTED = "organization_rejected"
    ORGANIZATION_RETURNED = "organization_returned"
    ORGANIZATION_SUSPENDED = "organization_suspended"
    ORGANIZATION_RESUMED = "organization_resumed"
    STAFF_APPROVED = "staff_approved"
    STAFF_REJECTED = "staff_rejected"
    STAFF_RETURNED = "staff_returned"
    ANNOUNCEMENT_APPROVED = "announcement_approved"
    ANNOUNCEMENT_REJECTED = "announcement_rejected"
    ANNOUNCEMENT_RETURNED = "announcement_returned"
    APPROVAL_ADVANCED = "approval_advanced"
    APPROVAL_WAITING = "approval_waiting"
    APPROVAL_DUE = "approval_due"
    APPROVAL_OVERDUE = "approval_overdue"
    APPROVAL_UNASSIGNED = "approval_unassigned"
    APPROVAL_GIVEN = "approval_given"
    APPROVAL_ESCALATED = "approval_escalated"
    APPROVAL_LEVEL_UNATTENDED = "approval_level_unattended"
    APPROVAL_DELEGATED = "approval_delegated"
    APPROVAL_DELEGATION_TAKEN_BACK = "approval_delegation_taken_back"
    APPROVAL_DELEGATION_GIVEN_BACK = "approval_delegation_given_back"
    APPROVAL_DELEGATE_LEFT = "approval_delegate_left"
    DOCUMENT_EXPIRING = "document_expiring"
    DOCUMENT_REPLACED = "document_replaced"
    STAFF_DOCUMENT_REPLACED = "staff_document_replaced"
    ROLES_CHANGED = "roles_changed"
    PARTNER_CLIENT_EXPIRING = "partner_client_expiring"
    PARTNER_SECRET_ROTATED = "partner_secret_rotated"  # noqa: S105
    NUMBER_ASKED = "number_asked"
    NUMBER_CLAIMED = "number_claimed"
    NUMBER_CASE_WAITS = "number_case_waits"
    NUMBER_MORE_REQUESTED = "number_more_requested"
    NUMBER_GRANTED = "number_granted"
    NUMBER_LOST = "number_lost"
    NUMBER_REFUSED = "number_refused"
    NUMBER_KEPT = "number_kept"
    INQUIRY_RECEIVED = "inquiry_received"
    INQUIRY_ANSWERED = "inquiry_answered"
    INQUIRY_ASSIGNED = "inquiry_assigned"
    INQUIRY_REPLIED = "inquiry_replied"
    GROUP_MESSAGE = "group_message"
    DATA_READY = "data_ready"
    ERASURE_WAITS = "erasure_waits"
    ERASURE_REQUESTED = "erasure_requested"
    ERASURE_REJECTED = "erasure_rejected"
    ERASURE_BLOCKED = "erasure_blocked"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_RESET = "second_factor_reset"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    OPENID_LINKED = "openid_linked"
    OPENID_UNLINKED = "openid_unlinked"

    @classmethod
    def _missing_(cls, value: object) -> "Kind | None":
        """Return the kind for an old name."""
        return _OLD_NAMES.get(str(value))


OTP_KINDS = {
    OtpPurpose.VERIFICATION: Kind.OTP_VERIFICATION,
    OtpPurpose.PASSWORD_RESET: Kind.OTP_PASSWORD_RESET,
    OtpPurpose.EMAIL_CHANGE: Kind.OTP_EMAIL_CHANGE,
}
SECURITY_KINDS = {change: Kind(change.value) for change in SecurityChange}
"""Each change has a kind of the same name."""
INVITATIONS = {
    ProfileType.ADMIN: Kind.USER_INVITED,
    ProfileType.STAFF: Kind.STAFF_INVITED,
    ProfileType.TRAINER: Kind.TRAINER_INVITED,
    ProfileType.CANDIDATE: Kind.CANDIDATE_INVITED,
}
INVITATION_KINDS = {*INVITATIONS.values(), Kind.CANDIDATE_BROUGHT}
ERASURE_KINDS = {
    ErasureStatus.REQUESTED: Kind.ERASURE_WAITS,
    ErasureStatus.REJECTED: Kind.ERASURE_REJECTED,
    ErasureStatus.BLOCKED: Kind.ERASURE_BLOCKED,
}

_OLD_NAMES = {
    "enrollment_held": Kind.ENROLLMENT_PENDING_PAYMENT,
    "enrollment_promoted_held": Kind.ENROLLMENT_PROMOTED_PENDING_PAYMENT,
    "payment_held": Kind.PAYMENT_UNDER_REVIEW,
}
"""Old names, which workers of the previous release write."""


class Subject(StrEnum):
    """Group of kinds, for filters and channel choices."""

    ENROLLMENTS = "enrollments"
    CERTIFICATES = "certificates"
    PAYMENTS = "payments"
    APPROVALS = "approvals"
    """Approvals and decisions: organizations, documents, staff, announcements and applications,
    identity numbers, changes of sign-in details, erasures."""
    ALERTS = "alerts"
    """Requested alerts, such as new dates of a training."""
    QUERIES = "queries"
    MESSAGES = "messages"
    """Messages from an organization to a batch's candidates, and from the platform to a group."""
    ACCOUNT = "account"
    SECURITY = "security"
    """Sign-in, and legal rights such as erasure."""


_SUBJECTS: dict[str, Subject] = {
    "batch_": Subject.ALERTS,
    "certificate": Subject.CERTIFICATES,
    "bulk_": Subject.ENROLLMENTS,
    "enrollment_": Subject.ENROLLMENTS,
    "appeal_": Subject.ENROLLMENTS,
    "survey_": Subject.ENROLLMENTS,
    "charge_": Subject.PAYMENTS,
    "payment_": Subject.PAYMENTS,
    "refund_": Subject.PAYMENTS,
    "organization_": Subject.APPROVALS,
    "announcement_": Subject.APPROVALS,
    "application_": Subject.APPROVALS,
    "approval_": Subject.APPROVALS,
    "document_": Subject.APPROVALS,
    "staff_": Subject.APPROVALS,
    "confirmation_": Subject.APPROVALS,
    "number_case_": Subject.APPROVALS,
    "erasure_waits": Subject.APPROVALS,
    "inquiry_": Subject.QUERIES,
    "group_": Subject.MESSAGES,
    "otp_": Subject.SECURITY,
    "email_changed": Subject.SECURITY,
    "sign_in_details_changed": Subject.SECURITY,
    "sign_up_attempted": Subject.SECURITY,
    "user_invited": Subject.SECURITY,
    "staff_invited": Subject.SECURITY,
    "trainer_invited": Subject.SECURITY,
    "candidate_": Subject.SECURITY,
    "partner_secret_": Subject.SECURITY,
    "data_": Subject.SECURITY,
    "erasure_": Subject.SECURITY,
    **dict.fromkeys(SECURITY_KINDS.values(), Subject.SECURITY),
}
"""Subject by prefix of the kind; the longest match wins. All others belong to the account."""


def get_subject(kind: Kind) -> Subject:
    """Return the subject of a kind."""
    beginnings = [beginning for beginning in _SUBJECTS if kind.startswith(beginning)]
    return _SUBJECTS[max(beginnings, key=len)] if beginnings else Subject.ACCOUNT


ALWAYS = frozenset({Subject.SECURITY})
"""Subjects that can be neither muted nor postponed."""
KINDS_BY_SUBJECT = {of: [kind for kind in Kind if get_subject(kind) is of] for of in Subject}
"""Kinds of each subject; each kind has exactly one."""


class Item(BaseModel):
    """Entry of a digest."""

    model_config = ConfigDict(frozen=True)

    title: str
    body: str
    link: str | None


class Text(BaseModel):
    """Message in one language."""

    model_config = ConfigDict(frozen=True)

    title: str
    body: str
    """Paragraphs separated by empty lines."""
    action: str | None = None
    push: str | None = None
    """Text of a push below its title, if different from the body."""
    sms: str | None = None
    """Text of a text message, if different from the body's first paragraph."""
    items: tuple[Item, ...] = ()
    """Entries listed after the paragraphs."""


PARTS = ("title", "body", "action", "reason", "push", "sms")
"""Parts of a wording."""
SHORT = ("push", "sms")
"""Parts that a wording may add to a packaged text."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Text of a kind in one language, with `{name}` placeholders. A part that is None comes from
    the packaged text."""

    title: str | None = None
    body: str | None = None
    action: str | None = None
    """Button of the mail."""
    reason: str | None = None
    """Paragraph added if the values include a reason."""
    push: str | None = None
    sms: str | None = None


class Message(BaseModel):
    """Message in both languages."""

    model_config = ConfigDict(frozen=True)

    en: Text
    ar: Text

    def localize(self, locale: str) -> tuple[Language, Text]:
        """Return the text for a locale: Arabic for `ar` and its regions, otherwise English."""
        language: Language = "ar" if locale.lower().partition("-")[0] == "ar" else "en"
        return language, self.ar if language == "ar" else self.en


@dataclass(frozen=True, slots=True)
class Bilingual:
    """Value that differs by language."""

    en: str
    ar: str


Value = str | Bilingual
Values = Mapping[str, Value]


def get_invitation_kind(profile_type: ProfileType, organization: str | None) -> Kind:
    """Return the kind of an invitation; candidates see the inviting organization, if any."""
    is_brought = organization and profile_type is ProfileType.CANDIDATE
    return Kind.CANDIDATE_BROUGHT if is_brought else INVITATIONS[profile_type]
