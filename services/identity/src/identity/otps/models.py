"""One-time codes that were sent."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import new_id, timestamp
from sqlalchemy import Index
from sqlmodel import Field

from identity.tables import Table, choice


class OtpPurpose(StrEnum):
    """What a code proves."""

    VERIFICATION = "verification"
    PASSWORD_RESET = "password_reset"  # noqa: S105


class Otp(Table, table=True):
    """A one-time code. Only the newest one of a recipient counts.

    A reset asked for an address that nobody has leaves a row too, with no user and a code that
    nobody knows: so limits and answers are the same as for an address that somebody has.
    """

    __tablename__ = "otps"
    __table_args__ = (Index("ix_otps_recipient", "recipient", "created_at"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    purpose: OtpPurpose = choice(OtpPurpose)
    recipient: bytes
    """A keyed hash of the purpose and of the user or address that it was asked for."""
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    code_hash: bytes
    attempts: int = 0
    created_at: datetime = timestamp(default_now=True, index=True)
    expires_at: datetime = timestamp()
    used_at: datetime | None = timestamp(nullable=True)
    reset_hash: bytes | None = Field(default=None, unique=True)
    """The hash of the token that the right code of a password reset was exchanged for."""
