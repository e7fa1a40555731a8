"""Exported files say a state in the words of the app's screens."""

import json
from collections.abc import Mapping
from enum import StrEnum

import pytest
from catalog.batches import export as batches
from contracts import ApprovalStatus, ProfileType
from contracts.catalog import BatchStatus
from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from contracts.payments import ChargePurpose, ChargeStatus
from enrollment.enrollments import export as enrollments
from identity.administration.users import export as users
from identity.administration.users.schemas import AccountStatus
from identity.organizations.staff import export as staff
from identity.organizations.staff.schemas import StaffStatus
from kit.spreadsheets.exports import Words
from payments.config import PaymentMethod
from payments.history import export as payments
from payments.payments.models import PaymentStatus
from payments.refunds.models import RefundStatus

from deploy.local.layout import ROOT


def texts(locale: str, file: str) -> dict[str, dict[str, str]]:
    """The texts of a noun."""
    path = ROOT / "frontend" / "src" / "i18n" / "locales" / locale / f"{file}.json"
    messages: dict[str, dict[str, str]] = json.loads(path.read_text("utf-8"))
    return messages


@pytest.mark.parametrize(
    ("noun", "states", "exported"),
    [
        ("account", AccountStatus, users.STATUSES),
        ("approval", ApprovalStatus, staff.APPROVALS),
        ("staff", StaffStatus, staff.STATUSES),
        ("batch", BatchStatus, batches.STATUSES),
        ("enrollment", EnrollmentStatus, enrollments.STATUSES),
        ("enrollment_result", EnrollmentResult, enrollments.RESULTS),
        ("charge", ChargeStatus, enrollments.CHARGE_STATUSES),
        ("charge", ChargeStatus, payments.CHARGE_STATUSES),
        ("payment", PaymentStatus, payments.PAYMENT_STATUSES),
        ("refund", RefundStatus, payments.REFUND_STATUSES),
    ],
)
def test_states(noun: str, states: type[StrEnum], exported: Mapping[StrEnum, Words]) -> None:
    en, ar = texts("en", "status")[noun], texts("ar", "status")[noun]
    assert exported == {state: Words(en[state], ar[state]) for state in states}


def test_purposes() -> None:
    en, ar = texts("en", "charge_purpose"), texts("ar", "charge_purpose")
    assert {of: Words(str(en[of]), str(ar[of])) for of in ChargePurpose} == payments.PURPOSES


def test_payment_methods() -> None:
    en, ar = (texts(locale, "pay")["ways"] for locale in ("en", "ar"))
    assert {way: Words(en[way], ar[way]) for way in PaymentMethod} == payments.WAYS


def test_account_types() -> None:
    en, ar = (texts(locale, "common")["profile_type"] for locale in ("en", "ar"))
    assert {of: Words(en[of], ar[of]) for of in ProfileType} == users.TYPES
