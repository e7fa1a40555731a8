"""What candidates read of the sessions that they are in."""

from uuid import UUID

from pydantic import BaseModel


class SessionLink(BaseModel):
    """Where a session is attended online."""

    session_id: UUID
    online_url: str
