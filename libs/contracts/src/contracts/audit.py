"""What services publish of what people change: the entries of the audit trail."""

from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.values import Open


class AuditAction(StrEnum):
    """What became of a record."""

    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"


class AuditRecorded(Event):
    """A person, or a partner client, has changed a record. When is the event's time."""

    subject_field: ClassVar[str] = "entry_id"
    entry_id: UUID
    user_id: UUID | None
    """Null where a client has changed it."""
    client_id: UUID | None = None
    """The partner client, for what no person has changed."""
    profile_id: UUID | None
    """The profile that the user acted through."""
    organization_id: UUID | None
    """Whose record it is; for one that is nobody's, the organization that the user acted for."""
    network: str
    """Where the request came from: an IPv4 address or an IPv6 /64."""
    action: Open[AuditAction]
    noun: str
    """What kind of record it is, in the service's own word."""
    record_id: str
    before: dict[str, Any]
    """The fields that have changed, as they were; empty for a new record."""
    after: dict[str, Any]
    """The same fields, as they are now; empty for a deleted record."""


class IdentityAuditRecorded(AuditRecorded):
    """A person has changed a record of identity."""

    type: ClassVar[str] = "identity.audit.recorded"


class CatalogAuditRecorded(AuditRecorded):
    """A person has changed a record of the catalog."""

    type: ClassVar[str] = "catalog.audit.recorded"


class EnrollmentAuditRecorded(AuditRecorded):
    """A person has changed a record of enrollment."""

    type: ClassVar[str] = "enrollment.audit.recorded"


class PaymentsAuditRecorded(AuditRecorded):
    """A person has changed a record of payments."""

    type: ClassVar[str] = "payments.audit.recorded"


class ApprovalsAuditRecorded(AuditRecorded):
    """A person has changed a record of approvals."""

    type: ClassVar[str] = "approvals.audit.recorded"


class NotificationsAuditRecorded(AuditRecorded):
    """A person has changed a record of notifications."""

    type: ClassVar[str] = "notifications.audit.recorded"


RECORDED: frozenset[type[AuditRecorded]] = frozenset(AuditRecorded.__subclasses__())
"""All of them."""
