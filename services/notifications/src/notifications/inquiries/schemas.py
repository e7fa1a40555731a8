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
"""The gateway allows twice as much, as base64 is longer."""


def _printable(text: str) -> str:
    """Reject control characters other than line ends and tabs."""
    if any(ord(character) < 32 and character not in "\n\r\t" for character in text):
        raise ValueError("must not contain control characters")
    return text


def _check_consent(consent: bool) -> bool:
    if not consent:
        raise PydanticCustomError("consent.required", "Agree to let us store your message.")
    return consent


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200), PlainText, NAME
]


Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=2, max_length=5000),
    AfterValidator(_printable),
]
"""Text of an entry in an existing inquiry."""


class InquiryCreate(InputModel):
    """Contact form, as `multipart/form-data`."""

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
    consent: Annotated[bool, AfterValidator(_check_consent)]
    files: Annotated[list[UploadFile], Field(max_length=MAX_FILES)] = []
    """PDF, or JPEG, PNG or WebP pictures, of at most 5 MiB each."""
    website: Annotated[str, Field(max_length=500), FREE_TEXT] = ""
    """Honeypot: invisible to people, filled in by robots, whose inquiries are not stored."""


class InquiryReceipt(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    reference: str
    created_at: datetime


class ThreadMessage(InputModel):
    """Further message of the asker."""

    text: Words


class ThreadEntry(BaseModel):
    """Entry as the asker sees it: without authors' names or notes."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: Literal[EntryKind.MESSAGE, EntryKind.ANSWER]
    text: str
    created_at: datetime


class ThreadRead(BaseModel):
    """Inquiry as its asker sees it."""

    model_config = ConfigDict(from_attributes=True)

    reference: str
    topic: InquiryTopic
    status: InquiryStatus
    message: str
    files: int
    """Number of files sent with it."""
    created_at: datetime
    entries: list[ThreadEntry]
    """Entries after the first message, oldest first."""


class InboundMail(BaseModel):
    """Mail to a reply address of an inquiry."""

    # The provider may add fields.
    model_config = ConfigDict(extra="ignore")

    recipient: Annotated[str, StringConstraints(max_length=320)]
    """Envelope recipient (`RCPT TO`)."""
    mail: Annotated[Base64Bytes, Field(max_length=MAX_MAIL_BYTES)]
    """The mail itself (RFC 5322), in base64."""


class InboundOutcome(StrEnum):
    """Result of an inbound mail. All are final: do not send it again."""

    ADDED = "added"
    REPEATED = "repeated"
    """It was received before."""
    AUTOMATIC = "automatic"
    """An absence note, a bounce or a mail of a mailing list."""
    EMPTY = "empty"
    """It has no new text."""
    UNKNOWN = "unknown"
    TOO_MANY = "too_many"
    """The asker has reached the daily limit."""


class InboundRead(BaseModel):
    """Result of an inbound mail."""

    outcome: InboundOutcome


class InquiryAnswer(InputModel):
    """Answer to the asker, sent by mail and shown on the conversation's page."""

    text: Words
    close: bool = False
    """True to close the inquiry with this answer."""
    version: int
    """Version that the caller has read."""


class InquiryNote(InputModel):
    """Internal note."""

    text: Words


class InquiryAssign(InputModel):
    """New assignee; null for none."""

    assignee_id: UUID | None
    version: int


class InquiryMove(InputModel):
    """New status: closed without an answer, or reopened."""

    status: Literal[InquiryStatus.OPEN, InquiryStatus.CLOSED]
    version: int


class Colleague(BaseModel):
    """Admin who answers inquiries. Names are null until identity has published them."""

    user_id: UUID
    name_en: str | None
    name_ar: str | None
    answers: bool
    """False if their roles no longer allow answering."""


class InquiryRow(BaseModel):
    """Inquiry in the list."""

    id: UUID
    reference: str
    name: str
    email: str
    topic: InquiryTopic
    status: InquiryStatus
    excerpt: str
    """Start of the first message."""
    assignee: Colleague | None
    first_answered_at: datetime | None
    created_at: datetime
    updated_at: datetime
    """Last message, answer or change of status."""


class FileRead(BaseModel):
    """File of an inquiry."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    media_type: str
    size: int


class EntryRead(BaseModel):
    """Entry as admins see it."""

    id: UUID
    kind: EntryKind
    text: str
    author: Colleague | None
    """Null for the asker's messages."""
    sender: str | None
    """Address that sent a message by mail."""
    refused_files: int
    """Number of attachments rejected for their type or size."""
    mail: DeliveryStatus | None
    """Status of the mail with an answer; null after 30 days."""
    created_at: datetime


class InquiryDetail(InquiryRow):
    """Inquiry with all its entries."""

    phone: str | None
    message: str
    locale: Literal["en", "ar"]
    """Language used with the asker."""
    files: list[FileRead]
    entries: list[EntryRead]
    """Entries after the first message, oldest first."""
    version: int


class InquirySort(StrEnum):
    """Order of the list; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"


class InquiryFilter(BaseModel):
    """Filter of the list; omitted fields do not filter."""

    status: list[InquiryStatus] = Field(default_factory=list)
    topic: list[InquiryTopic] = Field(default_factory=list)
    assignee_id: UUID | None = None
    unassigned: bool | None = None
    """True for inquiries without an assignee, or with one who may no longer answer."""
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the reference, the asker's name and address, and the first message."""
    created_from: Day | None = None
    created_to: Day | None = None
    sort: InquirySort = InquirySort.UPDATED_DESC


class InquirySummary(BaseModel):
    open: int
    unassigned: int
    """Open inquiries without an assignee, or with one who may no longer answer."""
    answered_within_minutes: int | None
    """Median time to the first answer, for answered inquiries of the last 30 days; null without
    any."""


class InquiryPage(Page[InquiryRow]):
    """One page of inquiries."""
