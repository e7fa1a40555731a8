"""The table of assignments to levels."""

from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id
from sqlalchemy import ARRAY, CheckConstraint, Column, ForeignKey, UniqueConstraint, Uuid, text
from sqlmodel import Field

from approvals.tables import Table


class Rule(StrEnum):
    """When a level is satisfied: by one of its approvers, or by every one."""

    ANY = "any"
    ALL = "all"


def _covered() -> Any:
    ids: Column[list[UUID]] = Column(
        ARRAY(Uuid), nullable=False, server_default=text("'{}'::uuid[]")
    )
    return Field(default_factory=list, sa_column=ids)


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
    organization_ids: list[UUID] = _covered()
    """On whose requests; with none on everybody's."""
    state_ids: list[UUID] = _covered()
    """Of which regions the organizations are."""
    category_ids: list[UUID] = _covered()
    """On announcements of which categories, and on applications to them."""
