"""What is remembered between the requests of a ceremony."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import timestamp
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.tables import Table, choice


class Purpose(StrEnum):
    """What a ceremony does."""

    SECOND_FACTOR = "second_factor"
    """Signing in: the password was right, a code is asked for."""
    PASSKEY_REGISTRATION = "passkey_registration"
    PASSKEY_LOGIN = "passkey_login"
    OPENID_LOGIN = "openid_login"
    OPENID_LINK = "openid_link"
    """An account at the provider waits for its user to sign in here."""


class Ceremony(Table, table=True):
    """One that has begun. It is deleted when it is finished, so each is finished once."""

    __tablename__ = "ceremonies"

    hash: bytes = Field(primary_key=True)
    """The hash of the token that whoever began it goes on with."""
    purpose: Purpose = choice(Purpose)
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    """None while nobody knows who it is."""
    data: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    expires_at: datetime = timestamp(index=True)
