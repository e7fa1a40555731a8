from datetime import datetime
from enum import StrEnum
from uuid import UUID

from contracts.identity import NumberCaseStatus, NumberCause, NumberKind
from kit.database.db import new_id, timestamp
from kit.database.transitions import StateMachine
from sqlalchemy import Index, text
from sqlmodel import Field

from identity.tables import Table, choice

UNDECIDED = (NumberCaseStatus.OPEN, NumberCaseStatus.MORE_REQUESTED)
"""Statuses in which an admin or a party still has to act."""
_UNDECIDED = text("status IN ('open', 'more_requested')")


class Party(StrEnum):
    CLAIMANT = "claimant"
    HOLDER = "holder"


class Action(StrEnum):
    OPENED = "opened"
    DOCUMENT_ADDED = "document_added"
    MORE_REQUESTED = "more_requested"
    WITHDRAWN = "withdrawn"
    GRANTED = "granted"
    REFUSED = "refused"
    NUMBER_REMOVED = "number_removed"
    """Removed from its holder, because the claimant got it."""


class NumberCase(Table, table=True):
    """A request for a number that only an admin can assign: it is fixed, or another user has it.

    The number is stored here until the decision, so that those of accounts stay unique. Lock the
    claimant's account or this row before changing a case.
    """

    __tablename__ = "number_cases"
    __table_args__ = (
        # At most one undecided case per claimant.
        Index("uq_number_cases_claimant", "claimant_id", unique=True, postgresql_where=_UNDECIDED),
        Index("ix_number_cases_undecided", "created_at", "id", postgresql_where=_UNDECIDED),
        Index("ix_number_cases_created_at", "created_at", "id"),
        Index("ix_number_cases_number", "kind", "number"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    claimant_id: UUID = Field(foreign_key="users.id", index=True)
    holder_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    """User who has the number. Updated until the decision, then kept."""
    kind: NumberKind = choice(NumberKind)
    number: str = Field(max_length=20)
    country: str | None = Field(default=None, max_length=2)
    """Issuing country of the passport."""
    old_number: str | None = Field(default=None, max_length=20)
    """The claimant's number when the case was opened."""
    cause: NumberCause = choice(NumberCause)
    reason: str
    """Words of the claimant; may be empty for a claim."""
    status: NumberCaseStatus = choice(NumberCaseStatus, NumberCaseStatus.OPEN)
    asks_claimant: bool = False
    """True if the claimant should submit more documents."""
    asks_holder: bool = False
    comment: str | None = None
    """The admin's latest comment."""
    decided_by: UUID | None = Field(default=None, foreign_key="users.id")
    decided_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    created_at: datetime = timestamp(default_now=True)

    @property
    def undecided(self) -> bool:
        """Return True if the case can still be decided, extended and withdrawn."""
        return self.status in UNDECIDED

    def get_party(self, user_id: UUID) -> Party | None:
        """Return the user's role in the case, or None."""
        if user_id == self.claimant_id:
            return Party.CLAIMANT
        return Party.HOLDER if user_id == self.holder_id else None

    def asks(self, party: Party) -> bool:
        """Return True if the party should submit more documents."""
        return self.asks_claimant if party is Party.CLAIMANT else self.asks_holder

    def ask(self, party: Party, asked: bool) -> None:
        """Set whether the party should submit more documents."""
        if party is Party.CLAIMANT:
            self.asks_claimant = asked
        else:
            self.asks_holder = asked


class CaseDocument(Table, table=True):
    """A submitted document, visible only to its owner and the deciding admins."""

    __tablename__ = "number_case_documents"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    case_id: UUID = Field(foreign_key="number_cases.id", index=True)
    user_id: UUID = Field(foreign_key="users.id")
    key: str = Field(unique=True)
    """Key in the file store."""
    media_type: str = Field(max_length=40)
    size: int
    """Bytes."""
    created_at: datetime = timestamp(default_now=True)


class CaseEntry(Table, table=True):
    """An entry of a case's append-only log."""

    __tablename__ = "number_case_entries"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    case_id: UUID = Field(foreign_key="number_cases.id", index=True)
    actor_id: UUID = Field(foreign_key="users.id")
    user_id: UUID = Field(foreign_key="users.id")
    """User whose number it concerns."""
    action: Action = choice(Action)
    old_number: str | None = Field(default=None, max_length=20)
    new_number: str | None = Field(default=None, max_length=20)
    comment: str | None = None
    created_at: datetime = timestamp(default_now=True)


class NumberAttempts(Table, table=True):
    """Number of attempts within an hour, which starts with the first attempt."""

    __tablename__ = "number_attempts"

    key: bytes = Field(primary_key=True)
    """Keyed hash of the user or of the client network."""
    count: int = 1
    since: datetime = timestamp(default_now=True, index=True)


NUMBER_CASE_STATES = StateMachine(
    NumberCase.status,
    {
        NumberCaseStatus.OPEN: {
            NumberCaseStatus.MORE_REQUESTED,
            NumberCaseStatus.GRANTED,
            NumberCaseStatus.REFUSED,
            NumberCaseStatus.WITHDRAWN,
        },
        NumberCaseStatus.MORE_REQUESTED: {
            NumberCaseStatus.OPEN,
            NumberCaseStatus.MORE_REQUESTED,
            NumberCaseStatus.GRANTED,
            NumberCaseStatus.REFUSED,
            NumberCaseStatus.WITHDRAWN,
        },
        NumberCaseStatus.GRANTED: frozenset(),
        NumberCaseStatus.REFUSED: frozenset(),
        NumberCaseStatus.WITHDRAWN: frozenset(),
    },
)
