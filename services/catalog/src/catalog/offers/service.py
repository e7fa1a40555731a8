"""Creating, changing and publishing trainings."""

from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit import db
from kit.auth import NotAllowed, Principal
from kit.constraints import as_field_problems
from kit.db import AsyncSession
from kit.media import MediaStore
from kit.messaging import outbox
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.batches.events import publish_batches
from catalog.batches.models import Batch
from catalog.offers.queries import get_managed_training
from catalog.offers.schemas import TrainingCreate, TrainingRead, TrainingUpdate
from catalog.pictures.service import create_picture, replace_picture
from catalog.replicas.models import Organization
from catalog.trainings.errors import (
    OrganizationUnknown,
    StaleEdit,
    TrainingHasBatches,
    TrainingNotPublished,
    TrainingPublished,
)
from catalog.trainings.events import training_updated
from catalog.trainings.models import Training, TrainingStatus
from catalog.trainings.queries import lock_training


async def create_training(
    session: AsyncSession, actor: Principal, body: TrainingCreate
) -> TrainingRead:
    """Add a draft to the actor's organization.

    Raises `OrganizationUnknown`.
    """
    if actor.scope is None:
        raise NotAllowed
    if await session.get(Organization, actor.scope) is None:
        raise OrganizationUnknown
    training = Training(**body.model_dump(), organization_id=actor.scope)
    return await _save(session, actor, training)


async def update_training(
    session: AsyncSession, actor: Principal, training_id: UUID, body: TrainingUpdate
) -> TrainingRead:
    """Change a training. A new title is published with each of its batches.

    Raises `NotFound`, and `StaleEdit` when it was changed since the editor read it.
    """
    training = await lock_training(session, actor, training_id)
    if training.version != body.version:
        raise StaleEdit
    is_renamed = (training.title_en, training.title_ar) != (body.title_en, body.title_ar)
    changed = await _change(session, actor, training, body.model_dump(exclude={"version"}))
    if is_renamed:
        await publish_batches(session, col(Batch.training_id) == training_id)
    return changed


async def publish_training(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRead:
    """Show a draft or archived training to the public.

    Raises `NotFound`, `TrainingPublished`.
    """
    training = await lock_training(session, actor, training_id)
    if training.status is TrainingStatus.PUBLISHED:
        raise TrainingPublished
    return await _change(session, actor, training, {"status": TrainingStatus.PUBLISHED})


async def archive_training(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRead:
    """Take a training off the public list.

    Raises `NotFound`, `TrainingNotPublished`, `TrainingHasBatches`.
    """
    training = await lock_training(session, actor, training_id)
    if training.status is not TrainingStatus.PUBLISHED:
        raise TrainingNotPublished
    running = select(col(Batch.id)).where(
        col(Batch.training_id) == training_id,
        col(Batch.status) == BatchStatus.PUBLISHED,
        col(Batch.ends_at) > func.now(),
    )
    if (await session.scalars(running.limit(1))).first():
        raise TrainingHasBatches
    return await _change(session, actor, training, {"status": TrainingStatus.ARCHIVED})


async def update_image(
    session: AsyncSession, media: MediaStore, actor: Principal, training_id: UUID, content: bytes
) -> TrainingRead:
    """Replace the training's picture.

    Raises `NotFound`, and `Invalid` for the field `file`.
    """
    version = await create_picture(media, "trainings", training_id, content)
    training = await lock_training(session, actor, training_id)
    await replace_picture(
        session, "trainings", training_id, before=training.image_version, after=version
    )
    return await _change(session, actor, training, {"image_version": version})


async def _change(
    session: AsyncSession, actor: Principal, training: Training, values: dict[str, Any]
) -> TrainingRead:
    training.sqlmodel_update(values)
    training.version += 1
    training.updated_at = await db.now(session)
    return await _save(session, actor, training)


async def _save(session: AsyncSession, actor: Principal, training: Training) -> TrainingRead:
    session.add(training)
    with as_field_problems():
        await session.flush()
    await outbox.publish(session, training_updated(training), sequence=training.version)
    await publish_catalogue_changed(session, "trainings")
    return await get_managed_training(session, actor, training.id)
