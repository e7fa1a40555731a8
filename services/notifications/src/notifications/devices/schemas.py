"""What the API says about devices."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, StringConstraints

from notifications.devices.models import DeviceKind


class DeviceCreate(BaseModel):
    """A device as the browser knows it."""

    token: Annotated[str, StringConstraints(min_length=8, max_length=1024, pattern=r"^[!-~]+$")]
    kind: DeviceKind = DeviceKind.FCM


class DeviceRead(BaseModel):
    """A registered device, without its token."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: DeviceKind
    created_at: datetime
    last_seen_at: datetime
