from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal, Self
from uuid import UUID

from contracts.identity import NumberCaseStatus, NumberCause, NumberKind
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.models import Gender
from identity.accounts.numbers.models import Action, Party
from identity.administration.confirmations.schemas import PendingConfirmation

Comment = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=1000)]
Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]


class DocumentRead(BaseModel):
    """A submitted document, available below its case by its ID."""

    id: UUID
    media_type: str
    size: int
    """Bytes."""
    created_at: datetime


class OwnCase(BaseModel):
    """A case as one party sees it, without any information about the other party."""

    id: UUID
    party: Party
    """Role of the reader in the case."""
    kind: NumberKind
    cause: NumberCause
    number: str
    """The reader's own number, or the one they claim."""
    country: str | None
    """Issuing country of the passport, ISO 3166-1 alpha-2."""
    reason: str | None
    """Words of the claimant, who alone sees them."""
    status: NumberCaseStatus
    asked: bool
    """True if the reader should submit more documents."""
    comment: str | None
    """The admin's latest comment."""
    documents: list[DocumentRead]
    """The reader's own documents, oldest first."""
    created_at: datetime
    decided_at: datetime | None


class PersonRead(BaseModel):
    user_id: UUID
    username: str
    name_en: str
    name_ar: str


class CaseRow(BaseModel):
    """A case in the list, with a masked number."""

    id: UUID
    kind: NumberKind
    cause: NumberCause
    number: str
    claimant: PersonRead
    holder: PersonRead | None
    status: NumberCaseStatus
    created_at: datetime
    decided_at: datetime | None


class PartyRead(PersonRead):
    """A party of a case, with details to compare."""

    email: str
    phone: str
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    image_url: str | None
    number: str | None
    """Current number of the case's kind in this account."""
    numbers_fixed_at: datetime | None
    registered_at: datetime
    asked: bool
    """True if the party should submit more documents."""
    documents: list[DocumentRead]
    """Oldest first; empty for readers who may not decide."""


class EntryRead(BaseModel):
    """An entry of the case's log, with masked numbers."""

    id: UUID
    action: Action
    actor: PersonRead
    user: PersonRead
    """User whose number it concerns."""
    old_number: str | None
    new_number: str | None
    comment: str | None
    created_at: datetime


class CaseDetail(BaseModel):
    """A case with both parties. Numbers are masked once it is decided, and for readers who may not
    decide.
    """

    id: UUID
    kind: NumberKind
    cause: NumberCause
    number: str
    country: str | None
    """Issuing country of the passport, ISO 3166-1 alpha-2."""
    old_number: str | None
    reason: str
    status: NumberCaseStatus
    comment: str | None
    claimant: PartyRead
    holder: PartyRead | None
    can_decide: bool
    pending_confirmation: PendingConfirmation | None
    """A decision that awaits another admin's confirmation."""
    entries: list[EntryRead]
    """Oldest first."""
    version: int
    """Version to send with a decision."""
    created_at: datetime
    decided_at: datetime | None


class Verdict(StrEnum):
    GRANTED = "granted"
    """Assign the number to the claimant."""
    REFUSED = "refused"
    """Leave the number with its holder."""
    MORE_REQUESTED = "more_requested"


class CaseDecision(InputModel):
    """A decision with its reason, which both parties read."""

    decision: Verdict
    comment: Comment
    asks: list[Party] = Field(default=[], max_length=2)
    """Parties who should submit more documents, for `more_requested` only."""
    version: int
    """Version of the case that the admin read."""

    @model_validator(mode="after")
    def require_asked(self) -> Self:
        """Require parties for `more_requested`, and none otherwise."""
        if (self.decision is Verdict.MORE_REQUESTED) != bool(self.asks):
            raise PydanticCustomError(
                "number_case.recipient_required", "Choose who must send more documents."
            )
        return self


class CaseSort(StrEnum):
    """Sort orders; a minus means newest first."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class CaseFilter(BaseModel):
    state: Literal["waiting", "decided"] | None = None
    """Undecided cases, or decided and withdrawn ones."""
    cause: NumberCause | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order, or the whole number."""
