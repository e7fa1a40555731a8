from enum import StrEnum


class ProfileType(StrEnum):
    """Types of profile; a user's first profile is the active one."""

    ADMIN = "admin"
    ORGANIZATION = "organization"
    STAFF = "staff"
    CANDIDATE = "candidate"
    TRAINER = "trainer"


class ApprovalStatus(StrEnum):
    """Approval of an organization or staff profile; only `approved` has access."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"


class ContentType(StrEnum):
    """Content types of approval requests."""

    ORGANIZATION = "organization"
    ANNOUNCEMENT = "announcement"
    APPLICATION = "application"
    STAFF = "staff"


PAYS_REGISTRATION = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF, ProfileType.CANDIDATE})
NEEDS_APPROVAL = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF})
