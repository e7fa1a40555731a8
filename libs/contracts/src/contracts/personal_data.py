"""What services publish of what they have of a person, for the person's own download."""

from typing import Any, ClassVar
from uuid import UUID

from contracts.event import Event


class DataCollected(Event):
    """A part of what a service has of a person. An answer has `parts` of them; each says so."""

    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    part: int
    """From 1."""
    parts: int
    """How many there are; one, without rows, where the service has nothing of the person."""
    rows: dict[str, list[dict[str, Any]]]
    """By kind of record, in the service's own word."""


class CatalogDataCollected(DataCollected):
    """A part of what catalog has of a person."""

    type: ClassVar[str] = "catalog.data.collected"


class EnrollmentDataCollected(DataCollected):
    """A part of what enrollment has of a person."""

    type: ClassVar[str] = "enrollment.data.collected"


class PaymentsDataCollected(DataCollected):
    """A part of what payments has of a person."""

    type: ClassVar[str] = "payments.data.collected"


class ApprovalsDataCollected(DataCollected):
    """A part of what approvals has of a person."""

    type: ClassVar[str] = "approvals.data.collected"


class NotificationsDataCollected(DataCollected):
    """A part of what notifications has of a person."""

    type: ClassVar[str] = "notifications.data.collected"


COLLECTED: frozenset[type[DataCollected]] = frozenset(DataCollected.__subclasses__())
"""All of them."""
