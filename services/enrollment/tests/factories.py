"""Events of other services, and actions of the tests."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
from contracts.catalog import BatchUpdated
from contracts.enrollment import ChargeExpiryRequested
from contracts.identity import OrganizationUpdated, ProfileUpdated
from contracts.payments import (
    ChargeAbsent,
    ChargeClosed,
    ChargeOpened,
    ChargePaid,
    ChargeRefunded,
    ChargeStatus,
)
from contracts.testing import event
from enrollment.invariants import SEATS_ARE_COUNTED
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import text

PRICE = 150_000


def now() -> datetime:
    return datetime.now(UTC)


def batch_updated(**changes: Any) -> BatchUpdated:
    """Build a published batch that starts in 30 days and is open for enrollment."""
    values: dict[str, Any] = {
        "code": "FLT-101-1",
        "title_en": "Forklift operation",
        "title_ar": "تشغيل الرافعة الشوكية",
        "city_en": "Dammam",
        "city_ar": "الدمام",
        "starts_at": now() + timedelta(days=30),
        "ends_at": now() + timedelta(days=33),
        "enrollment_opens_at": now() - timedelta(days=10),
        "enrollment_closes_at": now() + timedelta(days=29),
        "price_minor": PRICE,
        "payment_window_minutes": 60,
    }
    return event(BatchUpdated, **values | changes)


async def make_batch(service: ServiceUnderTest, **changes: Any) -> BatchUpdated:
    """Replicate a batch."""
    batch = batch_updated(**changes)
    await service.deliver(batch)
    return batch


def candidate() -> Actor:
    """Build a candidate who passes every gate."""
    return actor("candidate")


def organization_of(batch: BatchUpdated) -> Actor:
    """Build a user of the batch's organization."""
    return actor(
        "organization",
        organization_id=batch.organization_id,
        permissions={"view-enrollments", "view-enrollments-requests"},
    )


def profile_updated(person: Actor, **changes: Any) -> ProfileUpdated:
    values: dict[str, Any] = {
        "profile_id": person.profile_id,
        "user_id": person.user_id,
        "username": "huda",
        "email": "huda@example.com",
        "phone": "+966500000001",
        "name_en": "Huda Al-Qahtani",
        "name_ar": "هدى القحطاني",
        "locale": "ar",
        "paid": True,
    }
    return event(ProfileUpdated, **values | changes)


def organization_updated(batch: BatchUpdated, **changes: Any) -> OrganizationUpdated:
    values = {"name_en": "Gulf Logistics", "name_ar": "لوجستيات الخليج"}
    return event(OrganizationUpdated, organization_id=batch.organization_id, **values | changes)


def _charge(enrollment: dict[str, Any], charge_id: UUID) -> dict[str, Any]:
    return {
        "charge_id": charge_id,
        "reference": "ITQ-2026-000001",
        "subject_id": enrollment["id"],
        "payer_profile_id": enrollment["candidate"]["profile_id"],
        "payer_user_id": enrollment["candidate"]["user_id"],
        "organization_id": enrollment["batch"]["organization_id"],
        "amount_minor": enrollment["price_minor"],
        "currency": enrollment["currency"],
        "title_en": enrollment["batch"]["title_en"],
        "title_ar": enrollment["batch"]["title_ar"],
        "due_at": enrollment["payment_due_at"],
    }


def charge_opened(enrollment: dict[str, Any], charge_id: UUID) -> ChargeOpened:
    """Build the first event about a charge; payments gives it sequence 1."""
    return event(ChargeOpened, **_charge(enrollment, charge_id))


def charge_paid(enrollment: dict[str, Any], charge_id: UUID, *, late: bool = False) -> ChargePaid:
    return event(ChargePaid, **_charge(enrollment, charge_id), late=late)


def charge_refunded(
    enrollment: dict[str, Any], charge_id: UUID, minor: int | None = None
) -> ChargeRefunded:
    """Build a full refund, or one of `minor`."""
    back = enrollment["price_minor"] if minor is None else minor
    return event(
        ChargeRefunded,
        **_charge(enrollment, charge_id),
        refunded_minor=back,
        complete=back == enrollment["price_minor"],
    )


