"""ZIP files of certificates that people have asked for."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, Column, Index, Uuid
from sqlmodel import Field

from enrollment.tables import Table


class PaperArchive(Table, table=True):
    """The certificates whose papers somebody wants as one ZIP file. It is ready once all of the
    papers are made; the file is put together while it is sent, and stored nowhere."""

    __tablename__ = "paper_archives"
    __table_args__ = (
        Index("ix_paper_archives_user", "user_id", "created_at"),
        Index("ix_paper_archives_ends", "ends_at"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    """Who asked for it, and alone can see it."""
    organization_id: UUID | None = None
    """For which they did so; None: as an admin."""
    certificate_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    batch_code: str | None = None
    """Where all are of one batch."""
    created_at: datetime = timestamp(default_now=True)
    ends_at: datetime = timestamp()
    """It is not to be had after this."""
