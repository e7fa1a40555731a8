from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlmodel import Field

from identity.tables import Table


class SignInSession(Table, table=True):
    """A signed-in browser."""

    __tablename__ = "sessions"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    user_agent: str = Field(default="", max_length=300)
    created_at: datetime = timestamp(default_now=True)
    expires_at: datetime = timestamp(index=True)
    """Extended by each refresh, up to the session's maximum lifetime."""
    ended_at: datetime | None = timestamp(nullable=True, index=True)


class RefreshToken(Table, table=True):
    """A refresh token by its hash. Used ones are kept to detect theft."""

    __tablename__ = "refresh_tokens"

    hash: bytes = Field(primary_key=True)
    session_id: UUID = Field(foreign_key="sessions.id", index=True, ondelete="CASCADE")
    parent: bytes | None = None
    """Hash of the token that it replaces."""
    created_at: datetime = timestamp(default_now=True)
    used_at: datetime | None = timestamp(nullable=True)
