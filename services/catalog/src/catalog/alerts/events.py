from collections.abc import Sequence
from uuid import UUID

from contracts.catalog import BatchAlerted

from catalog.batches.models import Batch
from catalog.places.models import City
from catalog.trainings.models import Training


def batch_alerted(
    batch: Batch, training: Training, city: City | None, user_ids: Sequence[UUID]
) -> BatchAlerted:
    """Create the event that a batch matches these users' alerts."""
    return BatchAlerted(
        batch_id=batch.id,
        training_id=training.id,
        title_en=training.title_en,
        title_ar=training.title_ar,
        city_en=city.name_en if city else "",
        city_ar=city.name_ar if city else "",
        starts_at=batch.starts_at,
        enrollment_opens_at=batch.enrollment_opens_at,
        enrollment_closes_at=batch.enrollment_closes_at,
        user_ids=tuple(user_ids),
    )
