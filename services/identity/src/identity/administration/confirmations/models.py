"""Requests that wait for another admin."""

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
    """The actions that another admin confirms."""

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
    """An action that its requester could take, and another admin has to confirm."""

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
    """The record that the action changes, by the kind."""
    user_id: UUID | None = Field(
        default=None, foreign_key="users.id", index=True, ondelete="CASCADE"
    )
    """The person whose data the request holds."""
    details: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """The body of the request that is carried out once it is confirmed."""
    summary: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    """The subject's names and the changes, as the queue shows them."""
    requested_by: UUID = Field(foreign_key="users.id")
    for_operator: bool = False
    """No other admin could confirm it when it was requested."""
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
