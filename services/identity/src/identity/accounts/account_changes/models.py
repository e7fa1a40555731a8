"""Changes that their account's holder can revert."""

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
    """A change that the former address can revert by a link until it expires."""

    __tablename__ = "account_changes"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    changed_by: UUID
    """A user."""
    email: str = Field(max_length=254)
    """The address of before, which the link is sent to."""
    before: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """The changed fields of `SIGN_IN_DETAILS` with their former values."""
    verified_at: datetime = timestamp()
    """When the address of before was verified."""
    token_hash: bytes = Field(unique=True)
    created_at: datetime = timestamp(default_now=True)
    expires_at: datetime = timestamp(index=True)
    ended_at: datetime | None = timestamp(nullable=True)
    """When it was reverted, or an earlier change was."""
