"""What goes in and out of the endpoints of saved batches."""

from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import Field

from catalog.batches.schemas import MAX_SAVED


class SavedBatches(InputModel):
    """Batches that are kept in mind, by their ids; the list of batches shows them by `id`."""

    batch_ids: Annotated[list[UUID], Field(max_length=MAX_SAVED)]
