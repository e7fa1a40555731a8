from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import Field

from catalog.batches.schemas import MAX_SAVED


class SavedBatches(InputModel):
    """IDs of saved batches; the list of batches shows them by `id`."""

    batch_ids: Annotated[list[UUID], Field(max_length=MAX_SAVED)]
