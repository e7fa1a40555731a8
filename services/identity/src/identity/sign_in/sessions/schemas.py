"""Sessions as their users and admins see them."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel


class SessionRead(BaseModel):
    """A browser in which the user is signed in."""

    id: UUID
    user_agent: str
    created_at: datetime
    used_at: datetime
    """When it last got a token: within ten minutes of its last use."""


class OwnSession(SessionRead):
    """A browser in which the caller is signed in."""

    is_current: bool
    """The one that asks."""
