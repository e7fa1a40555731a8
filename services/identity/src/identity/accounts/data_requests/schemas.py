from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from identity.accounts.data_requests.models import DataRequestStatus


class DataRequestRead(BaseModel):
    """Progress of a data request."""

    id: UUID
    status: DataRequestStatus
    answered: int
    """Number of services that have sent all parts."""
    services: int
    """Number of services that were asked."""
    size: int | None
    """Size of the file in bytes."""
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime
    """End of the download period, once the file is ready."""
