"""What the API says about inquiries."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from fastapi import UploadFile
from kit.database.pages import Page
from kit.domain.fields import CODE, FREE_TEXT, NAME, Day, InputModel, PlainText
from kit.domain.people import Email
from pydantic import (
    AfterValidator,
    Base64Bytes,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from notifications.deliveries.models import DeliveryStatus
from notifications.inquiries.models import EntryKind, InquiryStatus, InquiryTopic

MAX_FILES = 5
MAX_MAIL_BYTES = 13 * 1024 * 1024
"""The gateway lets twice as much through, since base64 is longer."""


def _printable(text: str) -> str:
    """Line ends and tabs are the only control characters that a message has any use for."""
    if any(ord(character) < 32 and character not in "\n\r\t" for character in text):
        raise ValueError("must not contain control characters")
    return text


def _given(consent: bool) -> bool:
    if not consent:
        raise PydanticCustomError("consent.required", "Agree that what you write is stored.")
    return consent


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200), PlainText, NAME
]


Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=2, max_length=5000),
    AfterValidator(_printable),
]
"""What is said in an inquiry that is there already."""


class InquiryCreate(InputModel):
    """The contact form, as `multipart/form-data`."""

    name: Line
    email: Email
    phone: Annotated[
        str | None,
        StringConstraints(strip_whitespace=True, max_length=30, pattern=r"^\+?[0-9][0-9 ()-]{5,}$"),
        CODE,
    ] = None
    topic: InquiryTopic
    message: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=10, max_length=5000),
        AfterValidator(_printable),
        FREE_TEXT,
    ]
    locale: Literal["en", "ar"]
    consent: Annotated[bool, AfterValidator(_given)]
    files: Annotated[list[UploadFile], Field(max_length=MAX_FILES)] = []
    """PDF, or JPEG, PNG or WebP pictures, of at most 5 MiB each."""
    website: Annotated[str, Field(max_length=500), FREE_TEXT] = ""
    """People do not see this field. Robots fill it in, and what they write is not stored."""


class InquiryReceipt(BaseModel):
    """The receipt."""

    model_config = ConfigDict(from_attributes=True)

    reference: str
    created_at: datetime


class ThreadMessage(InputModel):
    """What the asker adds."""

    text: Words


class ThreadEntry(BaseModel):
    """What was said, as the asker sees it: nobody's name, and no notes."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: Literal[EntryKind.MESSAGE, EntryKind.ANSWER]
    text: str
    created_at: datetime


class ThreadRead(BaseModel):
    """An inquiry as the asker sees it by the link."""

    model_config = ConfigDict(from_attributes=True)

    reference: str
    topic: InquiryTopic
    status: InquiryStatus
    message: str
    files: int
    """How many came with it."""
    created_at: datetime
    entries: list[ThreadEntry]
    """What was said after the first message, oldest first."""


class InboundMail(BaseModel):
    """A mail that came to one of our addresses for answers."""

    # The provider may add fields.
    model_config = ConfigDict(extra="ignore")

    recipient: Annotated[str, StringConstraints(max_length=320)]
    """The address that it was sent to, as the mail server took it (`RCPT TO`)."""
    mail: Annotated[Base64Bytes, Field(max_length=MAX_MAIL_BYTES)]
    """The mail itself (RFC 5322), in base64."""


class InboundOutcome(StrEnum):
    """What became of a mail that was handed in. All are final: it need not be handed in again."""

    ADDED = "added"
    REPEATED = "repeated"
    """It was there already."""
    AUTOMATIC = "automatic"
    """Nobody has written it: an absence note, a bounce or a mailing list."""
    EMPTY = "empty"
    """Nothing new is in it."""
    UNKNOWN = "unknown"
    """The address belongs to no inquiry."""
    TOO_MANY = "too_many"
    """The asker has written too often today."""


class InboundRead(BaseModel):
    """What became of a mail."""

    outcome: InboundOutcome


class InquiryAnswer(InputModel):
    """What the asker is answered, by mail and on the page of the conversation."""

    text: Words
    close: bool = False
    """Whether that is all, so that nobody waits for the asker."""
    version: int
    """Of the inquiry that was looked at."""


class InquiryNote(InputModel):
    """What those who answer say among themselves."""

    text: Words


class InquiryAssign(InputModel):
    """Who is to answer it; null takes it from whoever was."""

    assignee_id: UUID | None
    version: int


class InquiryMove(InputModel):
    """It is closed without an answer, or opened again."""

    status: Literal[InquiryStatus.OPEN, InquiryStatus.CLOSED]
    version: int


class Colleague(BaseModel):
    """An admin who answers inquiries. Names are null until identity has published them."""

    user_id: UUID
    name_en: str | None
    name_ar: str | None
    answers: bool
    """False once their roles do not allow it any more."""


class InquiryRow(BaseModel):
    """An inquiry in the list."""

    id: UUID
    reference: str
    name: str
    email: str
    topic: InquiryTopic
    status: InquiryStatus
    excerpt: str
    """How the first message begins."""
    assignee: Colleague | None
    first_answered_at: datetime | None
    created_at: datetime
    updated_at: datetime
    """When the asker or we wrote last, or its status changed."""


class FileRead(BaseModel):
    """A file that came with an inquiry."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    media_type: str
    size: int
    """Bytes."""


class EntryRead(BaseModel):
    """What was said, as those who answer see it."""

    id: UUID
    kind: EntryKind
    text: str
    author: Colleague | None
    """None of the asker's messages."""
    sender: str | None
    """The address that a message came from by mail."""
    refused_files: int
    """How many files came with such a mail that are none of the kinds, or too large."""
    mail: DeliveryStatus | None
    """What became of the mail that carries an answer; null once that is 30 days ago."""
    created_at: datetime


class InquiryDetail(InquiryRow):
    """An inquiry with all that was said."""

    phone: str | None
    message: str
    locale: Literal["en", "ar"]
    """The language in which the asker is written to."""
    files: list[FileRead]
    entries: list[EntryRead]
    """What was said after the first message, oldest first."""
    version: int


class InquirySort(StrEnum):
    """How the list is ordered; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"


class InquiryFilter(BaseModel):
    """Which inquiries the list shows; what is left out narrows nothing."""

    status: list[InquiryStatus] = Field(default_factory=list)
    topic: list[InquiryTopic] = Field(default_factory=list)
    assignee_id: UUID | None = None
    unassigned: bool | None = None
    """Whether nobody is assigned, or somebody who may not answer any more."""
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the reference, the asker's name and address, and the first message."""
    created_from: Day | None = None
    created_to: Day | None = None
    sort: InquirySort = InquirySort.UPDATED_DESC


class InquirySummary(BaseModel):
    """How much there is to answer, and how quickly that is done."""

    open: int
    unassigned: int
    """Of the open ones; also those of whoever may not answer any more."""
    answered_within_minutes: int | None
    """By when half of what came within 30 days had its first answer, of what has one; null when
    nothing has."""


class InquiryPage(Page[InquiryRow]):
    """One page of inquiries."""
