"""The table of assignments to levels."""

from enum import StrEnum
from uuid import UUID

from kit.db import new_id
from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint
from sqlmodel import Field

from approvals.tables import Table


class Rule(StrEnum):
    """When a level is satisfied: by one of its approvers, or by every one."""

    ANY = "any"
    ALL = "all"


class LevelApprover(Table, table=True):
    """A user, or everybody who has a role, who approves at a level."""

    __tablename__ = "level_approvers"
    __table_args__ = (
        UniqueConstraint("level_id", "user_id", name="uq_level_approvers_user"),
        UniqueConstraint("level_id", "role_id", name="uq_level_approvers_role"),
        CheckConstraint("(user_id IS NULL) <> (role_id IS NULL)", name="user_or_role"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    level_id: UUID = Field(sa_column_args=[ForeignKey("levels.id", ondelete="CASCADE")])
    user_id: UUID | None = Field(default=None, index=True)
    role_id: UUID | None = Field(default=None, index=True)
