from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from identity.tables import Table


class OpenIdLink(Table, table=True):
    """A provider account with which a user signs in."""

    __tablename__ = "openid_links"
    __table_args__ = (UniqueConstraint("issuer", "subject"), UniqueConstraint("user_id", "issuer"))

    id: UUID = Field(default_factory=new_id, primary_key=True)
    issuer: str = Field(max_length=300)
    subject: str = Field(max_length=255)
    """Permanent ID of the account at the provider."""
    user_id: UUID = Field(foreign_key="users.id")
    created_at: datetime = timestamp(default_now=True)
    last_used_at: datetime | None = timestamp(nullable=True)
