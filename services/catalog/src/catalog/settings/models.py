"""The application's settings, a row for each group."""

from datetime import datetime
from typing import Any
from uuid import UUID

from kit.db import timestamp
from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from catalog.tables import Table


class SettingsGroup(Table, table=True):
    """One group of settings; `schemas.Settings` has a field of the same name."""

    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    value: Any = Field(sa_column=Column(JSONB, nullable=False))
    """An object, or the list of required documents."""
    version: int = 1
    updated_by: UUID | None = None
    """The user who changed it last; none for a default."""
    updated_at: datetime = timestamp(default_now=True)
