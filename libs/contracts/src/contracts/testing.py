"""Events for tests: `event(ProfileUpdated, profile_type=ProfileType.STAFF)`.

Other fields get typical values: a candidate, an open batch, a charge for it, and new IDs.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID, uuid4

from contracts import catalog, enrollment, identity, payments
from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentStatus
from contracts.event import Event
from contracts.identity import NumberCaseStatus
from contracts.payments import ChargePurpose, ChargeStatus
from contracts.profiles import ApprovalStatus, ProfileType

E = TypeVar("E", bound=Event)


def event(kind: type[E], **changes: object) -> E:
    """Create an event with these fields. Raises `TypeError` for an unknown field."""
    if unknown := changes.keys() - kind.model_fields.keys():
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    special = _SPECIAL.get(kind, {})
    types = get_type_hints(kind)
    values = {
        name: special[name] if name in special else _build_value(name, types[name])
        for name, field in kind.model_fields.items()
        if field.is_required() and name not in changes
    }
    return kind.model_validate(values | changes)


def _build_value(name: str, annotation: Any) -> object:
    if name in _TIMES:
        return datetime.now(UTC) + _TIMES[name]
    if name in _BY_NAME:
        return _BY_NAME[name]
    if get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation):
        return None
    if (origin := get_origin(annotation)) in (tuple, dict):
        return origin()
    if issubclass(annotation, StrEnum):
        return next(iter(annotation))
    return _BY_TYPE[annotation]()


_BY_TYPE: dict[Any, Callable[[], object]] = {
    UUID: uuid4,
    bool: lambda: False,
    int: lambda: 1,
    str: lambda: "text",
    datetime: lambda: datetime.now(UTC),
    date: lambda: datetime.now(UTC).date(),
}

_BY_NAME: dict[str, object] = {
    "username": "sara",
    "email": "sara@example.com",
    "phone": "+966500000001",
    "name_en": "Sara Al-Qahtani",
    "name_ar": "سارة القحطاني",
    "locale": "en",
    "profile_type": ProfileType.CANDIDATE,
    "approval_status": ApprovalStatus.APPROVED,
    "verified": True,
    "active": True,
    "code": "WHS-101-1",
    "title_en": "Warehouse Operations",
    "title_ar": "عمليات المستودعات",
    "batch_code": "WHS-101-1",
    "batch_title_en": "Warehouse Operations",
    "batch_title_ar": "عمليات المستودعات",
    "city_en": "Riyadh",
    "city_ar": "الرياض",
    "capacity": 10,
    "price_minor": 50_000,
    "amount_minor": 50_000,
    "expected_minor": 50_000,
    "received_minor": 40_000,
    "refunded_minor": 50_000,
    "currency": "SAR",
    "payment_window_minutes": 48 * 60,
    "reference": "ITQ-2026-000123",
    "purpose": ChargePurpose.ENROLLMENT,
    "asked_user_ids": (),
    "registration_fees": {ProfileType.CANDIDATE: 15_000},
}
_TIMES = {
    "enrollment_opens_at": timedelta(days=-1),
    "enrollment_closes_at": timedelta(days=10),
    "starts_at": timedelta(days=20),
    "ends_at": timedelta(days=25),
    "due_at": timedelta(days=2),
    "expires_at": timedelta(minutes=10),
}
"""Offsets from now."""

_SPECIAL: dict[type[Event], dict[str, object]] = {
    catalog.BatchUpdated: {"status": BatchStatus.PUBLISHED},
    catalog.TrainingUpdated: {"published": True},
    identity.OrganizationUpdated: {
        "name_en": "Gulf Ports",
        "name_ar": "موانئ الخليج",
        "email": "office@ports.example",
        "status": ApprovalStatus.APPROVED,
    },
    identity.OrganizationSubmitted: {"name_en": "Gulf Ports", "name_ar": "موانئ الخليج"},
    identity.OtpRequested: {"code": "123456", "purpose": identity.OtpPurpose.VERIFICATION},
    identity.NumberCaseChanged: {"status": NumberCaseStatus.OPEN},
    enrollment.EnrollmentChanged: {"status": EnrollmentStatus.REQUESTED},
    enrollment.SeatsChanged: {"taken": 0, "waiting": 0},
    payments.ChargeClosed: {"status": ChargeStatus.EXPIRED},
    payments.ChargeRefunded: {"complete": True},
}
"""Values that field names do not determine."""
