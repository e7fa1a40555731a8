"""The tables of inquiries, of what is said in them, and of the files that came with them."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field, search_index
from kit.database.tables import choice, text_enum
from kit.database.transitions import StateMachine
from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from notifications.tables import Table


class InquiryTopic(StrEnum):
    """What somebody writes about."""

    ENROLLMENT = "enrollment"
    PAYMENT = "payment"
    ACCOUNT = "account"
    ORGANIZATION = "organization"
    COMPLAINT = "complaint"
    PRESS = "press"
    OTHER = "other"


class InquiryStatus(StrEnum):
    """Whose turn it is: `open ⇄ answered → closed`; what the asker writes opens it again."""

    OPEN = "open"
    """It waits for us."""
    ANSWERED = "answered"
    """It waits for the asker."""
    CLOSED = "closed"


class EntryKind(StrEnum):
    """Who says something in an inquiry, and to whom."""

    MESSAGE = "message"
    """The asker's."""
    ANSWER = "answer"
    NOTE = "note"
    """Among us; the asker never sees it."""


class Inquiry(Table, table=True):
    """What somebody wrote through the contact form, and whose turn it is."""

    __tablename__ = "inquiries"
    __table_args__ = (
        Index("ix_inquiries_status", "status", "created_at", "id"),
        Index("ix_inquiries_created_at", "created_at", "id"),
        Index("ix_inquiries_updated_at", "updated_at", "id"),
        Index(
            "ix_inquiries_assignee", "assignee_id", postgresql_where=text("assignee_id IS NOT NULL")
        ),
        Index("ix_inquiries_sender", text("lower(email)")),
        search_index("inquiries"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    reference: str = Field(unique=True, max_length=12)
    """What the visitor can quote."""
    name: str
    email: str
    phone: str | None
    topic: InquiryTopic = choice(InquiryTopic)
    message: str
    locale: str = Field(max_length=2)
    """The language of the page on which it was written."""
    consented_at: datetime | None = timestamp(nullable=True)
    """When the visitor agreed that these data are stored; unknown of old ones."""
    status: InquiryStatus = Field(
        default=InquiryStatus.OPEN, sa_type=text_enum(InquiryStatus, check="status_known")
    )
    assignee_id: UUID | None = None
    """The admin who answers it."""
    first_answered_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Raised by all that changes it but notes."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    """When the asker or we wrote last, or its status changed."""
    search: str = search_field("reference", "name", "email", "message")


class InquiryEntry(Table, table=True):
    """What was said after the first message."""

    __tablename__ = "inquiry_entries"
    __table_args__ = (
        Index("ix_inquiry_entries_inquiry", "inquiry_id", "created_at"),
        UniqueConstraint("inquiry_id", "message_id", name="uq_inquiry_entries_message"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """Of an answer: also that of the mail which carries it."""
    inquiry_id: UUID = Field(foreign_key="inquiries.id", ondelete="CASCADE")
    kind: EntryKind = Field(sa_type=text_enum(EntryKind, check="kind_known"))
    text: str
    author_id: UUID | None = None
    """The admin who wrote it; None of the asker's."""
    sender: str | None = None
    """The address that a message came from by mail; None of what was written on the page."""
    message_id: str | None = None
    """That of such a mail: delivered twice it is one message."""
    refused_files: int = 0
    """How many files of such a mail were not kept."""
    created_at: datetime = timestamp(default_now=True)


class InquiryFile(Table, table=True):
    """A file that came with an inquiry: private, and what it is was found by its content."""

    __tablename__ = "inquiry_files"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    inquiry_id: UUID = Field(foreign_key="inquiries.id", ondelete="CASCADE", index=True)
    key: str
    """In the file store."""
    media_type: str
    size: int
    """Bytes."""


INQUIRY_STATES = StateMachine(
    Inquiry.status,
    {
        InquiryStatus.OPEN: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
        InquiryStatus.ANSWERED: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
        InquiryStatus.CLOSED: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
    },
)


class Purpose(StrEnum):
    """What a token of `deliveries.tokens` with the inquiry's id is good for."""

    LINK = "itqan.inquiry-links"
    """Reading the inquiry, and writing in it."""
    MAIL = "itqan.inquiry-mails"
    """Writing in it by mail."""
