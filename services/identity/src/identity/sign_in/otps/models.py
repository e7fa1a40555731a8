"""One-time codes that were sent."""

from datetime import datetime
from uuid import UUID

from contracts.identity import OtpPurpose
from kit.database.db import new_id, timestamp
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.tables import Table, choice


class Otp(Table, table=True):
    """A one-time code. Of a verification only the newest one of a recipient counts.

    A reset asked for an address that nobody has leaves a row too, with no user and a code that
    nobody knows: so limits and answers are the same as for an address that somebody has.
    """

    __tablename__ = "otps"
    __table_args__ = (
        Index("ix_otps_recipient", "recipient", "created_at"),
        Index("ix_otps_requester", "requester", "created_at"),
        Index("ix_otps_email", "email", postgresql_where=text("email IS NOT NULL")),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    purpose: OtpPurpose = choice(OtpPurpose)
    recipient: bytes
    """A keyed hash of the purpose and of the user or address that it was asked for."""
    requester: bytes
    """A keyed hash of the recipient and of the requester: what the limits count by."""
    request_hash: bytes | None = Field(default=None, unique=True)
    """The hash of what whoever asked for a password reset hands in with the code, so that nobody
    else uses up its attempts."""
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    email: str | None = Field(default=None, max_length=254)
    """The address that it is to prove, where that is not the user's yet."""
    code_id: UUID
    """What the hash is bound to: the row's own id, or that of the row whose mailed code it shares.
    """
    code_hash: bytes
    digits: int
    attempts: int = 0
    created_at: datetime = timestamp(default_now=True, index=True)
    expires_at: datetime = timestamp()
    used_at: datetime | None = timestamp(nullable=True)
    reset_hash: bytes | None = Field(default=None, unique=True)
    """The hash of the token that the right code of a password reset was exchanged for."""
