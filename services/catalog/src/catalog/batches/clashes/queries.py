"""Find sessions of other batches at the same time, with the same trainer or venue.

The sessions need not be stored yet. Cancelled batches and those of other organizations are ignored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession
from sqlalchemy import (
    ColumnElement,
    DateTime,
    Integer,
    Row,
    Select,
    SQLColumnExpression,
    Text,
    Uuid,
    Values,
    and_,
    column,
    false,
    func,
    or_,
    select,
    values,
)
from sqlmodel import col

from catalog.batches.models import Batch, BatchSession
from catalog.batches.schemas import Clash, ClashKind, SessionWrite
from catalog.replicas.models import Trainer
from catalog.trainings.models import Training

_SHOWN = 50
_NO_TRAINER = UUID(int=0)
"""A column that is always NULL would have no type."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Planned sessions with values inherited from their batch."""

    organization_id: UUID
    batch_id: UUID | None
    """Batch whose own sessions are ignored; None for a new one."""
    trainer_id: UUID | None
    city_id: UUID | None
    venue_en: str
    venue_ar: str
    sessions: Sequence[SessionWrite]


async def find_clashes(session: AsyncSession, plan: Plan) -> list[Clash]:
    """Return at most 50 clashes, earliest first."""
    if not plan.sessions:
        return []
    rows = (await session.execute(_select_clashes(plan))).all()
    return list(_read(rows))


def has_trainer_clash(clashes: Iterable[Clash]) -> bool:
    """Check if a trainer would be in two places at once."""
    return any(clash.kind is ClashKind.TRAINER for clash in clashes)


def _select_clashes(plan: Plan) -> Select[*tuple[Any, ...]]:
    planned = _build_planned(plan)
    trainer_id = func.coalesce(col(BatchSession.trainer_id), col(Batch.trainer_id))
    venue_en = coalesce_text(col(BatchSession.venue_en), col(Batch.venue_en))
    venue_ar = coalesce_text(col(BatchSession.venue_ar), col(Batch.venue_ar))
    is_trainer = trainer_id == planned.c.trainer_id
    # An online batch occupies no venue.
    is_venue = and_(
        false() if plan.city_id is None else col(Batch.city_id) == plan.city_id,
        or_(_is_same(venue_en, planned.c.venue_en), _is_same(venue_ar, planned.c.venue_ar)),
    )
    first = min(each.starts_at for each in plan.sessions)
    last = max(each.ends_at for each in plan.sessions)
    return (
        select(
            planned.c.number,
            is_trainer.label("is_trainer"),
            is_venue.label("is_venue"),
            col(Batch.id),
            col(Batch.code),
            col(Training.title_en),
            col(Training.title_ar),
            col(BatchSession.starts_at),
            col(BatchSession.ends_at),
            col(Trainer.name_en).label("trainer_en"),
            col(Trainer.name_ar).label("trainer_ar"),
            venue_en.label("venue_en"),
            venue_ar.label("venue_ar"),
        )
        .select_from(Batch)
        .join(BatchSession, col(BatchSession.batch_id) == col(Batch.id))
        .join(Training, col(Training.id) == col(Batch.training_id))
        .join(
            planned,
            and_(
                col(BatchSession.starts_at) < planned.c.ends_at,
                col(BatchSession.ends_at) > planned.c.starts_at,
            ),
        )
        .outerjoin(Trainer, col(Trainer.id) == trainer_id)
        .where(
            col(Batch.organization_id) == plan.organization_id,
            col(Batch.status) != BatchStatus.CANCELLED,
            col(Batch.id).is_distinct_from(plan.batch_id),
            # An index finds the batches, whose sessions are then scanned.
            col(Batch.starts_at) < last,
            col(Batch.ends_at) > first,
            or_(is_trainer, is_venue),
        )
        .order_by(col(BatchSession.starts_at), col(BatchSession.id))
        .limit(_SHOWN)
    )


def _build_planned(plan: Plan) -> Values:
    names = (
        column("number", Integer),
        column("starts_at", DateTime(timezone=True)),
        column("ends_at", DateTime(timezone=True)),
        column("trainer_id", Uuid),
        column("venue_en", Text),
        column("venue_ar", Text),
    )
    rows = [
        (
            number,
            each.starts_at,
            each.ends_at,
            each.trainer_id or plan.trainer_id or _NO_TRAINER,
            each.venue_en or plan.venue_en,
            each.venue_ar or plan.venue_ar,
        )
        for number, each in enumerate(plan.sessions)
    ]
    return values(*names, name="planned").data(rows)


def coalesce_text(
    own: SQLColumnExpression[str], batch: SQLColumnExpression[str]
) -> ColumnElement[str]:
    """Return a session's own text, or its batch's if empty."""
    return func.coalesce(func.nullif(own, ""), batch)


def _is_same(venue: ColumnElement[str], planned: ColumnElement[str]) -> ColumnElement[bool]:
    """Compare venues after normalization; an empty venue equals none."""
    return func.nullif(func.search_fold(venue), "") == func.search_fold(planned)


def _read(rows: Iterable[Row[*tuple[Any, ...]]]) -> Iterable[Clash]:
    for row in rows:
        for kind in ClashKind:
            if getattr(row, f"is_{kind}"):
                yield Clash(
                    kind=kind,
                    session=row.number,
                    batch_id=row.id,
                    batch_code=row.code,
                    training_title_en=row.title_en,
                    training_title_ar=row.title_ar,
                    starts_at=row.starts_at,
                    ends_at=row.ends_at,
                    name_en=getattr(row, f"{kind}_en"),
                    name_ar=getattr(row, f"{kind}_ar"),
                )
