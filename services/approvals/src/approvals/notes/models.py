from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import ForeignKey
from sqlmodel import Field

from approvals.tables import Table


class Note(Table, table=True):
    """An immutable note about a request, visible only to approvers."""

    __tablename__ = "notes"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    request_id: UUID = Field(
        index=True, sa_column_args=[ForeignKey("requests.id", ondelete="CASCADE")]
    )
    user_id: UUID
    """Author of the note."""
    text: str
    created_at: datetime = timestamp(default_now=True)
