"""Saved batches of candidates."""

from datetime import datetime
from uuid import UUID

from kit.database.db import timestamp
from sqlmodel import Field

from catalog.tables import Table


class SavedBatch(Table, table=True):
    """Batch saved by a candidate's profile."""

    __tablename__ = "saved_batches"

    profile_id: UUID = Field(primary_key=True)
    batch_id: UUID = Field(primary_key=True, foreign_key="batches.id", index=True)
    created_at: datetime = timestamp(default_now=True)
