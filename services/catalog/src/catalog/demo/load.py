"""Load the demo. Idempotent: existing rows are kept."""

from datetime import datetime
from typing import Any

from contracts import ApprovalStatus
from contracts.event import Event
from kit.database.db import AsyncSession
from kit.domain.demo import demo_id
from kit.messaging import outbox
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.announcements.events import announcement_updated
from catalog.announcements.models import Announcement, AnnouncementStatus
from catalog.answers.events import publish_catalogue_changed
from catalog.batches.events import iterate_batches
from catalog.batches.models import Batch, BatchSession
from catalog.categories.models import Category
from catalog.demo.announcements import ANNOUNCEMENTS
from catalog.demo.categories import CATEGORIES
from catalog.demo.organizations import PROVIDERS, TRAINER
from catalog.demo.pictures import get_version
from catalog.demo.schedule import TRAININGS, plan_batches
from catalog.demo.seller import load_seller
from catalog.demo.training import DemoTraining
from catalog.replicas.models import Organization, Trainer
from catalog.tables import Table
from catalog.texts.adapters.html import wrap_paragraph
from catalog.trainings.events import training_updated
from catalog.trainings.models import Training, TrainingStatus


async def load_demo(session: AsyncSession, today: datetime) -> int:
    """Load and publish missing rows; return the number of new batches. Needs the reference data.

    `today` is midnight UTC of the day to which all dates are relative.
    """
    await load_seller(session)
    await _insert(session, Organization, _organizations())
    await _insert(session, Trainer, [_trainer()])
    # Main categories first, to which the others refer.
    await _insert(session, Category, _main_categories())
    await _insert(session, Category, _subcategories())
    trainings = await _insert(session, Training, _trainings())
    planned = list(plan_batches(today))
    new = await _insert(session, Batch, [columns for columns, _ in planned])
    await _insert(
        session,
        BatchSession,
        [row for columns, rows in planned if columns["id"] in new for row in rows],
    )
    announced = await _insert(session, Announcement, _announcements(today))
    await outbox.publish_many(session, await _events(session, trainings, new, announced))
    if trainings or new or announced:
        await publish_catalogue_changed(session, "trainings")
    return len(new)


async def _insert(
    session: AsyncSession, table: type[Table], rows: list[dict[str, Any]]
) -> set[Any]:
    """Insert rows whose ID or unique value is missing; return the IDs of the new ones."""
    if not rows:
        return set()
    statement = insert(table).on_conflict_do_nothing().returning(table.id)  # type: ignore[attr-defined]
    return set((await session.execute(statement, rows)).scalars())


async def _events(
    session: AsyncSession, trainings: set[Any], new: set[Any], announced: set[Any]
) -> list[tuple[Event, int]]:
    events: list[tuple[Event, int]] = []
    for training in await session.scalars(select(Training).where(col(Training.id).in_(trainings))):
        events.append((training_updated(training), training.version))
    events += [event async for event in iterate_batches(session, col(Batch.id).in_(new))]
    published = select(Announcement).where(
        col(Announcement.id).in_(announced),
        col(Announcement.status) == AnnouncementStatus.PUBLISHED,
    )
    for announcement in await session.scalars(published):
        events.append((announcement_updated(announcement), announcement.version))
    return events


def _organizations() -> list[dict[str, Any]]:
    """Build replicas that any event of identity replaces, since those count from 1."""
    return [
        {
            "id": demo_id("organization", provider.key),
            "name_en": provider.name_en,
            "name_ar": provider.name_ar,
            "status": ApprovalStatus.APPROVED,
            "source_version": 0,
        }
        for provider in PROVIDERS
    ]


def _trainer() -> dict[str, Any]:
    """Build a replica that any event of identity replaces."""
    return {
        "id": demo_id("profile", TRAINER.username),
        "organization_id": demo_id("organization", TRAINER.organization),
        "name_en": TRAINER.name_en,
        "name_ar": TRAINER.name_ar,
        "active": True,
        "source_version": 0,
    }


def _announcements(today: datetime) -> list[dict[str, Any]]:
    texts = [f"{text}_{of}" for text in ("title", "summary", "eligibility") for of in ("en", "ar")]
    return [
        {
            "id": demo_id("announcement", one.key),
            "category_id": demo_id("category", one.category),
            **{text: getattr(one, text) for text in texts},
            "description_en": wrap_paragraph(one.description_en),
            "description_ar": wrap_paragraph(one.description_ar),
            "fee_minor": one.fee_minor,
            "currency": "SAR",
            "staff_needed": one.staff_needed,
            "opens_at": today + one.opens,
            "closes_at": today + one.closes,
            "status": AnnouncementStatus.PUBLISHED if one.published else AnnouncementStatus.DRAFT,
            "submission": int(one.published),
            "submitted_by": demo_id("user", "admin") if one.published else None,
            "updated_by": demo_id("user", "admin"),
        }
        for one in ANNOUNCEMENTS
    ]


def _main_categories() -> list[dict[str, Any]]:
    return [
        {
            "id": demo_id("category", main.slug),
            "slug": main.slug,
            "name_en": main.name_en,
            "name_ar": main.name_ar,
            "description_en": main.description_en,
            "description_ar": main.description_ar,
            "icon": main.icon,
            "position": position,
        }
        for position, main in enumerate(CATEGORIES)
    ]


def _subcategories() -> list[dict[str, Any]]:
    return [
        {
            "id": demo_id("category", sub.slug),
            "parent_id": demo_id("category", main.slug),
            "slug": sub.slug,
            "name_en": sub.name_en,
            "name_ar": sub.name_ar,
            "position": position,
        }
        for main in CATEGORIES
        for position, sub in enumerate(main.children)
    ]


def _trainings() -> list[dict[str, Any]]:
    return [
        _training(training) | {"organization_id": demo_id("organization", provider.key)}
        for provider, training in TRAININGS
    ]


def _training(training: DemoTraining) -> dict[str, Any]:
    min_attendance, min_score = training.rules
    return {
        "id": demo_id("training", training.code),
        "category_id": demo_id("category", training.category),
        "code": training.code,
        "title_en": training.title.en,
        "title_ar": training.title.ar,
        "summary_en": training.summary.en,
        "summary_ar": training.summary.ar,
        "description_en": wrap_paragraph(training.description.en),
        "description_ar": wrap_paragraph(training.description.ar),
        "description_text_en": training.description.en,
        "description_text_ar": training.description.ar,
        "objectives_en": [objective.en for objective in training.objectives],
        "objectives_ar": [objective.ar for objective in training.objectives],
        "audience_en": training.audience.en,
        "audience_ar": training.audience.ar,
        "prerequisites_en": training.prerequisites.en,
        "prerequisites_ar": training.prerequisites.ar,
        "level": training.level,
        "standard_code": training.standard,
        "duration_hours": training.hours,
        "min_attendance_percent": min_attendance,
        "min_score_percent": min_score,
        "certificate_valid_months": training.valid_months,
        "image_version": get_version(training.code),
        "default_price_minor": training.price * 100,
        "status": TrainingStatus.PUBLISHED,
    }
