from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import BigInteger
from sqlmodel import Field

from identity.tables import Table

NAME_LENGTH = 60


class Passkey(Table, table=True):
    """The public key of a key pair in a user's authenticator, such as a phone."""

    __tablename__ = "passkeys"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    credential_id: bytes = Field(unique=True)
    """ID that the authenticator assigned."""
    public_key: bytes
    """COSE encoding."""
    sign_count: int = Field(sa_type=BigInteger)
    """Counter of the authenticator; 0 if it does not count."""
    name: str = Field(max_length=NAME_LENGTH)
    created_at: datetime = timestamp(default_now=True)
    last_used_at: datetime | None = timestamp(nullable=True)
