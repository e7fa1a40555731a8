from datetime import datetime
from uuid import UUID

from pydantic import BaseModel


class SessionRead(BaseModel):
    """A browser in which the user is signed in."""

    id: UUID
    user_agent: str
    created_at: datetime
    used_at: datetime
    """Time of the last token, within ten minutes of the last use."""


class OwnSession(SessionRead):
    is_current: bool
    """True for the session of this request."""
