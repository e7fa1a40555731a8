"""The table of devices."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import choice
from sqlalchemy import CheckConstraint
from sqlmodel import Field

from notifications.tables import Table


class DeviceKind(StrEnum):
    """By what a device is reached."""

    FCM = "fcm"
    """Firebase, by a registration token."""
    FID = "fid"
    """Firebase, by an installation id."""
    WEB_PUSH = "web_push"
    """The browser's own push service, by an address there."""


class Device(Table, table=True):
    """A browser that takes push messages, and who last signed in on it."""

    __tablename__ = "devices"
    __table_args__ = (
        CheckConstraint(
            "(kind = 'web_push') = (p256dh IS NOT NULL AND auth IS NOT NULL)", name="keys"
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    token: str = Field(unique=True)
    """What names it to Firebase, or its address at a push service: who has it may push there."""
    kind: DeviceKind = choice(DeviceKind)
    p256dh: str | None = None
    """The browser's public key, to which Web Push encrypts."""
    auth: str | None = None
    """The secret that Web Push shares with the browser."""
    user_id: UUID = Field(index=True)
    session_id: UUID | None = Field(default=None, index=True)
    """The session in which it was registered last: with it the device goes."""
    created_at: datetime = timestamp(default_now=True)
    last_seen_at: datetime = timestamp(default_now=True)
