"""Committed rows for tests, and request bodies."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from catalog.batches.models import Batch, BatchMode, BatchSession
from catalog.categories.models import Category
from catalog.places.models import City, Country, State
from catalog.replicas.models import Organization
from catalog.tables import Table
from catalog.trainings.models import BatchLanguage, Training, TrainingLevel, TrainingStatus
from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession, new_id, utc_now


async def store(session: AsyncSession, row: Table) -> None:
    """Insert and commit a row."""
    session.add(row)
    await session.commit()


async def make_country(session: AsyncSession, **changes: Any) -> Country:
    values: dict[str, Any] = {
        "code": "SA",
        "alpha3": "SAU",
        "numeric_code": "682",
        "name_en": "Saudi Arabia",
        "name_ar": "السعودية",
        "flag_emoji": "🇸🇦",
    }
    row = Country(**values | changes)
    await store(session, row)
    return row


async def make_state(session: AsyncSession, country: Country, **changes: Any) -> State:
    values: dict[str, Any] = {
        "country_id": country.id,
        "name_en": "Makkah Region",
        "name_ar": "منطقة مكة المكرمة",
    }
    row = State(**values | changes)
    await store(session, row)
    return row


async def make_city(session: AsyncSession, country: Country, **changes: Any) -> City:
    values: dict[str, Any] = {
        "country_id": country.id,
        "name_en": "Jeddah",
        "name_ar": "جدة",
    }
    row = City(**values | changes)
    await store(session, row)
    return row


async def make_organization(session: AsyncSession, id_: UUID, **changes: Any) -> Organization:
    values: dict[str, Any] = {
        "id": id_,
        "name_en": "Gulf Logistics Academy",
        "name_ar": "أكاديمية الخليج اللوجستية",
        "status": ApprovalStatus.APPROVED,
        "source_version": 1,
    }
    row = Organization(**values | changes)
    await store(session, row)
    return row


async def make_category(session: AsyncSession, **changes: Any) -> Category:
    values: dict[str, Any] = {
        "slug": f"c-{new_id()}",
        "name_en": "Warehousing",
        "name_ar": "المستودعات",
    }
    row = Category(**values | changes)
    await store(session, row)
    return row


async def make_training(
    session: AsyncSession, organization_id: UUID, category: Category | None = None, **changes: Any
) -> Training:
    """Create a published training, with its organization and category if missing."""
    if await session.get(Organization, organization_id) is None:
        await make_organization(session, organization_id)
    category = category or await make_category(session)
    values = training_body(category.id) | {
        "organization_id": organization_id,
        "code": f"T-{new_id().hex[-8:]}",
        "level": TrainingLevel.FOUNDATION,
        "status": TrainingStatus.PUBLISHED,
    }
    row = Training(**values | changes)
    await store(session, row)
    return row


async def make_batch(
    session: AsyncSession, training: Training, *, starts_in: float = 10, **changes: Any
) -> Batch:
    """Create a published, open batch of one six-hour session, `starts_in` days from now."""
    starts_at = utc_now() + timedelta(days=starts_in)
    values: dict[str, Any] = {
        "training_id": training.id,
        "organization_id": training.organization_id,
        "code": f"B-{new_id().hex[-8:]}",
        "mode": BatchMode.ONLINE,
        "language": BatchLanguage.ARABIC,
        "starts_at": starts_at,
        "ends_at": starts_at + timedelta(hours=6),
        "enrollment_opens_at": starts_at - timedelta(days=60),
        "enrollment_closes_at": starts_at - timedelta(hours=1),
        "price_minor": 1_000_00,
        "currency": "SAR",
        "capacity": 10,
        "payment_window_minutes": 2880,
        "status": BatchStatus.PUBLISHED,
    }
    row = Batch(**values | changes)
    await store(session, row)
    await store(
        session,
        BatchSession(
            batch_id=row.id,
            title_en="Day 1",
            title_ar="اليوم 1",
            starts_at=row.starts_at,
            ends_at=row.ends_at,
        ),
    )
    return row


def training_body(category_id: UUID, **changes: Any) -> dict[str, Any]:
    """Build the body of a new training; its ID is a UUID, to be converted to text."""
    return {
        "category_id": category_id,
        "code": "WHS-101",
        "title_en": "Warehouse Operations",
        "title_ar": "عمليات المستودعات",
        "summary_en": "From the dock to the order",
        "summary_ar": "من الرصيف إلى الطلبية",
        "description_en": "Every step of a warehouse.",
        "description_ar": "كل خطوة في المستودع.",
        "objectives_en": ["Receive a delivery"],
        "objectives_ar": ["استلام الإرسالية"],
        "level": "foundation",
        "duration_hours": 40,
    } | changes


def training_json(category: UUID, **changes: Any) -> dict[str, Any]:
    """Build the same body for JSON."""
    return training_body(category) | {"category_id": str(category)} | changes


def batch_json(**changes: Any) -> dict[str, Any]:
    """Build the body of an online batch of two sessions."""
    start = (utc_now() + timedelta(days=20)).replace(microsecond=0)
    return {
        "code": "WHS-101-1",
        "mode": "online",
        "language": "ar",
        "enrollment_opens_at": (start - timedelta(days=15)).isoformat(),
        "enrollment_closes_at": (start - timedelta(days=1)).isoformat(),
        "price_minor": 1_250_00,
        "capacity": 12,
        "sessions": [meeting(start), meeting(start + timedelta(days=1), title_en="Day 2")],
    } | changes


def meeting(start: datetime, *, hours: float = 5, **changes: Any) -> dict[str, Any]:
    """Build a session of a batch as JSON."""
    return {
        "title_en": "Day 1",
        "title_ar": "اليوم 1",
        "starts_at": start.isoformat(),
        "ends_at": (start + timedelta(hours=hours)).isoformat(),
    } | changes
