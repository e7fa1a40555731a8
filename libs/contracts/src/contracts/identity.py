"""What the identity service publishes."""

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
    """What a one-time code proves."""

    VERIFICATION = "verification"
    PASSWORD_RESET = "password_reset"  # noqa: S105
    EMAIL_CHANGE = "email_change"
    """That a new address is the person's."""


class NumberKind(StrEnum):
    """The kinds of identity number."""

    CIVIL = "civil"
    PASSPORT = "passport"


class NumberCause(StrEnum):
    """Why an admin must decide about an identity number."""

    CHANGE = "change"
    """Somebody asks for another number in place of a fixed one."""
    CLAIM = "claim"
    """Somebody gave a number that another account holds."""


class NumberCaseStatus(StrEnum):
    """Where a case about an identity number stands."""

    OPEN = "open"
    MORE_REQUESTED = "more_requested"
    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class SecurityChange(StrEnum):
    """What has changed about how somebody signs in."""

    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_RESET = "second_factor_reset"
    """By an admin."""
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    RECOVERY_CODE_USED = "recovery_code_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    OPENID_LINKED = "openid_linked"
    """An account at the OpenID Connect provider signs in from now on."""
    OPENID_UNLINKED = "openid_unlinked"


class UserRegistered(Event):
    """A person has an account; the address is not verified yet."""

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
    """Somebody is invited to one of their profiles: the link must reach them, by mail or, who has
    no address, on the phone. Its secret is in this event and that message only."""

    type: ClassVar[str] = "identity.invitation.created"
    subject_field: ClassVar[str] = "invitation_id"
    invitation_id: UUID
    user_id: UUID
    email: str
    """Empty for whoever was added with a phone number alone."""
    phone: str = ""
    name_en: str
    name_ar: str
    locale: str
    profile_type: Open[ProfileType]
    """What they are invited as."""
    organization_name_en: str | None
    """Who invites; None for the platform."""
    organization_name_ar: str | None
    token: str
    expires_at: datetime


class OtpRequested(Event):
    """A one-time code must reach a person. The code lives minutes, in this event only."""

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
    """How a user signs in has changed: they are to be notified, in case it was somebody else."""

    type: ClassVar[str] = "identity.security.changed"
    subject_field: ClassVar[str] = "change_id"
    change_id: UUID
    user_id: UUID
    change: Open[SecurityChange]


class EmailChanged(Event):
    """An account has another address: the former one is notified, in case it was somebody else."""

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
    """Another person has changed the email, phone or ID number of an account: the former address
    gets a link that reverts it. Its secret is in this event and that message only."""

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
    """A change of an account waits for another admin."""

    type: ClassVar[str] = "identity.confirmation.requested"
    subject_field: ClassVar[str] = "confirmation_id"
    confirmation_id: UUID
    name_en: str
    name_ar: str
    """The account's holder."""
    requester_name_en: str
    requester_name_ar: str
    eligible_user_ids: tuple[UUID, ...]
    """The admins who can confirm it."""
    expires_at: datetime


class SignUpAttempted(Event):
    """Somebody wants the address of an account for another one: its owner, and nobody else, should
    be notified."""

    type: ClassVar[str] = "identity.sign_up.attempted"
    subject_field: ClassVar[str] = "attempt_id"
    attempt_id: UUID
    user_id: UUID
    """The owner of the address."""
    email: str
    name_en: str
    name_ar: str
    locale: str


class ProfileUpdated(Event):
    """The full state of a profile after it was made or changed."""

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
    """A role was made, renamed or deleted, or allows something else."""

    type: ClassVar[str] = "identity.role.updated"
    subject_field: ClassVar[str] = "role_id"
    role_id: UUID
    name_en: str
    name_ar: str
    active: bool
    """False once it is deleted; nobody has it then."""
    slug: str = ""
    """That of the super-admin allows all there is, and lists nothing."""
    permissions: tuple[str, ...] = ()


class AdminRolesUpdated(Event):
    """All roles of an admin's profile, after it was given or lost one. Its sequence is the
    profile's."""

    type: ClassVar[str] = "identity.admin.roles_updated"
    subject_field: ClassVar[str] = "profile_id"
    profile_id: UUID
    user_id: UUID
    role_ids: tuple[UUID, ...]


class OrganizationAddress(BaseModel):
    """Where an organization is, as it stands on what is invoiced to it."""

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
    """The full state of an organization after it was made or changed."""

    type: ClassVar[str] = "identity.organization.updated"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    name_en: str
    name_ar: str
    email: str
    image_url: str | None
    status: Open[ApprovalStatus]
    suspended: bool = False
    """Its people read and change nothing, and nobody enrolls with it. Only an approved one is."""
    tax_number: str | None = None
    """Of the registration for value added tax. Events before 23 November 2026 have none, and no
    address."""
    address: OrganizationAddress | None = None


class OrganizationSuspensionChanged(Event):
    """An organization was suspended, or may work again. Its sequence is the organization's."""

    type: ClassVar[str] = "identity.organization.suspension_changed"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    suspended: bool
    reason: str | None
    """Why, for its people to read; none once it may work again."""


class OrganizationSubmitted(Event):
    """An organization asks for approval."""

    type: ClassVar[str] = "identity.organization.submitted"
    subject_field: ClassVar[str] = "organization_id"
    organization_id: UUID
    submission: int
    """Counts the submissions of one organization; a returned one is sent again as the next."""
    name_en: str
    name_ar: str
    submitted_by: UUID
    """The user."""
    snapshot: Snapshot = Snapshot()
    state_id: UUID | None = None
    """The region of the organization's address."""


class StaffSubmitted(Event):
    """A staff profile asks for approval."""

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
    """The region of the organization's address."""


