"""Files that are to be deleted."""

from datetime import datetime
from uuid import UUID

from kit.db import new_id, timestamp
from sqlmodel import Field

from identity.tables import Table


class DiscardedFile(Table, table=True):
    """A stored file that nothing refers to, deleted once it is due.

    The row is written before a new file is, and removed by the transaction that refers to the
    file: a file whose transaction fails is cleaned up like a replaced one.
    """

    __tablename__ = "discarded_files"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    key: str = Field(index=True)
    due_at: datetime = timestamp(index=True)
