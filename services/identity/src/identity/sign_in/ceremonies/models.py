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
    SECOND_FACTOR = "second_factor"
    """Sign-in that awaits a second-factor code after the right password."""
    PASSKEY_REGISTRATION = "passkey_registration"
    PASSKEY_LOGIN = "passkey_login"
    OPENID_LOGIN = "openid_login"
    OPENID_LINK = "openid_link"
    """Provider account that awaits the user's sign-in here, to connect both."""


class Ceremony(Table, table=True):
    """A sign-in or registration that takes several requests.

    Finishing deletes the row, so each ceremony finishes once.
    """

    __tablename__ = "ceremonies"

    hash: bytes = Field(primary_key=True)
    """Hash of the token with which the client continues."""
    purpose: Purpose = choice(Purpose)
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    """None while the user is unknown."""
    data: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    expires_at: datetime = timestamp(index=True)
