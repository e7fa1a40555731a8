from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import choice
from sqlalchemy import CheckConstraint
from sqlmodel import Field

from notifications.tables import Table


class DeviceKind(StrEnum):
    """Service through which a device receives pushes."""

    FCM = "fcm"
    """Firebase, by a registration token."""
    FID = "fid"
    """Firebase, by an installation ID."""
    WEB_PUSH = "web_push"
    """The browser's own push service, by an endpoint URL."""


class Device(Table, table=True):
    """Browser that receives pushes, and the user who last signed in on it."""

    __tablename__ = "devices"
    __table_args__ = (
        CheckConstraint(
            "(kind = 'web_push') = (p256dh IS NOT NULL AND auth IS NOT NULL)", name="keys"
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    token: str = Field(unique=True)
    """Firebase token or push endpoint. A secret: it allows pushing to the device."""
    kind: DeviceKind = choice(DeviceKind)
    p256dh: str | None = None
    """The browser's public key, for Web Push encryption."""
    auth: str | None = None
    """Shared secret for Web Push encryption."""
    user_id: UUID = Field(index=True)
    session_id: UUID | None = Field(default=None, index=True)
    """Session that last registered the device; deleted when that ends."""
    created_at: datetime = timestamp(default_now=True)
    last_seen_at: datetime = timestamp(default_now=True)
