"""Events of the identity service."""

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from contracts.event import Event
from contracts.profiles import ApprovalStatus, ProfileType
from contracts.submissions import Snapshot
from contracts.values import Open


class OtpPurpose(StrEnum):
    """Purpose of a one-time code."""

    VERIFICATION = "verification"
    PASSWORD_RESET = "password_reset"  # noqa: S105
    EMAIL_CHANGE = "email_change"
    """Confirms a new email address."""


class NumberKind(StrEnum):
    CIVIL = "civil"
    PASSPORT = "passport"


class NumberCause(StrEnum):
    """Reason why an admin must decide about an identity number."""

    CHANGE = "change"
    """A user requests to replace a fixed number."""
    CLAIM = "claim"
    """A user entered a number that another account has."""


class NumberCaseStatus(StrEnum):
    """Status of a case about an identity number."""

    OPEN = "open"
    MORE_REQUESTED = "more_requested"
    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class SecurityChange(StrEnum):
    """Kind of change to a user's sign-in methods."""

    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_RESET = "second_factor_reset"
    """Reset by an admin."""
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    OPENID_LINKED = "openid_linked"
    """An account at the OpenID Connect provider was linked for sign-in."""
    OPENID_UNLINKED = "openid_unlinked"


class UserRegistered(Event):
    """A person has registered; the address is not verified yet."""

    type: ClassVar[str] = "identity.user.registered"
    subject_field: ClassVar[str] = "user_id"
    user_id: UUID
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str


class InvitationCreated(Event):
    """A person was invited to a profile by mail, or by phone without an address.

    Only this event and that message contain the link's secret.
    """

    type: ClassVar[str] = "identity.invitation.created"
    subject_field: ClassVar[str] = "invitation_id"
    invitation_id: UUID
    user_id: UUID
    email: str
    """Empty for people with a phone number only."""
    phone: str = ""
    name_en: str
    name_ar: str
    locale: str
    profile_type: Open[ProfileType]
    """Type of the offered profile."""
    organization_name_en: str | None
    """Inviting organization; None for the platform."""
    organization_name_ar: str | None
    token: str
    expires_at: datetime


class OtpRequested(Event):
    """A one-time code must be sent. It is valid for minutes and only in this event."""

    type: ClassVar[str] = "identity.otp.requested"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "otp_id"
    otp_id: UUID
    user_id: UUID
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str
    purpose: Open[OtpPurpose]
    code: str
    expires_at: datetime


class SecurityChanged(Event):
    """A user's sign-in methods have changed, so the user is notified as a security alert."""

    type: ClassVar[str] = "identity.security.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    user_id: UUID
    change: Open[SecurityChange]


class EmailChanged(Event):
    """An account's address has changed, so the former address gets a security alert."""

    type: ClassVar[str] = "identity.email.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    user_id: UUID
    email: str
    """The former address."""
    name_en: str
    name_ar: str
    locale: str


class SignInDetailsChanged(Event):
    """Another person has changed an account's email, phone or ID number.

    The former address gets a link that reverts it. Only this event and that message contain its
    secret.
    """

    type: ClassVar[str] = "identity.sign_in_details.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    user_id: UUID
    email: str
    """The former address."""
    name_en: str
    name_ar: str
    locale: str
    token: str
    expires_at: datetime


class ConfirmationRequested(Event):
    """A change to an account needs another admin's confirmation."""

    type: ClassVar[str] = "identity.confirmation.requested"
    subject_field: ClassVar[str] = "confirmation_id"
    confirmation_id: UUID
    name_en: str
    name_ar: str
    """Name of the account's holder."""
    requester_name_en: str
    requester_name_ar: str
    eligible_user_ids: tuple[UUID, ...]
    """Admins who can confirm the change."""
    expires_at: datetime


class SignUpAttempted(Event):
    """A sign-up used the address of an existing account, whose owner alone is notified."""

    type: ClassVar[str] = "identity.sign_up.attempted"
    subject_field: ClassVar[str] = "attempt_id"
    attempt_id: UUID
    user_id: UUID
    """Owner of the address."""
    email: str
    name_en: str
    name_ar: str
    locale: str


