"""Create, change and publish trainings."""

from itertools import count
from typing import Any
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.core.errors import FieldProblem
from kit.database import db
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession
from kit.documents.attachments import Document
from kit.documents.media import MediaStore, adopt, discard
from kit.messaging import outbox
from kit.security.auth import NotAllowed, Principal
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.batches.events import publish_batches
from catalog.batches.models import Batch
from catalog.offers.queries import get_managed_training
from catalog.offers.schemas import TrainingCreate, TrainingRead, TrainingUpdate
from catalog.pictures.service import create_picture, replace_picture
from catalog.replicas.models import Organization
from catalog.texts.adapters.html import get_plain_text
from catalog.trainings.errors import (
    OrganizationUnknown,
    StaleEdit,
    TooManyAttachments,
    TrainingHasBatches,
    TrainingIncomplete,
    TrainingNotPublished,
    TrainingPublished,
)
from catalog.trainings.events import training_updated
from catalog.trainings.models import TRAINING_STATES, Training, TrainingAttachment, TrainingStatus
from catalog.trainings.queries import get_attachment, lock_training

REQUIRED_FIELDS = (
    "summary_en",
    "summary_ar",
    "description_en",
    "description_ar",
    "objectives_en",
    "objectives_ar",
)
"""Fields required for publishing; a draft may lack them."""
MAX_ATTACHMENTS = 10
_TEXTS = {"description_text_en", "description_text_ar"}
_PUBLISHED_WITH_BATCHES = (
    "title_en",
    "title_ar",
    "min_attendance_percent",
    "min_score_percent",
    "certificate_valid_months",
)
_MAX_STEM = 26
"""Characters of a code that leave room for a hyphen and a number."""


async def create_training(
    session: AsyncSession, actor: Principal, body: TrainingCreate
) -> TrainingRead:
    """Create a draft for the actor's organization.

    Raises `OrganizationUnknown`.
    """
    if actor.scope is None:
        raise NotAllowed
    if await session.get(Organization, actor.scope) is None:
        raise OrganizationUnknown
    training = Training(**_values(body), organization_id=actor.scope)
    return await _save(session, actor, training)


async def copy_training(session: AsyncSession, actor: Principal, training_id: UUID) -> TrainingRead:
    """Copy a training into a draft with the next free code.

    Picture, files and batches are not copied. Raises `NotFound`.
    """
    original = await lock_training(session, actor, training_id)
    values = original.model_dump(include=set(TrainingCreate.model_fields) | _TEXTS)
    values["code"] = await _find_free_code(session, original)
    values["organization_id"] = original.organization_id
    return await _save(session, actor, Training(**values))


async def update_training(
    session: AsyncSession, actor: Principal, training_id: UUID, body: TrainingUpdate
) -> TrainingRead:
    """Change a training. A new title or pass rule is published with each of its batches.

    Raises `NotFound`, `StaleEdit`, and `TrainingIncomplete` if a published one would lack a
    required field.
    """
    training = await lock_training(session, actor, training_id)
    if training.version != body.version:
        raise StaleEdit
    concerns_batches = any(
        getattr(training, name) != getattr(body, name) for name in _PUBLISHED_WITH_BATCHES
    )
    changed = await _change(session, actor, training, _values(body))
    if concerns_batches:
        await publish_batches(session, col(Batch.training_id) == training_id)
    return changed


async def publish_training(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRead:
    """Publish a draft or archived training.

    Raises `NotFound`, `TrainingPublished`, `TrainingIncomplete`.
    """
    training = await lock_training(session, actor, training_id)
    if training.status is TrainingStatus.PUBLISHED:
        raise TrainingPublished
    TRAINING_STATES.transition(training, TrainingStatus.PUBLISHED)
    return await _change(session, actor, training, {})


async def archive_training(
    session: AsyncSession, actor: Principal, training_id: UUID
) -> TrainingRead:
    """Archive a published training or a draft.

    Raises `NotFound`, `TrainingNotPublished`, `TrainingHasBatches`.
    """
    training = await lock_training(session, actor, training_id)
    if training.status is TrainingStatus.ARCHIVED:
        raise TrainingNotPublished
    running = select(col(Batch.id)).where(
        col(Batch.training_id) == training_id,
        col(Batch.status) == BatchStatus.PUBLISHED,
        col(Batch.ends_at) > func.now(),
    )
    if (await session.scalars(running.limit(1))).first():
        raise TrainingHasBatches
    TRAINING_STATES.transition(training, TrainingStatus.ARCHIVED)
    return await _change(session, actor, training, {})


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


async def create_attachment(
    session: AsyncSession,
    actor: Principal,
    training_id: UUID,
    key: str,
    name: str,
    document: Document,
) -> TrainingRead:
    """Add a stored file to the training.

    Raises `NotFound`, `TooManyAttachments`.
    """
    training = await lock_training(session, actor, training_id)
    of_training = col(TrainingAttachment.training_id) == training_id
    counted = select(func.count()).select_from(TrainingAttachment).where(of_training)
    if (await session.scalar(counted) or 0) >= MAX_ATTACHMENTS:
        raise TooManyAttachments
    await adopt(session, [key])
    session.add(
        TrainingAttachment(
            training_id=training_id,
            name=name,
            key=key,
            media_type=document.media_type,
            size_bytes=len(document.content),
        )
    )
    return await _change(session, actor, training, {})


async def delete_attachment(
    session: AsyncSession, actor: Principal, training_id: UUID, attachment_id: UUID
) -> TrainingRead:
    """Delete a file of the training.

    Raises `NotFound`, `AttachmentNotFound`.
    """
    training = await lock_training(session, actor, training_id)
    attachment = await get_attachment(session, training_id, attachment_id, actor=actor)
    await session.delete(attachment)
    await discard(session, [attachment.key])
    return await _change(session, actor, training, {})


async def _change(
    session: AsyncSession, actor: Principal, training: Training, values: dict[str, Any]
) -> TrainingRead:
    training.sqlmodel_update(values)
    _check_complete(training)
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


def _values(body: TrainingCreate) -> dict[str, Any]:
    values = body.model_dump(exclude={"version"})
    return values | {
        "description_text_en": get_plain_text(body.description_en),
        "description_text_ar": get_plain_text(body.description_ar),
    }


def _check_complete(training: Training) -> None:
    lacking = [field for field in REQUIRED_FIELDS if not getattr(training, field)]
    if training.status is TrainingStatus.PUBLISHED and lacking:
        raise TrainingIncomplete(
            fields=[
                FieldProblem(field=field, code="field.missing", message="Fill in this field.")
                for field in lacking
            ]
        )


async def _find_free_code(session: AsyncSession, original: Training) -> str:
    """Append the first number from 2 on that is free in the organization."""
    stem = original.code[:_MAX_STEM]
    taken = set(
        await session.scalars(
            select(col(Training.code)).where(
                col(Training.organization_id) == original.organization_id,
                col(Training.code).startswith(f"{stem}-", autoescape=True),
            )
        )
    )
    return next(code for number in count(2) if (code := f"{stem}-{number}") not in taken)
