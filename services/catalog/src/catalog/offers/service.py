"""Making, changing and publishing trainings."""

from collections.abc import AsyncIterator
from uuid import UUID

from contracts.catalog import BatchStatus, TrainingUpdated
from kit.auth import NotAllowed, Principal
from kit.db import AsyncSession, utc_now
from kit.errors import Conflict, Invalid, NotFound
from kit.media import MediaStore
from kit.messaging.outbox import publish
from sqlalchemy import select
from sqlmodel import col

from catalog.answers.events import announce
from catalog.batches.events import publish_renamed
from catalog.batches.models import Batch
from catalog.categories.models import Category
from catalog.pictures.service import replace_picture, store_picture
from catalog.replicas.models import Organization
from catalog.saving import StaleEdit, save
from catalog.trainings.models import Training, TrainingStatus
from catalog.trainings.schemas import TrainingCreate, TrainingUpdate


class OrganizationUnknown(Conflict):
    """Identity's fact about the organization has not arrived yet."""

    code = "catalog.organization_unknown"
    default_detail = "Your organization is still being set up. Try again in a moment."


class TrainingPublished(Conflict):
    """It is published already."""

    code = "catalog.training_published"
    default_detail = "This training is published already."


class TrainingNotPublished(Conflict):
    """Only a published training can be archived, and only its batches can be published."""

    code = "catalog.training_not_published"
    default_detail = "This training is not published."


class TrainingHasBatches(Conflict):
    """Published batches that are not over still need their training."""

    code = "catalog.training_has_batches"
    default_detail = "This training still has published batches that are not over."


async def create_training(session: AsyncSession, actor: Principal, body: TrainingCreate) -> UUID:
    """A new draft of the actor's organization. Raises `OrganizationUnknown`."""
    if actor.scope is None:
        raise NotAllowed
    if await session.get(Organization, actor.scope) is None:
        raise OrganizationUnknown
    await _check_category(session, body.category_id)
    training = Training(**body.model_dump(), organization_id=actor.scope)
    await save(session, training)
    await _publish(session, training)
    return training.id


async def update_training(
    session: AsyncSession, actor: Principal, training_id: UUID, body: TrainingUpdate
) -> None:
    """Change a training. Raises `StaleEdit` when it was changed since the editor read it."""
    training = await lock_training(session, actor, training_id)
    if training.version != body.version:
        raise StaleEdit
    await _check_category(session, body.category_id)
    renamed = (training.title_en, training.title_ar) != (body.title_en, body.title_ar)
    training.sqlmodel_update(body.model_dump(exclude={"version"}))
    await _changed(session, training)
    if renamed:
        await publish_renamed(session, col(Batch.training_id) == training_id)


async def publish_training(session: AsyncSession, actor: Principal, training_id: UUID) -> None:
    """Show a draft or archived training to the public. Raises `TrainingPublished`."""
    training = await lock_training(session, actor, training_id)
    if training.status is TrainingStatus.PUBLISHED:
        raise TrainingPublished
    training.status = TrainingStatus.PUBLISHED
    await _changed(session, training)


async def archive_training(session: AsyncSession, actor: Principal, training_id: UUID) -> None:
    """Take a training off the catalogue. Raises `TrainingNotPublished`, `TrainingHasBatches`."""
    training = await lock_training(session, actor, training_id)
    if training.status is not TrainingStatus.PUBLISHED:
        raise TrainingNotPublished
    running = select(col(Batch.id)).where(
        col(Batch.training_id) == training_id,
        col(Batch.status) == BatchStatus.PUBLISHED,
        col(Batch.ends_at) > utc_now(),
    )
    if (await session.scalars(running.limit(1))).first():
        raise TrainingHasBatches
    training.status = TrainingStatus.ARCHIVED
    await _changed(session, training)


async def set_image(
    session: AsyncSession, media: MediaStore, actor: Principal, training_id: UUID, content: bytes
) -> None:
    """Replace the training's picture. Raises `Invalid` for the field `file`."""
    version = await store_picture(media, "trainings", training_id, content)
    training = await lock_training(session, actor, training_id)
    await replace_picture(
        session, "trainings", training_id, before=training.image_version, after=version
    )
    training.image_version = version
    await _changed(session, training)


async def lock_training(session: AsyncSession, actor: Principal, training_id: UUID) -> Training:
    """A training that the actor may change, locked. Another organization's is `NotFound`."""
    statement = select(Training).where(col(Training.id) == training_id).with_for_update()
    if actor.scope is not None:
        statement = statement.where(col(Training.organization_id) == actor.scope)
    training = (await session.scalars(statement)).first()
    if training is None:
        raise NotFound
    return training


def training_fact(training: Training) -> TrainingUpdated:
    """A training's state as a fact; its sequence is the training's version."""
    return TrainingUpdated(
        training_id=training.id,
        organization_id=training.organization_id,
        code=training.code,
        title_en=training.title_en,
        title_ar=training.title_ar,
        published=training.status is TrainingStatus.PUBLISHED,
    )


async def training_facts(session: AsyncSession) -> AsyncIterator[tuple[TrainingUpdated, int]]:
    """Every training's state with its sequence."""
    async for training in await session.stream_scalars(select(Training)):
        yield training_fact(training), training.version


async def _changed(session: AsyncSession, training: Training) -> None:
    training.version += 1
    training.updated_at = utc_now()
    await save(session, training)
    await _publish(session, training)


async def _publish(session: AsyncSession, training: Training) -> None:
    await publish(session, training_fact(training), sequence=training.version)
    await announce(session, "trainings")


async def _check_category(session: AsyncSession, category_id: UUID) -> None:
    if await session.get(Category, category_id) is None:
        raise Invalid.field("category_id", "not_found", "This category does not exist.")
