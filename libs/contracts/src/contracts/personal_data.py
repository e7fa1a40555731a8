"""Events about data exports and erasure."""

from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from contracts.event import Event
from contracts.values import Open


class DataCollected(Event):
    """One part of a service's data about a person; each states the number of `parts`."""

    subject_field: ClassVar[str] = "request_id"
    request_id: UUID
    part: int
    """Number of the part, from 1."""
    parts: int
    """Number of parts; a service without data sends one without rows."""
    rows: dict[str, list[dict[str, Any]]]
    """Rows by kind of record, as the service names it."""


class CatalogDataCollected(DataCollected):
    """A part of the catalog's data about a person."""

    type: ClassVar[str] = "catalog.data.collected"


class EnrollmentDataCollected(DataCollected):
    """A part of enrollment's data about a person."""

    type: ClassVar[str] = "enrollment.data.collected"


class PaymentsDataCollected(DataCollected):
    """A part of payments' data about a person."""

    type: ClassVar[str] = "payments.data.collected"


class ApprovalsDataCollected(DataCollected):
    """A part of approvals' data about a person."""

    type: ClassVar[str] = "approvals.data.collected"


class NotificationsDataCollected(DataCollected):
    """A part of notifications' data about a person."""

    type: ClassVar[str] = "notifications.data.collected"


class ErasureObstacle(StrEnum):
    """Reason why a person cannot be erased now."""

    OPEN_ENROLLMENT = "open_enrollment"
    """An enrollment is pending, confirmed, or not completed."""
    CHARGE_DUE = "charge_due"
    """A charge other than a registration fee is due."""
    PAYMENT_RUNNING = "payment_running"
    """A payment is pending or under review."""
    REFUND_RUNNING = "refund_running"
    """A refund is pending."""
    ORGANIZATION_PROFILE = "organization_profile"
    """The person represents an organization."""
    ADMIN_PROFILE = "admin_profile"
    """The person is an admin."""


class ErasureChecked(Event):
    """The service's obstacles to erasing a person; may be empty."""

    subject_field: ClassVar[str] = "erasure_id"
    erasure_id: UUID
    check: int
    """Number of the answered check."""
    obstacles: tuple[Open[ErasureObstacle], ...]


class EnrollmentErasureChecked(ErasureChecked):
    """Obstacles from enrollments to erasing a person."""

    type: ClassVar[str] = "enrollment.erasure.checked"


class PaymentsErasureChecked(ErasureChecked):
    """Obstacles from payments to erasing a person."""

    type: ClassVar[str] = "payments.erasure.checked"


CHECKED: frozenset[type[ErasureChecked]] = frozenset(ErasureChecked.__subclasses__())
COLLECTED: frozenset[type[DataCollected]] = frozenset(DataCollected.__subclasses__())