class ProfileUpdated(Event):
    """The full state of a profile after a change."""

    type: ClassVar[str] = "identity.profile.updated"
    subject_field: ClassVar[str] = "profile_id"
    profile_id: UUID
    user_id: UUID
    profile_type: Open[ProfileType]
    organization_id: UUID | None
    username: str
    email: str
    phone: str
    name_en: str
    name_ar: str
    locale: str
    image_url: str | None
    verified: bool
    approval_status: Open[ApprovalStatus]
    paid: bool
    active: bool


class RoleUpdated(Event):
    """A role was created, renamed, deleted, or has other permissions."""

    type: ClassVar[str] = "identity.role.updated"
    subject_field: ClassVar[str] = "role_id"
    role_id: UUID
    name_en: str
    name_ar: str
    active: bool
    """False after deletion, when no user has the role."""
    slug: str = ""
    """The super-admin role's slug allows everything, and its permissions are empty."""
    permissions: tuple[str, ...] = ()


class AdminRolesUpdated(Event):
    """All roles of an admin's profile after a change. The sequence is the profile's."""

    type: ClassVar[str] = "identity.admin.roles_updated"
    subject_field: ClassVar[str] = "profile_id"
    profile_id: UUID
    user_id: UUID
    role_ids: tuple[UUID, ...]


class OrganizationAddress(BaseModel):
    """Address of an organization on its invoices."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    line1: str
    line2: str | None
    city_en: str | None
    city_ar: str | None
    state_en: str | None
    state_ar: str | None
    country_en: str
    country_ar: str
    postal_code: str | None


class OrganizationUpdated(Event):
    """The full state of an organization after a change."""

    type: ClassVar[str] = "identity.organization.updated"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    status: Open[ApprovalStatus]
    suspended: bool = False
    """True if an approved organization is suspended: its members only read, and it cannot enroll.
    """
    tax_number: str | None = None
    """VAT registration number. Events before 23 November 2026 lack it and the address."""
    address: OrganizationAddress | None = None


class OrganizationSuspensionChanged(Event):
    """An organization was suspended or reinstated. The sequence is the organization's."""

    type: ClassVar[str] = "identity.organization.suspension_changed"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    suspended: bool
    reason: str | None
    """Reason that its members see; None after reinstatement."""


class OrganizationSubmitted(Event):
    """An organization was submitted for approval."""

    type: ClassVar[str] = "identity.organization.submitted"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    submission: int
    """Counts the submissions of one organization, including resubmissions."""
    name_en: str
    name_ar: str
    submitted_by: UUID
    """ID of the user."""
    snapshot: Snapshot = Snapshot()
    state_id: UUID | None = None
    """Region of the organization's address."""


class StaffSubmitted(Event):
    """A staff profile was submitted for approval."""

    type: ClassVar[str] = "identity.staff.submitted"
    subject_field: ClassVar[str] = "profile_id"
    profile_id: UUID
    submission: int
    organization_id: UUID
    name_en: str
    name_ar: str
    submitted_by: UUID
    snapshot: Snapshot = Snapshot()
    state_id: UUID | None = None
    """Region of the organization's address."""


class DocumentExpiring(Event):
    """A document of an organization or staff member expires within 60, 30 or 7 days.

    Each notice is published once.
    """

    type: ClassVar[str] = "identity.document.expiring"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    organization_id: UUID
    user_id: UUID | None = None
    """Staff member of the document; None for the organization's own."""
    title_en: str
    """Kind of document."""
    title_ar: str
    expires_on: date
    days: int
    """60, 30 or 7."""


class DocumentReplaced(Event):
    """An approved organization or staff member has uploaded a new or replacement document."""

    type: ClassVar[str] = "identity.document.replaced"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    organization_id: UUID
    organization_name_en: str
    organization_name_ar: str
    user_id: UUID | None = None
    """Staff member of the document; None for the organization's own."""
    user_name_en: str = ""
    user_name_ar: str = ""
    title_en: str
    """Kind of document."""
    title_ar: str
    expires_on: date | None
    reviewer_user_ids: tuple[UUID, ...]
    """Admins who may see the document's owner; may be empty."""


