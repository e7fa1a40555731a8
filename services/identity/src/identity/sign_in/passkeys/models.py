"""Passkeys."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import BigInteger
from sqlmodel import Field

from identity.tables import Table

NAME_LENGTH = 60


class Passkey(Table, table=True):
    """A key pair in an authenticator of a user, such as a phone; we have the public one."""

    __tablename__ = "passkeys"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    credential_id: bytes = Field(unique=True)
    """What the authenticator calls it."""
    public_key: bytes
    """In COSE's form."""
    sign_count: int = Field(sa_type=BigInteger)
    """How often it was used, as the authenticator says; 0 where it does not count."""
    name: str = Field(max_length=NAME_LENGTH)
    created_at: datetime = timestamp(default_now=True)
    last_used_at: datetime | None = timestamp(nullable=True)
