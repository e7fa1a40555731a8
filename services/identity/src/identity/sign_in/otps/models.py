from datetime import datetime
from uuid import UUID

from contracts.identity import OtpPurpose
from kit.database.db import new_id, timestamp
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.tables import Table, choice


class Otp(Table, table=True):
    """A one-time code. For a verification, only the newest one of a recipient counts.

    A reset for an unknown address creates a row without a user and with an unknown code.
    So limits and responses do not reveal accounts.
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
    """Keyed hash of the purpose and of the user or address."""
    requester: bytes
    """Keyed hash of the recipient and the requester, by which limits count."""
    request_hash: bytes | None = Field(default=None, unique=True)
    """Hash of the token that the requester of a reset sends with the code.

    Others cannot use up the code's attempts without it.
    """
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    email: str | None = Field(default=None, max_length=254)
    """New address to verify, if it is not the user's yet."""
    code_id: UUID
    """Row ID that the hash includes: its own, or that of the row whose mailed code it shares."""
    code_hash: bytes
    digits: int
    attempts: int = 0
    created_at: datetime = timestamp(default_now=True, index=True)
    expires_at: datetime = timestamp()
    used_at: datetime | None = timestamp(nullable=True)
    reset_hash: bytes | None = Field(default=None, unique=True)
    """Hash of the token for which the code of a password reset was exchanged."""
