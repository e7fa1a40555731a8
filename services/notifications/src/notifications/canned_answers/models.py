"""The table of canned answers."""

from uuid import UUID

from kit.database.db import new_id
from sqlmodel import Field

from notifications.tables import Table


class CannedAnswer(Table, table=True):
    """What inquiries are often answered, in both languages, with `{name}` where a value is put
    in."""

    __tablename__ = "canned_answers"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name_en: str = Field(max_length=100)
    """What those who answer find it by."""
    name_ar: str = Field(max_length=100)
    text_en: str
    text_ar: str
    position: int
    version: int = 1
    """Raised by all that changes it but its place."""