class DocumentExpiring(Event):
    """A document of an organization or of a staff member expires within 60, 30 or 7 days; each is
    said once."""

    type: ClassVar[str] = "identity.document.expiring"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    organization_id: UUID
    user_id: UUID | None = None
    """The staff member whose document it is; none where it is the organization's own."""
    title_en: str
    """What kind of document it is."""
    title_ar: str
    expires_on: date
    days: int
    """60, 30 or 7."""


class DocumentReplaced(Event):
    """An approved organization, or an approved staff member, has handed in a document, in place of
    an earlier one or as the first of its kind."""

    type: ClassVar[str] = "identity.document.replaced"
    subject_field: ClassVar[str] = "document_id"
    document_id: UUID
    organization_id: UUID
    organization_name_en: str
    organization_name_ar: str
    user_id: UUID | None = None
    """The staff member whose document it is; none where it is the organization's own."""
    user_name_en: str = ""
    user_name_ar: str = ""
    title_en: str
    """What kind of document it is."""
    title_ar: str
    expires_on: date | None
    reviewer_user_ids: tuple[UUID, ...]
    """The admins who may see whose it is; there may be none."""


class NumberCaseChanged(Event):
    """The state of a case about an identity number after each transition. The number itself and
    the documents stay with identity."""

    type: ClassVar[str] = "identity.number_case.changed"
    subject_field: ClassVar[str] = "case_id"
    case_id: UUID
    kind: Open[NumberKind]
    cause: Open[NumberCause]
    previous_status: Open[NumberCaseStatus] | None
    status: Open[NumberCaseStatus]
    claimant_user_id: UUID
    """Who wants the number."""
    holder_user_id: UUID | None
    """Who has it, or had it until the decision; nobody may."""
    asked_user_ids: tuple[UUID, ...]
    """Who is to hand in more, while `more_requested`."""
    comment: str | None
    """What the admin said last, for both of them to read."""


class DataRequested(Event):
    """A person asks for all that the platform has of them: every service answers with its part,
    `<service>.data.collected`."""

    type: ClassVar[str] = "identity.data.requested"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    user_id: UUID
    profile_ids: tuple[UUID, ...]
    email: str


class DataReady(Event):
    """What a person has asked for can be downloaded until then."""

    type: ClassVar[str] = "identity.data.ready"
    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    user_id: UUID
    expires_at: datetime


class ErasureStatus(StrEnum):
    """`checking → requested → approved → erased`; something stands in the way: `blocked`; an admin
    says no: `rejected`; the person thinks better of it: `withdrawn`."""

    CHECKING = "checking"
    REQUESTED = "requested"
    APPROVED = "approved"
    ERASED = "erased"
    BLOCKED = "blocked"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class ErasureCheckRequested(Event):
    """Before somebody is erased: the services that know say what stands in the way."""

    type: ClassVar[str] = "identity.erasure.check_requested"
    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    check: int
    """The first is before an admin decides, the second after it."""
    user_id: UUID
    profile_ids: tuple[UUID, ...]


class ErasureChanged(Event):
    """The state of a request to be erased, after each transition that somebody is to hear of."""

    type: ClassVar[str] = "identity.erasure.changed"
    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    user_id: UUID
    status: Open[ErasureStatus]
    comment: str | None
    """Why an admin said no."""
    by_admin: bool = False
    """An admin requested it, not the person."""


class UserErased(Event):
    """A person is to be known no more: every service deletes or anonymizes what it has of them. It
    is published again for a month, for what comes late, and then without the address."""

    type: ClassVar[str] = "identity.user.erased"
    subject_field: ClassVar[str] = "user_id"
    user_id: UUID
    profile_ids: tuple[UUID, ...]
    email: str
    """What the address was; empty when it is published again."""


class PrincipalChanged(Event):
    """Tokens of this user older than the version no longer say the truth."""

    type: ClassVar[str] = "identity.principal.changed"
    subject_field: ClassVar[str] = "user_id"
    broadcast: ClassVar[bool] = True
    user_id: UUID
    principal_version: int


class PartnerClientChanged(Event):
    """Tokens of this partner client older than the version are no longer good: it was changed or
    revoked, a secret of it has ended, or its organization is not approved any more."""

    type: ClassVar[str] = "identity.partner_client.changed"
    subject_field: ClassVar[str] = "client_id"
    broadcast: ClassVar[bool] = True
    client_id: UUID
    client_version: int


class PartnerClientExpiring(Event):
    """A client of an organization ends within 30 or 7 days; each is said once."""

    type: ClassVar[str] = "identity.partner_client.expiring"
    subject_field: ClassVar[str] = "client_id"
    client_id: UUID
    organization_id: UUID
    name: str
    expires_at: datetime
    notice_days: int


class PartnerSecretRotated(Event):
    """A client of an organization has got another secret; the one before it is good until then."""

    type: ClassVar[str] = "identity.partner_secret.rotated"
    subject_field: ClassVar[str] = "secret_id"
    secret_id: UUID
    client_id: UUID
    organization_id: UUID
    name: str
    previous_ends_at: datetime


class KeysChanged(Event):
    """The keys that tokens are signed with have changed; identity answers which are good."""

    type: ClassVar[str] = "identity.keys.changed"
    subject_field: ClassVar[str] = "key_id"
    broadcast: ClassVar[bool] = True
    key_id: str
    """The key that was made or revoked."""
    revoked: bool
    """What is signed with it is refused at once."""


class SessionEnded(Event):
    """A session was signed out, disabled, or its refresh token was stolen."""

    type: ClassVar[str] = "identity.session.ended"
    subject_field: ClassVar[str] = "session_id"
    broadcast: ClassVar[bool] = True
    session_id: UUID
    user_id: UUID
