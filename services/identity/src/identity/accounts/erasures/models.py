"""Requests of people to be erased. The rows stay, as the record of what was decided."""

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
"""It can still come to an erasure."""


class Erasure(Table, table=True):
    """Somebody asks to be erased. Whoever changes it has locked the person's account."""

    __tablename__ = "erasures"
    __table_args__ = (
        # One at a time, also when it is asked for twice at once.
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
    """The admin who requested it; null where the person did."""
    reason: str = ""
    """In the words of the person, or of the admin; emptied with the erasure."""
    check_number: int = 1
    """Which check of the services runs, or ran last."""
    answered: list[str] = Field(sa_column=Column(ARRAY(String(20)), nullable=False))
    """The services that have answered it."""
    obstacles: list[str] = Field(sa_column=Column(ARRAY(String(40)), nullable=False))
    """What they found, and identity itself."""
    comment: str | None = None
    """What the admin said."""
    decided_by: UUID | None = Field(default=None, foreign_key="users.id")
    decided_at: datetime | None = timestamp(nullable=True)
    erased_at: datetime | None = timestamp(nullable=True)
    repeats: int = 0
    """How often the erasure was published again."""
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
