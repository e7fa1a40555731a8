"""What people want to be told of."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from catalog.tables import Table


class TrainingAlert(Table, table=True):
    """A candidate is told of each new batch of a training, in all cities or in one."""

    __tablename__ = "training_alerts"
    __table_args__ = (
        UniqueConstraint(
            "user_id",
            "training_id",
            "city_id",
            name="uq_training_alerts_user_id",
            postgresql_nulls_not_distinct=True,
        ),
        # Portions of a training's alerts.
        Index("ix_training_alerts_training", "training_id", "id"),
        Index("ix_training_alerts_city", "city_id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID
    training_id: UUID = Field(foreign_key="trainings.id", ondelete="CASCADE")
    city_id: UUID | None = Field(default=None, foreign_key="cities.id", ondelete="CASCADE")
    """None: wherever it is, online too."""
    created_at: datetime = timestamp(default_now=True)
