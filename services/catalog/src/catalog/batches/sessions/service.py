"""Store a batch's sessions and assign trainers."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from kit.core.errors import FieldProblem, Invalid
from kit.database import db
from kit.database.db import AsyncSession
from kit.messaging import audit
from sqlalchemy import or_, select, update
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.batches.clashes.queries import Plan, find_clashes, has_trainer_clash
from catalog.batches.errors import TrainerClash
from catalog.batches.models import Batch, BatchSession
from catalog.batches.schemas import BatchFields, SessionWrite
from catalog.replicas.models import Trainer

Trainers = Mapping[UUID, Trainer]
_UNKNOWN = "trainer.not_found", "Choose one of the organization's trainers."


async def lock_trainers(session: AsyncSession, body: BatchFields) -> Trainers:
    """Lock the trainers, so that their names cannot change before the commit.

    They are locked before the batch, in the same order as when a trainer is renamed.
    """
    named = (body.trainer_id, *(meeting.trainer_id for meeting in body.sessions))
    locked = {}
    for id_ in sorted({id_ for id_ in named if id_ is not None}):
        # Two batches that are saved concurrently would miss each other's clash.
        await db.advisory_lock(session, f"trainer:{id_}")
        trainer = await db.lock(session, Trainer, col(Trainer.id) == id_, share=True)
        if trainer is not None:
            locked[id_] = trainer
    return locked


def assign_trainer(batch: Batch, trainers: Trainers, body: BatchFields) -> None:
    """Assign one of the organization's active trainers, or none."""
    if not _may_give(body.trainer_id, batch, trainers):
        raise Invalid.field("trainer_id", *_UNKNOWN)
    trainer = trainers[body.trainer_id] if body.trainer_id else None
    batch.trainer_id = body.trainer_id
    batch.trainer_en = trainer.name_en if trainer else ""
    batch.trainer_ar = trainer.name_ar if trainer else ""


async def check_sessions(
    session: AsyncSession, batch: Batch, trainers: Trainers, body: BatchFields
) -> None:
    """Check that each session's trainer belongs to the organization and has no clash.

    Former trainers keep the sessions they had. Raises `TrainerClash`, and `Invalid` for sessions
    with another organization's trainer.
    """
    givers = select(col(BatchSession.trainer_id)).where(col(BatchSession.batch_id) == batch.id)
    before = set(await session.scalars(givers))
    unknown = [
        FieldProblem(field=f"sessions.{number}.trainer_id", code=_UNKNOWN[0], message=_UNKNOWN[1])
        for number, meeting in enumerate(body.sessions)
        if meeting.trainer_id not in before and not _may_give(meeting.trainer_id, batch, trainers)
    ]
    if unknown:
        raise Invalid(fields=unknown)
    if body.accept_clashes:
        return
    if has_trainer_clash(await find_clashes(session, _plan(batch, body))):
        raise TrainerClash


def _plan(batch: Batch, body: BatchFields) -> Plan:
    """Plan without the venue: two batches may share a hall."""
    return Plan(
        organization_id=batch.organization_id,
        batch_id=batch.id,
        trainer_id=body.trainer_id,
        city_id=None,
        venue_en="",
        venue_ar="",
        sessions=body.sessions,
    )


def _may_give(id_: UUID | None, batch: Batch, trainers: Trainers) -> bool:
    if id_ is None:
        return True
    trainer = trainers.get(id_)
    return (
        trainer is not None and trainer.active and trainer.organization_id == batch.organization_id
    )


async def rename_trainer(session: AsyncSession, trainer_id: UUID, en: str, ar: str) -> None:
    """Store a trainer's new names in batches, which keep their versions: it is not an edit.

    Sessions look names up.
    """
    is_other = or_(col(Batch.trainer_en) != en, col(Batch.trainer_ar) != ar)
    renamed = await session.execute(
        update(Batch)
        .where(col(Batch.trainer_id) == trainer_id, is_other)
        .values(trainer_en=en, trainer_ar=ar)
        .returning(col(Batch.id))
        .execution_options(synchronize_session=False)
    )
    given = select(col(BatchSession.id)).where(col(BatchSession.trainer_id) == trainer_id)
    if renamed.first() or await session.scalar(given.limit(1)):
        await publish_catalogue_changed(session, "batches")


async def replace_sessions(
    session: AsyncSession, batch: Batch, meetings: list[SessionWrite]
) -> None:
    """Change sessions with an ID, insert the others, and delete the rest."""
    of_batch = col(BatchSession.batch_id) == batch.id
    rows = await session.scalars(select(BatchSession).where(of_batch))
    stored = {row.id: row for row in rows.all()}
    if stored:
        _audit_moves(session, batch, stored.values(), meetings)
    for meeting in meetings:
        row = stored.pop(meeting.id, None) if meeting.id else None
        values = meeting.model_dump(exclude={"id"})
        if row is None:
            session.add(BatchSession(batch_id=batch.id, **values))
        else:
            row.sqlmodel_update(values)
    for row in stored.values():
        await session.delete(row)


def _audit_moves(
    session: AsyncSession,
    batch: Batch,
    before: Iterable[BatchSession],
    after: Iterable[SessionWrite],
) -> None:
    """Audit moved sessions as a change of the batch."""
    audit.record(
        session,
        "batch",
        batch.id,
        {"sessions": _times_and_places(before)},
        {"sessions": _times_and_places(after)},
        organization_id=batch.organization_id,
    )


def _times_and_places(meetings: Iterable[BatchSession | SessionWrite]) -> list[tuple[Any, ...]]:
    return sorted((each.starts_at, each.ends_at, each.venue_en, each.venue_ar) for each in meetings)
