from collections.abc import AsyncIterator

from contracts.catalog import TrainingUpdated
from kit.database.db import AsyncSession
from sqlalchemy import select

from catalog.trainings.models import Training, TrainingStatus


def training_updated(training: Training) -> TrainingUpdated:
    """Create the event with a training's state; its sequence is the training's version."""
    return TrainingUpdated(
        training_id=training.id,
        organization_id=training.organization_id,
        code=training.code,
        title_en=training.title_en,
        title_ar=training.title_ar,
        published=training.status is TrainingStatus.PUBLISHED,
    )


async def iterate_trainings(session: AsyncSession) -> AsyncIterator[tuple[TrainingUpdated, int]]:
    """Yield the event and sequence of each training."""
    async for training in await session.stream_scalars(select(Training)):
        yield training_updated(training), training.version
