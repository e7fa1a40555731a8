from datetime import datetime
from uuid import UUID

from contracts.identity import ErasureStatus
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from identity.tables import Table, choice

RUNNING = (ErasureStatus.CHECKING, ErasureStatus.REQUESTED, ErasureStatus.APPROVED)
"""Statuses from which the person can still be erased."""


class Erasure(Table, table=True):
    """A permanent record of a request to erase a person. Lock their account to change it."""

    __tablename__ = "erasures"
    __table_args__ = (
        # At most one at a time, also for concurrent requests.
        Index(
            "uq_erasures_running",
            "user_id",
            unique=True,
            postgresql_where=text("status IN ('checking', 'requested', 'approved')"),
        ),
        Index("ix_erasures_created_at", "created_at", "id"),
        Index("ix_erasures_status", "status", "created_at", "id"),
        Index("ix_erasures_repeat_at", "repeat_at", postgresql_where=text("repeat_at IS NOT NULL")),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
    status: ErasureStatus = choice(ErasureStatus, ErasureStatus.CHECKING)
    requested_by: UUID | None = None
    """ID of the admin who requested it; null if the person did."""
    reason: str = ""
    """Words of the person or the admin; emptied by the erasure."""
    check_number: int = 1
    """Number of the current or last check of the services."""
    answered: list[str] = Field(sa_column=Column(ARRAY(String(20)), nullable=False))
    """Services that have answered the check."""
    obstacles: list[str] = Field(sa_column=Column(ARRAY(String(40)), nullable=False))
    """Obstacles found by the services and by identity."""
    comment: str | None = None
    """The admin's comment on the decision."""
    decided_by: UUID | None = Field(default=None, foreign_key="users.id")
    decided_at: datetime | None = timestamp(nullable=True)
    erased_at: datetime | None = timestamp(nullable=True)
    repeats: int = 0
    """Number of times that the erasure was published."""
    repeat_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    created_at: datetime = timestamp(default_now=True)


ERASURE_STATES = StateMachine(
    Erasure.status,
    {
        ErasureStatus.CHECKING: {
            ErasureStatus.REQUESTED,
            ErasureStatus.BLOCKED,
            ErasureStatus.WITHDRAWN,
        },
        ErasureStatus.REQUESTED: {
            ErasureStatus.APPROVED,
            ErasureStatus.REJECTED,
            ErasureStatus.WITHDRAWN,
        },
        ErasureStatus.APPROVED: {ErasureStatus.ERASED, ErasureStatus.BLOCKED},
        ErasureStatus.ERASED: frozenset(),
        ErasureStatus.BLOCKED: frozenset(),
        ErasureStatus.REJECTED: frozenset(),
        ErasureStatus.WITHDRAWN: frozenset(),
    },
)
