from datetime import datetime, time
from typing import Any
from uuid import UUID

from kit.database.db import timestamp
from sqlalchemy import CheckConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from notifications.tables import Table


class Preference(Table, table=True):
    """Choices of a user; without a row, every subject is sent at once."""

    __tablename__ = "preferences"
    __table_args__ = (
        CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until",
            name="quiet_hours",
        ),
    )

    user_id: UUID = Field(primary_key=True)
    muted: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    """Muted subjects by channel."""
    quiet_from: time | None = None
    """In Riyadh, like all times here."""
    quiet_until: time | None = None
    updated_at: datetime = timestamp(default_now=True)