def charge_closed(enrollment: dict[str, Any], charge_id: UUID) -> ChargeClosed:
    """Build the event of an unpaid charge's end."""
    return event(ChargeClosed, **_charge(enrollment, charge_id), status=ChargeStatus.EXPIRED)


async def press_enroll(
    client: httpx.AsyncClient, person: Actor, batch: BatchUpdated, *, wait: bool = False
) -> httpx.Response:
    body = {"batch_id": str(batch.batch_id), "join_waiting_list": wait}
    return await client.post("enrollments", json=body, headers=person.headers)


async def enrolled(
    client: httpx.AsyncClient, person: Actor, batch: BatchUpdated, *, wait: bool = False
) -> dict[str, Any]:
    """Enroll and return the enrollment."""
    answer = await press_enroll(client, person, batch, wait=wait)
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def paid(
    service: ServiceUnderTest, client: httpx.AsyncClient, person: Actor, batch: BatchUpdated
) -> tuple[dict[str, Any], UUID]:
    """Enroll in a paid batch, pay, and return the enrollment and charge ID."""
    enrollment, charge_id = await enrolled(client, person, batch), new_id()
    await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
    await service.deliver(charge_paid(enrollment, charge_id), sequence=2)
    return enrollment, charge_id


async def status_of(service: ServiceUnderTest, enrollment: dict[str, Any]) -> str:
    return str(
        await scalar(service, "SELECT status FROM enrollments WHERE id = :id", id=enrollment["id"])
    )


async def seats_of(service: ServiceUnderTest, batch: BatchUpdated) -> tuple[int, int, int]:
    """Return capacity, taken and waiting."""
    rows = await execute(
        service,
        "SELECT capacity, taken, waiting FROM seats WHERE batch_id = :id",
        id=batch.batch_id,
    )
    capacity, taken, waiting = rows[0]
    return capacity, taken, waiting


async def let_time_pass(service: ServiceUnderTest, enrollment: dict[str, Any]) -> None:
    """Move the payment deadline into the past."""
    await execute(
        service,
        "UPDATE enrollments SET payment_due_at = now() - interval '1 second' WHERE id = :id",
        id=enrollment["id"],
    )


async def answer_unpaid(service: ServiceUnderTest) -> None:
    """Respond as payments does if overdue subjects have no charge."""
    waiting = {row[0] for row in await execute(service, "SELECT subject_id FROM expiry_requests")}
    for asked in await service.published(ChargeExpiryRequested):
        if asked.subject_id in waiting:
            absent = ChargeAbsent(purpose=asked.purpose, subject_id=asked.subject_id)
            await service.deliver(absent)


async def expire_unpaid(service: ServiceUnderTest) -> int:
    """Expire overdue enrollments; return the number that payments was asked about."""
    asked = await service.sweep("expire_unpaid")
    await answer_unpaid(service)
    return asked


async def move_start(service: ServiceUnderTest, batch: BatchUpdated, to: datetime) -> None:
    """Change the start of the batch without an event."""
    await execute(
        service,
        "UPDATE batches SET starts_at = :to, enrollment_closes_at = :to WHERE id = :id",
        id=batch.batch_id,
        to=to,
    )


async def execute(service: ServiceUnderTest, statement: str, **parameters: Any) -> list[Any]:
    """Run one statement in its own transaction and return its rows."""
    async with service.database.engine.begin() as connection:
        result = await connection.execute(text(statement), parameters)
        return list(result.all()) if result.returns_rows else []


async def scalar(service: ServiceUnderTest, statement: str, **parameters: Any) -> Any:
    """Return the single value of a statement."""
    return (await execute(service, statement, **parameters))[0][0]


async def miscounted(service: ServiceUnderTest) -> list[Any]:
    """List batches with wrong seat counts, with the violations."""
    return await execute(service, SEATS_ARE_COUNTED.statement)
