"""How cases about identity numbers read, and what asking and deciding take."""

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
    """A document that was handed in; its address is that of its case, with its id."""

    id: UUID
    media_type: str
    size: int
    """Bytes."""
    created_at: datetime


class OwnCase(BaseModel):
    """A case as one of its parties sees it: nothing in it says who the other one is."""

    id: UUID
    party: Party
    """What the reader is in it."""
    kind: NumberKind
    cause: NumberCause
    number: str
    """The reader's own, or the one that they asked for."""
    country: str | None
    """Who issued the passport, as ISO 3166-1 alpha-2."""
    reason: str | None
    """Only the claimant sees their words."""
    status: NumberCaseStatus
    asked: bool
    """The reader is to hand in more."""
    comment: str | None
    """What the admin said last."""
    documents: list[DocumentRead]
    """The reader's own, oldest first."""
    created_at: datetime
    decided_at: datetime | None


class PersonRead(BaseModel):
    """Somebody in a list of cases."""

    user_id: UUID
    username: str
    name_en: str
    name_ar: str


class CaseRow(BaseModel):
    """A case in the list; the numbers are masked."""

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
    """One of the parties of a case, for comparing them."""

    email: str
    phone: str
    nationality: str | None
    birth_date: date | None
    gender: Gender | None
    image_url: str | None
    number: str | None
    """Of the case's kind, as their account has it now."""
    numbers_fixed_at: datetime | None
    registered_at: datetime
    asked: bool
    """They are to hand in more."""
    documents: list[DocumentRead]
    """Oldest first; empty for those who may not decide."""


class EntryRead(BaseModel):
    """Who did what; the numbers are masked."""

    id: UUID
    action: Action
    actor: PersonRead
    user: PersonRead
    """Whose number it is about."""
    old_number: str | None
    new_number: str | None
    comment: str | None
    created_at: datetime


class CaseDetail(BaseModel):
    """A case with both people side by side. Numbers are masked once it is decided, and for those
    who may not decide."""

    id: UUID
    kind: NumberKind
    cause: NumberCause
    number: str
    country: str | None
    """Who issued the passport, as ISO 3166-1 alpha-2."""
    old_number: str | None
    reason: str
    status: NumberCaseStatus
    comment: str | None
    claimant: PartyRead
    holder: PartyRead | None
    can_decide: bool
    pending_confirmation: PendingConfirmation | None
    """A decision that waits for another admin."""
    entries: list[EntryRead]
    """Oldest first."""
    version: int
    """What a decision says it has seen."""
    created_at: datetime
    decided_at: datetime | None


class Verdict(StrEnum):
    """What an admin can decide."""

    GRANTED = "granted"
    """The number is the claimant's."""
    REFUSED = "refused"
    """It stays as it is."""
    MORE_REQUESTED = "more_requested"


class CaseDecision(InputModel):
    """A decision and why; the parties read the comment as it is."""

    decision: Verdict
    comment: Comment
    asks: list[Party] = Field(default=[], max_length=2)
    """Who is to hand in more, with `more_requested`."""
    version: int
    """Of the case that was looked at."""

    @model_validator(mode="after")
    def require_asked(self) -> Self:
        """Somebody is asked when more is."""
        if (self.decision is Verdict.MORE_REQUESTED) != bool(self.asks):
            raise PydanticCustomError(
                "number_case.recipient_required", "Say who is to hand in more."
            )
        return self


class CaseSort(StrEnum):
    """The orders of the list; a minus means newest first."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"


class CaseFilter(BaseModel):
    """Which cases are listed."""

    state: Literal["waiting", "decided"] | None = None
    """Still to be decided, or decided and withdrawn."""
    cause: NumberCause | None = None
    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of names, usernames or addresses in any order, or the whole number."""
