"""What services publish of people who ask for their data, or for their erasure."""

from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.values import Open


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


class ErasureObstacle(StrEnum):
    """Why a person cannot be erased now."""

    OPEN_ENROLLMENT = "open_enrollment"
    """An enrollment waits, is confirmed, or has not ended."""
    CHARGE_DUE = "charge_due"
    """Something other than a registration fee is to be paid."""
    PAYMENT_RUNNING = "payment_running"
    """A payment is under way or under review."""
    REFUND_RUNNING = "refund_running"
    """Money has still to go back."""
    ORGANIZATION_PROFILE = "organization_profile"
    """They represent an organization."""
    ADMIN_PROFILE = "admin_profile"
    """They run the platform."""


class ErasureChecked(Event):
    """What stands in the way of erasing a person, as far as the service knows; maybe nothing."""

    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    check: int
    """Which of the checks it answers."""
    obstacles: tuple[Open[ErasureObstacle], ...]


class EnrollmentErasureChecked(ErasureChecked):
    """Whether enrollments stand in the way of erasing a person."""

    type: ClassVar[str] = "enrollment.erasure.checked"


class PaymentsErasureChecked(ErasureChecked):
    """Whether money stands in the way of erasing a person."""

    type: ClassVar[str] = "payments.erasure.checked"


CHECKED: frozenset[type[ErasureChecked]] = frozenset(ErasureChecked.__subclasses__())
"""All of them."""
COLLECTED: frozenset[type[DataCollected]] = frozenset(DataCollected.__subclasses__())
"""All of them."""
