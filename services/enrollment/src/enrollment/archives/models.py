from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, Column, Index, Uuid
from sqlmodel import Field

from enrollment.tables import Table


class PaperArchive(Table, table=True):
    """Certificates requested as one ZIP file, ready once all PDFs are made.

    The file is created while being sent and is never stored.
    """

    __tablename__ = "paper_archives"
    __table_args__ = (
        Index("ix_paper_archives_user", "user_id", "created_at"),
        Index("ix_paper_archives_ends", "ends_at"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    """Requesting user, the only one who may see it."""
    organization_id: UUID | None = None
    """Organization of the user; None for admins."""
    certificate_ids: list[UUID] = Field(sa_column=Column(ARRAY(Uuid), nullable=False))
    batch_code: str | None = None
    """Set if all certificates are of one batch."""
    created_at: datetime = timestamp(default_now=True)
    ends_at: datetime = timestamp()
    """Time of expiry."""
