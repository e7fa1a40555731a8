from datetime import datetime
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.tables import OpenEnum
from sqlalchemy import UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table
from notifications.texts.models import Kind


class WordingVersion(Table, table=True):
    """Wording of a kind from `created_at` until the next version. Rows are immutable."""

    __tablename__ = "wording_versions"
    __table_args__ = (UniqueConstraint("kind", "version", name="uq_wording_versions_version"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    kind: Kind = Field(sa_type=OpenEnum(Kind))
    version: int
    """1 is the first version saved by an administrator."""
    texts: dict[str, Any] = Field(sa_type=JSONB)
    """Parts that differ from the packaged text, by language; empty if none does."""
    author_id: UUID
    created_at: datetime = timestamp(default_now=True)
