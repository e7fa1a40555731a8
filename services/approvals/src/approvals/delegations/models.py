"""The table of delegations."""

from datetime import date, datetime
from uuid import UUID

from contracts import ContentType
from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, CheckConstraint, Column, Index, String, text
from sqlmodel import Field

from approvals.tables import Table


class Delegation(Table, table=True):
    """An approver is away for some days, and somebody else may decide for them.

    They may still decide themselves. It counts from the beginning of its first day to the end of
    its last one, unless it was ended before.
    """

    __tablename__ = "delegations"
    __table_args__ = (
        CheckConstraint("first_day <= last_day", name="days"),
        CheckConstraint("user_id <> delegate_id", name="other"),
        Index("ix_delegations_user_id", "user_id", "last_day"),
        Index("ix_delegations_delegate_id", "delegate_id", "last_day"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    """Who is away."""
    delegate_id: UUID
    """The user who decides for them."""
    content_types: list[ContentType] = Field(
        default_factory=list,
        sa_column=Column(ARRAY(String(40)), nullable=False, server_default=text("'{}'")),
    )
    """What it is for; all of them where it is empty."""
    first_day: date
    last_day: date
    created_at: datetime = timestamp(default_now=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """When it was ended before its last day was over."""
