"""What the API says about notes."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, StringConstraints


class NoteCreate(InputModel):
    """Something that approvers should know."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=2000)]


class NoteRead(BaseModel):
    """What somebody noted. The names are missing until identity's profile has come."""

    id: UUID
    submission: int
    """The round in which it was written."""
    user_id: UUID
    name_en: str | None
    name_ar: str | None
    text: str
    created_at: datetime


class NoteList(BaseModel):
    """All notes about the content of a request, in whichever round they were written."""

    data: list[NoteRead]
    """Oldest first."""
