"""Tables of inquiries, their entries and their files."""

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
    """Topic that the asker chooses."""

    ENROLLMENT = "enrollment"
    PAYMENT = "payment"
    ACCOUNT = "account"
    ORGANIZATION = "organization"
    COMPLAINT = "complaint"
    PRESS = "press"
    OTHER = "other"


class InquiryStatus(StrEnum):
    """Turn in the conversation: `open ⇄ answered → closed`; a message of the asker reopens it."""

    OPEN = "open"
    ANSWERED = "answered"
    CLOSED = "closed"


class EntryKind(StrEnum):
    """Author and audience of an entry."""

    MESSAGE = "message"
    """From the asker."""
    ANSWER = "answer"
    NOTE = "note"
    """Internal: the asker never sees it."""


class Inquiry(Table, table=True):
    """Message from the contact form, and the conversation's state."""

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
    """Reference that the asker can quote."""
    name: str
    email: str
    phone: str | None
    topic: InquiryTopic = choice(InquiryTopic)
    message: str
    locale: str = Field(max_length=2)
    """Language of the page with the contact form."""
    consented_at: datetime | None = timestamp(nullable=True)
    """Time when the asker consented to storing these data; None for old inquiries."""
    status: InquiryStatus = Field(
        default=InquiryStatus.OPEN, sa_type=text_enum(InquiryStatus, check="status_known")
    )
    assignee_id: UUID | None = None
    """Admin who answers it."""
    first_answered_at: datetime | None = timestamp(nullable=True)
    version: int = 1
    """Incremented by every change except notes."""
    created_at: datetime = timestamp(default_now=True)
    updated_at: datetime = timestamp(default_now=True)
    """Last message, answer or change of status."""
    search: str = search_field("reference", "name", "email", "message")


class InquiryEntry(Table, table=True):
    """Entry after the first message."""

    __tablename__ = "inquiry_entries"
    __table_args__ = (
        Index("ix_inquiry_entries_inquiry", "inquiry_id", "created_at"),
        UniqueConstraint("inquiry_id", "message_id", name="uq_inquiry_entries_message"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """For an answer, also the ID of its mail."""
    inquiry_id: UUID = Field(foreign_key="inquiries.id", ondelete="CASCADE")
    kind: EntryKind = Field(sa_type=text_enum(EntryKind, check="kind_known"))
    text: str
    author_id: UUID | None = None
    """Admin who wrote it; None for the asker's entries."""
    sender: str | None = None
    """Address that sent a message by mail; None for messages from the page."""
    message_id: str | None = None
    """Message-ID of a message by mail, for deduplication."""
    refused_files: int = 0
    """Number of attachments that were rejected."""
    created_at: datetime = timestamp(default_now=True)


class InquiryFile(Table, table=True):
    """Private file of an inquiry; its type is detected from its content."""

    __tablename__ = "inquiry_files"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    inquiry_id: UUID = Field(foreign_key="inquiries.id", ondelete="CASCADE", index=True)
    key: str
    """Key in the file store."""
    media_type: str
    size: int


INQUIRY_STATES = StateMachine(
    Inquiry.status,
    {
        InquiryStatus.OPEN: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
        InquiryStatus.ANSWERED: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
        InquiryStatus.CLOSED: {InquiryStatus.OPEN, InquiryStatus.ANSWERED, InquiryStatus.CLOSED},
    },
)


class Purpose(StrEnum):
    """Purpose of a token of `deliveries.tokens` for an inquiry."""

    LINK = "itqan.inquiry-links"
    """Read the inquiry, and write in it."""
    MAIL = "itqan.inquiry-mails"
    """Write in the inquiry by mail."""
