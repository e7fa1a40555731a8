"""Sessions of calendars and feeds."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.domain.calendars import CalendarFile, Entry, Language, calendar_file, get_owner_id
from kit.domain.timezone import get_day_start
from kit.security.auth import Caller
from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select
from sqlmodel import col

from catalog.batches.clashes.queries import coalesce_text
from catalog.batches.filters.queries import filter_batches, get_values, search_batches
from catalog.batches.models import Batch, BatchSession
from catalog.batches.queries import is_in_scope
from catalog.calendars.models import CalendarFeed
from catalog.calendars.schemas import CalendarFilters, CalendarSession, CalendarSessions
from catalog.places.models import City
from catalog.replicas.models import Organization, Trainer
from catalog.trainings.models import Training, TrainingStatus

_SHOWN = 1_000
_RETENTION = timedelta(days=90)
"""Time for which past sessions stay in a feed."""
_COLUMNS: tuple[Any, ...] = (
    col(BatchSession.id),
    col(Batch.id).label("batch_id"),
    col(Batch.code).label("batch_code"),
    col(Batch.version),
    col(Batch.status),
    col(Batch.mode),
    col(Training.title_en).label("training_title_en"),
    col(Training.title_ar).label("training_title_ar"),
    col(BatchSession.title_en),
    col(BatchSession.title_ar),
    col(BatchSession.starts_at),
    col(BatchSession.ends_at),
    col(City.name_en).label("city_en"),
    col(City.name_ar).label("city_ar"),
    coalesce_text(col(BatchSession.venue_en), col(Batch.venue_en)).label("venue_en"),
    coalesce_text(col(BatchSession.venue_ar), col(Batch.venue_ar)).label("venue_ar"),
    func.coalesce(col(Trainer.name_en), col(Batch.trainer_en)).label("trainer_en"),
    func.coalesce(col(Trainer.name_ar), col(Batch.trainer_ar)).label("trainer_ar"),
    col(BatchSession.online_url),
)
_SESSIONS = (
    select(*_COLUMNS)
    .select_from(BatchSession)
    .join(Batch, col(Batch.id) == col(BatchSession.batch_id))
    .join(Training, col(Training.id) == col(Batch.training_id))
    .outerjoin(City, col(City.id) == col(Batch.city_id))
    .outerjoin(Trainer, col(Trainer.id) == col(BatchSession.trainer_id))
    .order_by(col(BatchSession.starts_at), col(BatchSession.id))
)
_IS_KNOWN = col(Batch.status) != BatchStatus.DRAFT


async def list_sessions(
    session: AsyncSession, actor: Caller, filters: CalendarFilters
) -> CalendarSessions:
    """List the sessions of the actor's organization, or of all, on these days; at most 1,000."""
    values = get_values(filters)
    conditions = filter_batches(frozenset(values))
    statement = _SESSIONS.where(is_in_scope(actor), *_build_conditions(filters), *conditions)
    if filters.status:
        statement = statement.where(col(Batch.status) == filters.status)
    if (found := search_batches(filters.search)) is not None:
        statement = statement.where(found)
    rows = (await session.execute(statement.limit(_SHOWN + 1), values)).all()
    shown = [CalendarSession.model_validate(row, from_attributes=True) for row in rows[:_SHOWN]]
    return CalendarSessions(sessions=shown, more=len(rows) > _SHOWN)


def _build_conditions(filters: CalendarFilters) -> Iterator[ColumnElement[bool]]:
    first = get_day_start(filters.first_day)
    last = first + timedelta(days=filters.days)
    # Filter the batch too, whose indexes start with it.
    for each in (Batch, BatchSession):
        yield col(each.starts_at) < last
        yield col(each.ends_at) > first


async def get_batch_file(session: AsyncSession, batch_id: UUID, language: Language) -> CalendarFile:
    """Return the sessions of a published or cancelled batch, for the public.

    Raises `NotFound`.
    """
    is_public = (
        col(Batch.id) == batch_id,
        _IS_KNOWN,
        col(Training.status) != TrainingStatus.DRAFT,
        col(Organization.status) == ApprovalStatus.APPROVED,
    )
    statement = _SESSIONS.join(
        Organization, col(Organization.id) == col(Batch.organization_id)
    ).where(*is_public)
    rows = (await session.execute(statement)).all()
    if not rows:
        raise NotFound
    name = _get_text(rows[0], "training_title", language)
    entries = (_build_entry(row, language, links=False) for row in rows)
    return calendar_file(name, entries, rows[0].batch_code)


async def get_feed_file(session: AsyncSession, token: str, language: Language) -> CalendarFile:
    """Return the feed of a link: all sessions of an organization, or those of a trainer.

    Raises `NotFound` for an unknown or ended link.
    """
    owner_id = await get_owner_id(session, CalendarFeed, token)
    if owner_id is None:
        raise NotFound
    rows = (await session.execute(_select_owner(owner_id))).all()
    name = {"en": "Training sessions", "ar": "جلسات التدريب"}[language]
    return calendar_file(
        name, (_build_entry(row, language, links=True) for row in rows), "sessions"
    )


def _select_owner(owner_id: UUID) -> Select[*tuple[Any, ...]]:
    """Select the feed's owner, an organization or an active trainer; their IDs never collide."""
    is_active = (
        select(col(Trainer.id))
        .where(col(Trainer.id) == owner_id, col(Trainer.active).is_(True))
        .exists()
    )
    gives = func.coalesce(col(BatchSession.trainer_id), col(Batch.trainer_id)) == owner_id
    return _SESSIONS.where(
        _IS_KNOWN,
        or_(col(Batch.organization_id) == owner_id, and_(gives, is_active)),
        col(BatchSession.ends_at) > func.now() - _RETENTION,
    ).limit(_SHOWN)


def _build_entry(row: Row[*tuple[Any, ...]], language: Language, *, links: bool) -> Entry:
    place = (_get_text(row, "venue", language), _get_text(row, "city", language))
    return Entry(
        id=row.id,
        version=row.version,
        title=f"{_get_text(row, 'training_title', language)}: {_get_text(row, 'title', language)}",
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        place=(", " if language == "en" else "، ").join(part for part in place if part),
        url=row.online_url if links else None,
        cancelled=row.status is BatchStatus.CANCELLED,
    )


def _get_text(row: Row[*tuple[Any, ...]], name: str, language: Language) -> str:
    """Return a text in the language, or in the other if empty."""
    other = "ar" if language == "en" else "en"
    return getattr(row, f"{name}_{language}") or getattr(row, f"{name}_{other}") or ""
