from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id
from sqlalchemy import ARRAY, CheckConstraint, Column, ForeignKey, UniqueConstraint, Uuid, text
from sqlmodel import Field

from approvals.tables import Table


class Rule(StrEnum):
    """A level is satisfied by any one of its approvers, or only by all of them."""

    ANY = "any"
    ALL = "all"


def _cover_column() -> Any:
    ids: Column[list[UUID]] = Column(
        ARRAY(Uuid), nullable=False, server_default=text("'{}'::uuid[]")
    )
    return Field(default_factory=list, sa_column=ids)


class LevelApprover(Table, table=True):
    """Assignment of a user, or of all holders of a role, to a level."""

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
    organization_ids: list[UUID] = _cover_column()
    """Organizations whose requests are covered; empty means all."""
    state_ids: list[UUID] = _cover_column()
    """Regions whose organizations are covered; empty means all."""
    category_ids: list[UUID] = _cover_column()
    """Categories whose announcements and applications are covered; empty means all."""
