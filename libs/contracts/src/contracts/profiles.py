"""Who a person can be on the platform."""

from enum import StrEnum


class ProfileType(StrEnum):
    """The kinds of profile; the first profile of a user is the active one."""

    ADMIN = "admin"
    ORGANIZATION = "organization"
    STAFF = "staff"
    CANDIDATE = "candidate"
    TRAINER = "trainer"


class ApprovalStatus(StrEnum):
    """Where an organization or staff profile stands; only `approved` opens the platform."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    REJECTED = "rejected"
    RETURNED = "returned"


class ContentType(StrEnum):
    """What an approval request can be about."""

    ORGANIZATION = "organization"
    ANNOUNCEMENT = "announcement"
    APPLICATION = "application"
    STAFF = "staff"


PAYS_REGISTRATION = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF, ProfileType.CANDIDATE})
NEEDS_APPROVAL = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF})