class NumberCaseChanged(Event):
    """The state of a case about an identity number after each transition, without number and
    documents.
    """

    type: ClassVar[str] = "identity.number_case.changed"
    subject_field: ClassVar[str] = "case_id"
    case_id: UUID
    kind: Open[NumberKind]
    cause: Open[NumberCause]
    previous_status: Open[NumberCaseStatus] | None
    status: Open[NumberCaseStatus]
    claimant_user_id: UUID
    """User who claims the number."""
    holder_user_id: UUID | None
    """User who has the number, or had it until the decision; may be None."""
    asked_user_ids: tuple[UUID, ...]
    """Users who must upload more, while `more_requested`."""
    comment: str | None
    """The admin's last comment, visible to both users."""


class DataRequested(Event):
    """A person has requested their data: every service answers with `<service>.data.collected`."""

    type: ClassVar[str] = "identity.data.requested"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    user_id: UUID
    profile_ids: tuple[UUID, ...]
    email: str


class DataReady(Event):
    """A person's data export can be downloaded until the given time."""

    type: ClassVar[str] = "identity.data.ready"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    user_id: UUID
    expires_at: datetime


class ErasureStatus(StrEnum):
    """`checking → requested → approved → erased`, or `blocked`, `rejected` by an admin, `withdrawn`
    by the person.
    """

    CHECKING = "checking"
    REQUESTED = "requested"
    APPROVED = "approved"
    ERASED = "erased"
    BLOCKED = "blocked"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class ErasureCheckRequested(Event):
    """Request for obstacles to an erasure, from the services that may have some."""

    type: ClassVar[str] = "identity.erasure.check_requested"
    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    check: int
    """1 before an admin decides, 2 after it."""
    user_id: UUID
    profile_ids: tuple[UUID, ...]


class ErasureChanged(Event):
    """The state of an erasure request, after each transition that needs a notification."""

    type: ClassVar[str] = "identity.erasure.changed"
    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    user_id: UUID
    status: Open[ErasureStatus]
    comment: str | None
    """The admin's reason for a rejection."""
    by_admin: bool = False
    """True if an admin requested it instead of the person."""


class UserErased(Event):
    """A person was erased: every service deletes or anonymizes their data.

    It is republished for a month for late events, without the address.
    """

    type: ClassVar[str] = "identity.user.erased"
    subject_field: ClassVar[str] = "user_id"
    user_id: UUID
    profile_ids: tuple[UUID, ...]
    email: str
    """The former address; empty when republished."""


class PrincipalChanged(Event):
    """Tokens of this user with older versions are stale."""

    type: ClassVar[str] = "identity.principal.changed"
    subject_field: ClassVar[str] = "user_id"
    broadcast: ClassVar[bool] = True
    user_id: UUID
    principal_version: int


class PartnerClientChanged(Event):
    """Tokens of this partner client with older versions are invalid.

    The client was changed or revoked, a secret expired, or its organization lost its approval.
    """

    type: ClassVar[str] = "identity.partner_client.changed"
    subject_field: ClassVar[str] = "client_id"
    broadcast: ClassVar[bool] = True
    client_id: UUID
    client_version: int


class PartnerClientExpiring(Event):
    """A partner client expires within 30 or 7 days. Each notice is published once."""

    type: ClassVar[str] = "identity.partner_client.expiring"
    subject_field: ClassVar[str] = "client_id"
    client_id: UUID
    organization_id: UUID
    name: str
    expires_at: datetime
    notice_days: int


class PartnerSecretRotated(Event):
    """A partner client has a new secret; the previous one is valid until the given time."""

    type: ClassVar[str] = "identity.partner_secret.rotated"
    subject_field: ClassVar[str] = "secret_id"
    secret_id: UUID
    client_id: UUID
    organization_id: UUID
    name: str
    previous_ends_at: datetime


class KeysChanged(Event):
    """The signing keys have changed; identity's JWKS lists the valid ones."""

    type: ClassVar[str] = "identity.keys.changed"
    subject_field: ClassVar[str] = "key_id"
    broadcast: ClassVar[bool] = True
    key_id: str
    """New or revoked key."""
    revoked: bool
    """True if tokens signed with the key are refused at once."""


class SessionEnded(Event):
    """A session ended by sign-out, by an admin, or after theft of its refresh token."""

    type: ClassVar[str] = "identity.session.ended"
    subject_field: ClassVar[str] = "session_id"
    broadcast: ClassVar[bool] = True
    session_id: UUID
    user_id: UUID
