"""Load the demo's payments. Existing rows stay, so it can run at every start.

Events carry the past time of each change, so payers are not notified today of old payments.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.enrollment import ChargeLine, EnrollmentStatus
from contracts.payments import ChargePurpose, ChargeStatus
from kit.database import db
from kit.database.db import AsyncSession, Database, advisory_lock
from kit.domain.demo import demo_id
from kit.domain.demo.enrollments import CANCELLED_AFTER, PAYMENT_WINDOW, demo_batches
from kit.messaging import outbox
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from payments.accounts.models import Account
from payments.charges.events import charge_event
from payments.charges.models import Charge, reference_numbers
from payments.charges.service import reprice
from payments.config import PaymentMethod
from payments.demo.people import ACCOUNT_LIMIT, CARDS, FEES, ON_ACCOUNT, PAID
from payments.payments.models import Payment, PaymentStatus
from payments.registrations.service import PURPOSES, TITLES

_NUMBERS_PER_AMOUNT = 100_000
"""Demo transaction numbers encode their amounts, so the card sandbox can refund them
(deploy/sandboxes/paymob/demo.py).
"""
_INTEGRATION = 4097558
_VAT_PERCENT = 15
_STATUSES = {
    EnrollmentStatus.COMPLETED: ChargeStatus.PAID,
    EnrollmentStatus.CONFIRMED: ChargeStatus.PAID,
    EnrollmentStatus.CANCELLED: ChargeStatus.CANCELLED,
    EnrollmentStatus.EXPIRED: ChargeStatus.EXPIRED,
}
"""Charge status per enrollment status; enrollments awaiting payment open their charge by an event.
"""


async def load(database: Database) -> int:
    """Create missing charges with their attempts and return the number of charges."""
    async with database.transaction() as session:
        await advisory_lock(session, "demo")
        known = set(await session.scalars(select(col(Charge.id))))
        now = await db.now(session)
        missing = [
            (index, terms)
            for index, terms in enumerate(planned_charges(now))
            if terms["id"] not in known
        ]
        await _add(session, sorted(missing, key=lambda pair: pair[1]["created_at"]))
        await _allow_account(session)
    return len(missing)


async def _allow_account(session: AsyncSession) -> None:
    """Allow one demo organization to pay on account."""
    await session.execute(
        insert(Account)
        .values(
            id=demo_id("account", ON_ACCOUNT),
            organization_id=demo_id("organization", ON_ACCOUNT),
            currency="SAR",
            limit_minor=ACCOUNT_LIMIT,
            days_to_pay=30,
            allowed_by=demo_id("user", "admin"),
        )
        .on_conflict_do_nothing()
    )


def planned_charges(now: datetime) -> Iterator[dict[str, Any]]:
    """Yield the terms of every demo charge."""
    yield from _registrations(now)
    yield from _enrollments(now)


def charge_id(kind: str, key: str | UUID) -> UUID:
    """Return the stable charge ID for a demo registration or enrollment."""
    return demo_id("charge", f"{kind}:{key}")


def _registrations(now: datetime) -> Iterator[dict[str, Any]]:
    for index, (username, profile_type) in enumerate(PAID):
        title_en, title_ar = TITLES[profile_type]
        opened_at = now - timedelta(days=250 - index * 2, hours=index % 9, minutes=index * 7 % 60)
        yield {
            "id": charge_id("registration", username),
            "purpose": PURPOSES[profile_type],
            "subject_id": (
                demo_id("organization", username)
                if profile_type is ProfileType.ORGANIZATION
                else demo_id("profile", username)
            ),
            **_payer(username),
            "amount_minor": FEES[profile_type],
            "title_en": title_en,
            "title_ar": title_ar,
            "status": ChargeStatus.PAID,
            "created_at": opened_at,
        }


def _enrollments(now: datetime) -> Iterator[dict[str, Any]]:
    for batch in demo_batches():
        for enrollment in batch.enrollments:
            status = _STATUSES.get(enrollment.status)
            if status is None or not batch.price:
                continue
            enrollment_id = demo_id("enrollment", f"{batch.key}:{enrollment.username}")
            opened_at = batch.enrolled_at(enrollment, now)
            yield {
                "id": charge_id("enrollment", enrollment_id),
                "purpose": ChargePurpose.ENROLLMENT,
                "subject_id": enrollment_id,
                **_payer(enrollment.username),
                "organization_id": demo_id("organization", batch.training.organization),
                "amount_minor": batch.price * 100,
                "title_en": batch.training.title_en,
                "title_ar": batch.training.title_ar,
                "subject_code": batch.key,
                "status": status,
                "due_at": opened_at + PAYMENT_WINDOW,
                "created_at": opened_at,
            }


def _payer(username: str) -> dict[str, Any]:
    return {
        "payer_profile_id": demo_id("profile", username),
        "payer_user_id": demo_id("user", username),
    }


async def _add(session: AsyncSession, missing: list[tuple[int, dict[str, Any]]]) -> None:
    """Insert charges and attempts in bulk and publish them."""
    numbers = await session.scalars(
        select(reference_numbers.next_value()).select_from(func.generate_series(1, len(missing)))
    )
    charges = [
        (index, _charge(index, number, terms))
        for (index, terms), number in zip(missing, numbers, strict=True)
    ]
    session.add_all(charge for _, charge in charges)
    await session.flush()
    for index, charge in charges:
        for position, status in enumerate(_attempts(charge, index), start=1):
            payment = _payment(charge, index, position, status)
            session.add(payment)
            if status is PaymentStatus.SUCCEEDED:
                charge.payment_id = payment.id
    await outbox.publish_rows(session, [_event_row(charge) for _, charge in charges])


def _charge(index: int, number: int, terms: dict[str, Any]) -> Charge:
    opened_at: datetime = terms["created_at"]
    line = ChargeLine(
        title_en=terms["title_en"],
        title_ar=terms["title_ar"],
        code=terms.get("subject_code", ""),
        quantity=1,
        unit_minor=terms["amount_minor"],
    )
    charge = Charge(
        reference=f"ITQ-{opened_at.year}-{number:06d}",
        currency="SAR",
        version=2,
        vat_percent=_VAT_PERCENT,
        **terms,
    )
    reprice(charge, [line], "SAR", opened_at)
    match charge.status:
        case ChargeStatus.PAID:
            charge.paid_at = opened_at + timedelta(minutes=5 + index % 6)
        case ChargeStatus.CANCELLED:
            charge.closed_at = opened_at + CANCELLED_AFTER
        case _:
            charge.closed_at = charge.due_at
    return charge


def _event_row(charge: Charge) -> dict[str, Any]:
    ended_at = charge.paid_at or charge.closed_at
    return outbox.build_row(
        charge_event(charge, PaymentMethod.CARD), sequence=charge.version, time=ended_at
    )


def _attempts(charge: Charge, index: int) -> list[PaymentStatus]:
    """Return the attempts' statuses; some charges had a declined card first."""
    if charge.status is ChargeStatus.PAID:
        declined = [PaymentStatus.FAILED] if index % 9 == 4 else []
        return [*declined, PaymentStatus.SUCCEEDED]
    return [PaymentStatus.FAILED] if charge.status is ChargeStatus.EXPIRED else []


def _payment(charge: Charge, index: int, position: int, status: PaymentStatus) -> Payment:
    paid = status is PaymentStatus.SUCCEEDED
    brand, last4 = CARDS[index % len(CARDS)]
    started_at = charge.created_at + timedelta(minutes=2 * position)
    number = charge.amount_minor * _NUMBERS_PER_AMOUNT + index * 10 + position
    return Payment(
        id=demo_id("payment", f"{charge.id}:{position}"),
        charge_id=charge.id,
        number=position,
        status=status,
        amount_minor=charge.amount_minor,
        currency=charge.currency,
        integration_id=_INTEGRATION,
        special_reference=f"{charge.reference}-{position}",
        order_id=number,
        transaction_id=number + 5 if paid else None,
        received_minor=charge.amount_minor if paid else None,
        card_brand=brand,
        card_last4=last4,
        failure_code=None if paid else "insufficient_funds",
        failure_reason=None if paid else "Insufficient funds",
        expires_at=started_at + timedelta(hours=1),
        completed_at=charge.paid_at if paid else started_at + timedelta(minutes=1),
        created_at=started_at,
    )
