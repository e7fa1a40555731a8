"""A request for one's data, as the person sees it."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from identity.accounts.data_requests.models import DataRequestStatus


class DataRequestRead(BaseModel):
    """How far a request is."""

    id: UUID
    status: DataRequestStatus
    answered: int
    """How many services have answered wholly."""
    services: int
    """How many there are."""
    size: int | None
    """Bytes of the file."""
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime
    """Until when the file can be downloaded, once it is ready."""
