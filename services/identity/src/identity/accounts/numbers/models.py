"""Cases about identity numbers: what is asked for, the documents, and who did what."""

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
"""An admin or somebody concerned has still to do something."""
_UNDECIDED = text("status IN ('open', 'more_requested')")


class Party(StrEnum):
    """The parties of a case."""

    CLAIMANT = "claimant"
    HOLDER = "holder"


class Action(StrEnum):
    """What was done in a case."""

    OPENED = "opened"
    DOCUMENT_ADDED = "document_added"
    MORE_REQUESTED = "more_requested"
    WITHDRAWN = "withdrawn"
    GRANTED = "granted"
    REFUSED = "refused"
    NUMBER_REMOVED = "number_removed"
    """From its holder, since it was granted to the claimant."""


class NumberCase(Table, table=True):
    """Somebody asks for a number that only an admin can give: the own one is fixed, or another
    account has it. The number is stored here until that is decided: those of accounts stay unique.

    Whoever changes a case has locked its claimant's account, or its row.
    """

    __tablename__ = "number_cases"
    __table_args__ = (
        # One at a time.
        Index("uq_number_cases_claimant", "claimant_id", unique=True, postgresql_where=_UNDECIDED),
        Index("ix_number_cases_undecided", "created_at", "id", postgresql_where=_UNDECIDED),
        Index("ix_number_cases_created_at", "created_at", "id"),
        Index("ix_number_cases_number", "kind", "number"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    claimant_id: UUID = Field(foreign_key="users.id", index=True)
    holder_id: UUID | None = Field(default=None, foreign_key="users.id", index=True)
    """Whose account has the number; follows it until the decision, and then says whose it was."""
    kind: NumberKind = choice(NumberKind)
    number: str = Field(max_length=20)
    country: str | None = Field(default=None, max_length=2)
    """Who issued the passport."""
    old_number: str | None = Field(default=None, max_length=20)
    """The claimant's own when the case was opened."""
    cause: NumberCause = choice(NumberCause)
    reason: str
    """Why the claimant wants it, in their words; may be empty for a claim."""
    status: NumberCaseStatus = choice(NumberCaseStatus, NumberCaseStatus.OPEN)
    asks_claimant: bool = False
    """The claimant is to hand in more."""
    asks_holder: bool = False
    comment: str | None = None
    """What the admin said last."""
    decided_by: UUID | None = Field(default=None, foreign_key="users.id")
    decided_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    created_at: datetime = timestamp(default_now=True)

    @property
    def undecided(self) -> bool:
        """It can still be decided, added to and withdrawn."""
        return self.status in UNDECIDED

    def party_of(self, user_id: UUID) -> Party | None:
        """What the case is to a user."""
        if user_id == self.claimant_id:
            return Party.CLAIMANT
        return Party.HOLDER if user_id == self.holder_id else None

    def asks(self, party: Party) -> bool:
        """Whether the party is to hand in more."""
        return self.asks_claimant if party is Party.CLAIMANT else self.asks_holder

    def ask(self, party: Party, asked: bool) -> None:
        """Ask the party for more, or no longer."""
        if party is Party.CLAIMANT:
            self.asks_claimant = asked
        else:
            self.asks_holder = asked


class CaseDocument(Table, table=True):
    """A document that somebody handed in; only they and the deciding admins see it."""

    __tablename__ = "number_case_documents"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    case_id: UUID = Field(foreign_key="number_cases.id", index=True)
    user_id: UUID = Field(foreign_key="users.id")
    key: str = Field(unique=True)
    """In the file store."""
    media_type: str = Field(max_length=40)
    size: int
    """Bytes."""
    created_at: datetime = timestamp(default_now=True)


class CaseEntry(Table, table=True):
    """Who did what in a case and what became of whose number. Entries are only ever added."""

    __tablename__ = "number_case_entries"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    case_id: UUID = Field(foreign_key="number_cases.id", index=True)
    actor_id: UUID = Field(foreign_key="users.id")
    """Who did it."""
    user_id: UUID = Field(foreign_key="users.id")
    """Whose number it is about."""
    action: Action = choice(Action)
    old_number: str | None = Field(default=None, max_length=20)
    new_number: str | None = Field(default=None, max_length=20)
    comment: str | None = None
    created_at: datetime = timestamp(default_now=True)


class NumberAttempts(Table, table=True):
    """How often somebody gave a number within the hour that began with the first time."""

    __tablename__ = "number_attempts"

    key: bytes = Field(primary_key=True)
    """A keyed hash of the user, or of the asking address."""
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
