from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from contracts import ProfileType
from contracts.enrollment import EnrollmentStatus
from kit.database.pages import Page
from kit.domain.fields import InputModel, KeepsDirection, Moment, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from pydantic_core import PydanticCustomError

from notifications.deliveries.models import Channel
from notifications.group_messages.models import GroupMessageStatus
from notifications.previews.schemas import Preview
from notifications.texts.models import Language
from notifications.wordings.schemas import Author


def _printable(text: str) -> str:
    if any(ord(character) < 32 and character not in "\n\r\t" for character in text):
        raise PydanticCustomError(
            "text.unstorable", "The text contains a character we can't store. Type it again."
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


Subject = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), PlainText]
Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=4000),
    KeepsDirection,
    AfterValidator(_printable),
]


class BatchAudience(InputModel):
    """Candidates of a batch whose enrollments have these states when the message is sent."""

    kind: Literal["batch"]
    batch_id: UUID
    statuses: Annotated[list[EnrollmentStatus], Field(min_length=1, max_length=20)]


class PeopleAudience(InputModel):
    """Users with a profile of these types; for admins only."""

    kind: Literal["people"]
    profile_types: Annotated[list[ProfileType], Field(min_length=1, max_length=20)]
    organization_id: UUID | None = None
    """Limit to users of this organization."""
    language: Language | None = None
    """Limit to users who read this language."""


Audience = Annotated[BatchAudience | PeopleAudience, Field(discriminator="kind")]


class GroupMessageText(InputModel):
    """Message in both languages, or in one that all recipients get. An empty line separates
    paragraphs; URLs become links, other markup is ignored."""

    subject_en: Subject = ""
    subject_ar: Subject = ""
    text_en: Words = ""
    text_ar: Words = ""


class GroupMessageCreate(GroupMessageText):
    """Message with its audience and time."""

    audience: Audience
    send_at: Moment | None = None
    """Null to send it now."""


class GroupMessageUpdate(GroupMessageCreate):
    """New content of a scheduled message."""

    version: int
    """Version that the caller has read."""


class GroupMessageDraft(GroupMessageText):
    """Unfinished message."""

    batch_id: UUID | None = None


class GroupMessagePreview(BaseModel):
    """Message as recipients get it, in each of their languages."""

    en: Preview
    ar: Preview


class AudienceQuestion(InputModel):
    """Audience to count."""

    audience: Audience


class ReceiverCount(BaseModel):
    """Number of recipients, if the message were sent now."""

    receivers: int
    arabic: int
    """Recipients who read Arabic; the others read English."""
    passed_over: int
    """Recipients who would be skipped, as they have reached the daily limit."""


class MessageBatch(BaseModel):
    """Batch whose candidates receive a message. Names are null until catalog has published them."""

    id: UUID
    training_id: UUID | None
    code: str | None
    title_en: str | None
    title_ar: str | None


class GroupMessageRow(BaseModel):
    """Message in the list."""

    id: UUID
    organization_id: UUID | None
    """Null for the platform's messages."""
    organization_name_en: str | None
    organization_name_ar: str | None
    author: Author
    batch: MessageBatch | None
    """Null for messages to groups of users."""
    subject_en: str
    """Empty, like the text, if the message is only in the other language."""
    subject_ar: str
    status: GroupMessageStatus
    send_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    expected: int
    """Number of recipients when sending began; 0 before."""
    receivers: int
    """Number of users who have it in the app."""
    passed_over: int
    """Number of users skipped because they had reached the daily limit."""
    created_at: datetime


class ChannelOutcome(BaseModel):
    """Results of a message by one channel, besides the app."""

    channel: Channel
    waiting: int
    delivered: int
    failed: int
    held_back: int
    """Number of messages suppressed, for example because the address is marked."""


class GroupMessageDetail(GroupMessageRow):
    """Message with its results."""

    text_en: str
    text_ar: str
    audience: Audience
    audience_organization_name_en: str | None
    """Name of the organization to which the audience is limited."""
    audience_organization_name_ar: str | None
    version: int
    read: int
    """Number of users who have read it in the app."""
    channels: list[ChannelOutcome]


class GroupMessageFilter(BaseModel):
    """Filter of the list."""

    status: list[GroupMessageStatus] = []
    batch_id: UUID | None = None
    organization_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the subjects."""


class GroupMessagePage(Page[GroupMessageRow]):
    """One page of messages."""
