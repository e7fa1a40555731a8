"""Events of the audit trail."""

from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.values import Open


class AuditAction(StrEnum):
    """Kind of change to a record."""

    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"


class AuditRecorded(Event):
    """A person or partner client has changed a record, at the event's time."""

    subject_field: ClassVar[str] = "entry_id"
    entry_id: UUID
    user_id: UUID | None
    """Null if a partner client made the change."""
    client_id: UUID | None = None
    """Partner client that made the change, if any."""
    profile_id: UUID | None
    """Active profile of the user."""
    organization_id: UUID | None
    """Organization of the record, or the organization of the acting user."""
    network: str
    """Source network of the request: an IPv4 address or an IPv6 /64."""
    action: Open[AuditAction]
    noun: str
    """Kind of record, as the service names it."""
    record_id: str
    before: dict[str, Any]
    """Old values of the changed fields; empty for a new record."""
    after: dict[str, Any]
    """New values of the same fields; empty for a deleted record."""


class IdentityAuditRecorded(AuditRecorded):
    """A record of identity has changed."""

    type: ClassVar[str] = "identity.audit.recorded"


class CatalogAuditRecorded(AuditRecorded):
    """A record of the catalog has changed."""

    type: ClassVar[str] = "catalog.audit.recorded"


class EnrollmentAuditRecorded(AuditRecorded):
    """A record of enrollment has changed."""

    type: ClassVar[str] = "enrollment.audit.recorded"


class PaymentsAuditRecorded(AuditRecorded):
    """A record of payments has changed."""

    type: ClassVar[str] = "payments.audit.recorded"


class ApprovalsAuditRecorded(AuditRecorded):
    """A record of approvals has changed."""

    type: ClassVar[str] = "approvals.audit.recorded"


class NotificationsAuditRecorded(AuditRecorded):
    """A record of notifications has changed."""

    type: ClassVar[str] = "notifications.audit.recorded"


RECORDED: frozenset[type[AuditRecorded]] = frozenset(AuditRecorded.__subclasses__())
