"""The table of devices."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import new_id, timestamp
from kit.tables import choice
from sqlmodel import Field

from notifications.tables import Table


class DeviceKind(StrEnum):
    """What names the device to the push provider: a registration token or an installation id."""

    FCM = "fcm"
    FID = "fid"


class Device(Table, table=True):
    """A browser that takes push messages, and who last signed in on it."""

    __tablename__ = "devices"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    token: str = Field(unique=True)
    kind: DeviceKind = choice(DeviceKind)
    user_id: UUID = Field(index=True)
    created_at: datetime = timestamp(default_now=True)
    last_seen_at: datetime = timestamp(default_now=True)
