"""The table of levels."""

from datetime import datetime
from uuid import UUID

from contracts import ContentType
from kit.database.db import new_id, timestamp
from kit.database.tables import choice
from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from approvals.approvers.models import Rule
from approvals.tables import Table


class Level(Table, table=True):
    """A stage that requests of a content type go through."""

    __tablename__ = "levels"
    __table_args__ = (
        # Deferred, so that levels can change places within a transaction.
        UniqueConstraint(
            "content_type",
            "position",
            name="uq_levels_position",
            deferrable=True,
            initially="DEFERRED",
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    content_type: ContentType = choice(ContentType)
    position: int
    """From 1, without gaps."""
    name_en: str
    name_ar: str
    rule: Rule = choice(Rule)
    target_days: int
    """In so many working days a request that comes to the level is to be decided."""
    escalate_after: int | None = None
    """In so many working days after the target a request that still waits is given on; None leaves
    it there."""
    escalate_to: UUID | None = None
    """The user to whom it is given then; None is the next level."""
    unattended_since: datetime | None = timestamp(nullable=True)
    """Since when nobody approves at the level; admins have been told."""
    created_at: datetime = timestamp(default_now=True)
