from datetime import date, datetime
from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.database.db import new_id, timestamp
from kit.database.tables import Money
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from catalog.tables import Table, choice


class SettingsGroup(Table, table=True):
    """Settings group; `schemas.Settings` has a field of the same name."""

    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    value: Any = Field(sa_column=Column(JSONB, nullable=False))
    """Object, or the list of required documents. For registration fees it is unused: fees are rows
    of their own, and the group locks and versions their changes."""
    version: int = 1
    updated_by: UUID | None = None
    """User who changed it last; None for a default."""
    updated_at: datetime = timestamp(default_now=True)


class RegistrationFee(Table, table=True):
    """One-time fee for profiles of one type, from a day until the next fee begins."""

    __tablename__ = "registration_fees"
    __table_args__ = (
        UniqueConstraint("profile_type", "valid_from", name="uq_registration_fees_valid_from"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    profile_type: ProfileType = choice(ProfileType)
    amount_minor: int = Field(sa_type=Money)
    """0 is free."""
    currency: str = Field(max_length=3)
    valid_from: date
    version: int = 1
    updated_by: UUID | None = None
    """User who changed it last; None for a default."""
    created_at: datetime = timestamp(default_now=True)
