from uuid import UUID

from kit.database.db import new_id
from sqlmodel import Field

from notifications.tables import Table


class CannedAnswer(Table, table=True):
    """Reusable answer in both languages; `{name}` marks a placeholder."""

    __tablename__ = "canned_answers"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name_en: str = Field(max_length=100)
    """Label in the list of canned answers."""
    name_ar: str = Field(max_length=100)
    text_en: str
    text_ar: str
    position: int
    version: int = 1
    """Incremented by every change except to the position."""
