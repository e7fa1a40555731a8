"""The table of wordings."""

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
    """How a kind is worded from `created_at` on, until a newer version. Rows are never changed."""

    __tablename__ = "wording_versions"
    __table_args__ = (UniqueConstraint("kind", "version", name="uq_wording_versions_version"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    kind: Kind = Field(sa_type=OpenEnum(Kind))
    version: int
    """1 is the first that an administrator has saved."""
    texts: dict[str, Any] = Field(sa_type=JSONB)
    """By language, the parts that differ from the packaged text; empty where none does."""
    author_id: UUID
    created_at: datetime = timestamp(default_now=True)
