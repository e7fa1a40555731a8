from datetime import date, datetime
from uuid import UUID

from contracts import ContentType
from kit.database.db import new_id, timestamp
from sqlalchemy import ARRAY, CheckConstraint, Column, Index, String, text
from sqlmodel import Field

from approvals.tables import Table


class Delegation(Table, table=True):
    """Days on which another admin may decide for an approver.

    The approver may still decide too. It runs from the start of the first day to the end of the
    last, unless ended earlier.
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
    """The absent approver."""
    delegate_id: UUID
    """The user who decides instead."""
    content_types: list[ContentType] = Field(
        default_factory=list,
        sa_column=Column(ARRAY(String(40)), nullable=False, server_default=text("'{}'")),
    )
    """Covered content types; empty means all."""
    first_day: date
    last_day: date
    created_at: datetime = timestamp(default_now=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """Time of an early end."""
