"""What the API says about messages to groups."""

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
        raise PydanticCustomError("text.unstorable", "This text holds control characters.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


Subject = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), PlainText]
Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=4000),
    KeepsDirection,
    AfterValidator(_printable),
]


class BatchAudience(InputModel):
    """The people of a batch whose enrollments are in these states when the message is sent."""

    kind: Literal["batch"]
    batch_id: UUID
    statuses: Annotated[list[EnrollmentStatus], Field(min_length=1, max_length=20)]


class PeopleAudience(InputModel):
    """Everybody with a profile of these types; only admins write to them."""

    kind: Literal["people"]
    profile_types: Annotated[list[ProfileType], Field(min_length=1, max_length=20)]
    organization_id: UUID | None = None
    """Only the people of this organization."""
    language: Language | None = None
    """Only those who read it."""


Audience = Annotated[BatchAudience | PeopleAudience, Field(discriminator="kind")]


class GroupMessageText(InputModel):
    """A message in both languages, or in one, which then everybody gets. Its paragraphs are parted
    by empty lines; addresses of pages in it become links, and nothing else in it means anything."""

    subject_en: Subject = ""
    subject_ar: Subject = ""
    text_en: Words = ""
    text_ar: Words = ""


class GroupMessageCreate(GroupMessageText):
    """A message, to whom it goes, and when."""

    audience: Audience
    send_at: Moment | None = None
    """None: now."""


class GroupMessageUpdate(GroupMessageCreate):
    """What becomes of a message that has not begun."""

    version: int
    """That which was looked at."""


class GroupMessageDraft(GroupMessageText):
    """A message as far as it is written."""

    batch_id: UUID | None = None


class GroupMessagePreview(BaseModel):
    """A message as its readers get it, in each of their languages."""

    en: Preview
    ar: Preview


class AudienceQuestion(InputModel):
    """Whom a message would reach."""

    audience: Audience


class ReceiverCount(BaseModel):
    """Whom a message would reach if it were sent now."""

    receivers: int
    arabic: int
    """How many of them read Arabic; the others read English."""
    passed_over: int
    """How many of them would not get it: they have too many such messages today."""


class MessageBatch(BaseModel):
    """The batch whose people get a message. Names are null until catalog has published them."""

    id: UUID
    training_id: UUID | None
    code: str | None
    title_en: str | None
    title_ar: str | None


class GroupMessageRow(BaseModel):
    """A message in the list."""

    id: UUID
    organization_id: UUID | None
    """Null for the platform's."""
    organization_name_en: str | None
    organization_name_ar: str | None
    author: Author
    batch: MessageBatch | None
    """Null where it goes to a group of people."""
    subject_en: str
    """Empty, as the text is, where it is written in the other language alone."""
    subject_ar: str
    status: GroupMessageStatus
    send_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    expected: int
    """How many people it was to reach when it began; 0 before."""
    receivers: int
    """How many have it in the app."""
    passed_over: int
    """How many did not get it, since they had too many such messages that day."""
    created_at: datetime


class ChannelOutcome(BaseModel):
    """What has become of a message by one channel, besides the app."""

    channel: Channel
    waiting: int
    delivered: int
    failed: int
    held_back: int
    """Of them nothing was sent, for one because their address is marked."""


class GroupMessageDetail(GroupMessageRow):
    """A message with what has become of it."""

    text_en: str
    text_ar: str
    audience: Audience
    audience_organization_name_en: str | None
    """Of the organization whose people alone get it."""
    audience_organization_name_ar: str | None
    version: int
    read: int
    """How many have read it in the app."""
    channels: list[ChannelOutcome]


class GroupMessageFilter(BaseModel):
    """Which messages the list shows."""

    status: list[GroupMessageStatus] = []
    batch_id: UUID | None = None
    organization_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the subjects."""


class GroupMessagePage(Page[GroupMessageRow]):
    """One page of messages."""
