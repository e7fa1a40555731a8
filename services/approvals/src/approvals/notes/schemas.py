from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, StringConstraints


class NoteCreate(InputModel):
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=2000)]


class NoteRead(BaseModel):
    """A note; the author's names are null until identity's profile event arrives."""

    id: UUID
    submission: int
    """Submission number the note was written about."""
    user_id: UUID
    name_en: str | None
    name_ar: str | None
    text: str
    created_at: datetime


class NoteList(BaseModel):
    """Notes about the request's content, from all its submissions."""

    data: list[NoteRead]
    """Oldest first."""
