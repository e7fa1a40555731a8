from uuid import UUID

from pydantic import BaseModel


class SessionLink(BaseModel):
    """Online link of a session."""

    session_id: UUID
    online_url: str
