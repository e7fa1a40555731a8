from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.administration.confirmations.errors import ConfirmationClosed
from identity.tables import Table, choice


class ConfirmationKind(StrEnum):
    ACCOUNT = "account"
    """A change of a user; the subject is the user."""
    CANDIDATE = "candidate"
    """A change of a candidate; the subject is the profile."""
    NUMBER_CASE = "number_case"
    """A decision about an ID number; the subject is the case."""


class ConfirmationStatus(StrEnum):
    """`open → confirmed | declined | expired`."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    EXPIRED = "expired"


class Confirmation(Table, table=True):
    """An action that waits for the confirmation of a second admin."""

    __tablename__ = "confirmations"
    __table_args__ = (
        Index(
            "uq_confirmations_open",
            "kind",
            "subject_id",
            unique=True,
            postgresql_where=text("status = 'open'"),
        ),
        Index("ix_confirmations_created_at", "created_at", "id"),
        Index("ix_confirmations_status", "status", "created_at", "id"),
        Index(
            "ix_confirmations_expires_at",
            "expires_at",
            postgresql_where=text("status = 'open'"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    kind: ConfirmationKind = choice(ConfirmationKind)
    subject_id: UUID
    """ID of the record to change; its table depends on the kind."""
    user_id: UUID | None = Field(
        default=None, foreign_key="users.id", index=True, ondelete="CASCADE"
    )
    """Person whose data the request contains."""
    details: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """Body of the request to apply on confirmation."""
    summary: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """The subject's names and the changes to show in the queue."""
    requested_by: UUID = Field(foreign_key="users.id")
    for_operator: bool = False
    """True if no other admin could confirm it when it was requested."""
    status: ConfirmationStatus = choice(ConfirmationStatus, ConfirmationStatus.OPEN)
    decided_by: UUID | None = Field(default=None, foreign_key="users.id")
    """None for the operator."""
    decided_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)
    expires_at: datetime = timestamp()


CONFIRMATION_STATES = StateMachine(
    Confirmation.status,
    {
        ConfirmationStatus.OPEN: {
            ConfirmationStatus.CONFIRMED,
            ConfirmationStatus.DECLINED,
            ConfirmationStatus.EXPIRED,
        },
        ConfirmationStatus.CONFIRMED: frozenset(),
        ConfirmationStatus.DECLINED: frozenset(),
        ConfirmationStatus.EXPIRED: frozenset(),
    },
    refusal=ConfirmationClosed,
)
