"""The application's settings, a row for each group, and the registration fees by their days."""

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
    """One group of settings; `schemas.Settings` has a field of the same name."""

    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    value: Any = Field(sa_column=Column(JSONB, nullable=False))
    """An object, or the list of required documents. That of the registration fees is not read: they
    are rows of their own, and the group locks and counts their changes."""
    version: int = 1
    updated_by: UUID | None = None
    """The user who changed it last; none for a default."""
    updated_at: datetime = timestamp(default_now=True)


class RegistrationFee(Table, table=True):
    """What a profile of one type pays once, from a day on until the next fee begins."""

    __tablename__ = "registration_fees"
    __table_args__ = (
        UniqueConstraint("profile_type", "valid_from", name="uq_registration_fees_valid_from"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    profile_type: ProfileType = choice(ProfileType)
    amount_minor: int = Field(sa_type=Money)
    """0 asks for nothing."""
    currency: str = Field(max_length=3)
    valid_from: date
    version: int = 1
    updated_by: UUID | None = None
    """The user who entered or changed it last; none for a default."""
    created_at: datetime = timestamp(default_now=True)
