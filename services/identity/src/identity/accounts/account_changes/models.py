from datetime import datetime
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.tables import Table

SIGN_IN_DETAILS = ("email", "phone", "civil_number", "passport_number", "passport_country")


class AccountChange(Table, table=True):
    """A change that a link sent to the former address can revert until it expires."""

    __tablename__ = "account_changes"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    changed_by: UUID
    """ID of the user who made the change."""
    email: str = Field(max_length=254)
    """Former address, to which the link is sent."""
    before: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """Former values of the changed `SIGN_IN_DETAILS`, by field."""
    verified_at: datetime = timestamp()
    """Time at which the former address was verified."""
    token_hash: bytes = Field(unique=True)
    created_at: datetime = timestamp(default_now=True)
    expires_at: datetime = timestamp(index=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """Time at which this change or an earlier one was reverted."""
