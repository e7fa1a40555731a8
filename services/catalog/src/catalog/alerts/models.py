"""Alerts of candidates."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from catalog.tables import Table


class TrainingAlert(Table, table=True):
    """Alert of a candidate for new batches of a training, in all cities or in one."""

    __tablename__ = "training_alerts"
    __table_args__ = (
        UniqueConstraint(
            "user_id",
            "training_id",
            "city_id",
            name="uq_training_alerts_user_id",
            postgresql_nulls_not_distinct=True,
        ),
        # Reads a training's alerts in chunks.
        Index("ix_training_alerts_training", "training_id", "id"),
        Index("ix_training_alerts_city", "city_id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    training_id: UUID = Field(foreign_key="trainings.id", ondelete="CASCADE")
    city_id: UUID | None = Field(default=None, foreign_key="cities.id", ondelete="CASCADE")
    """None: any city, and online batches."""
    created_at: datetime = timestamp(default_now=True)
