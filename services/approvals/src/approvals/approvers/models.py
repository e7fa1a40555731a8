"""The table of assignments to levels."""

from enum import StrEnum
from uuid import UUID

from sqlalchemy import ForeignKey
from sqlmodel import Field

from approvals.tables import Table


class Rule(StrEnum):
    """When a level is satisfied: by one of its approvers, or by every one."""

    ANY = "any"
    ALL = "all"


class LevelApprover(Table, table=True):
    """A user who approves at a level."""

    __tablename__ = "level_approvers"

    level_id: UUID = Field(
        primary_key=True, sa_column_args=[ForeignKey("levels.id", ondelete="CASCADE")]
    )
    user_id: UUID = Field(primary_key=True, index=True)
