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
    """One stage in the approval of a content type."""

    __tablename__ = "levels"
    __table_args__ = (
        # Deferred, so levels can swap positions within a transaction.
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
    """Position from 1, without gaps."""
    name_en: str
    name_ar: str
    rule: Rule = choice(Rule)
    target_days: int
    """Working days from reaching the level to its decision deadline."""
    escalate_after: int | None = None
    """Working days from the deadline to escalation; null for no escalation."""
    escalate_to: UUID | None = None
    """User who decides after escalation; null for the next level."""
    unattended_since: datetime | None = timestamp(nullable=True)
    """Time since the level has had no approver; admins were notified."""
    created_at: datetime = timestamp(default_now=True)
