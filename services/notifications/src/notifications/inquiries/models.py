"""The tables of inquiries and of the files that came with them."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kit.db import new_id, timestamp
from kit.tables import choice
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


class Inquiry(Table, table=True):
    """What somebody wrote through the contact form."""

    __tablename__ = "inquiries"

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
    created_at: datetime = timestamp(default_now=True, index=True)


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
