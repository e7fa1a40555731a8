"""What the API says about wordings."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel, KeepsDirection, PlainText
from pydantic import BaseModel, ConfigDict, StringConstraints

from notifications.texts.models import Kind, Subject


def _text(length: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=1, max_length=length)


class WordingText(InputModel):
    """A text in one language, with `{name}` where a value is filled in. What is null is as the
    packaged text has it."""

    model_config = ConfigDict(from_attributes=True)

    title: Annotated[str, _text(150), PlainText] | None = None
    body: Annotated[str, _text(3000), KeepsDirection] | None = None
    action: Annotated[str, _text(60), PlainText] | None = None
    """The mail's button."""
    reason: Annotated[str, _text(500), KeepsDirection] | None = None
    """What is added when there is a reason."""
    push: Annotated[str, _text(300), KeepsDirection] | None = None
    """What a push says; where there is none, the body."""
    sms: Annotated[str, _text(480), KeepsDirection] | None = None
    """What a text message says; where there is none, the body's first paragraph."""


class WordingTexts(BaseModel):
    """A text in both languages."""

    en: WordingText
    ar: WordingText


class WordingUpdate(InputModel, WordingTexts):
    """How a kind is worded from now on; all null is the packaged text again."""

    version: int
    """That which was looked at; 0 while the packaged text has never been changed."""


class Variable(BaseModel):
    """A value that a text may name, with what it may be, for previews."""

    name: str
    sample_en: str
    sample_ar: str
    only_in_reason: bool


class Author(BaseModel):
    """Who has worded a text. Names are null until identity has published them."""

    user_id: UUID
    name_en: str | None
    name_ar: str | None


class WordingRow(BaseModel):
    """A kind in the list, with its present title."""

    kind: Kind
    subject: Subject
    title_en: str
    title_ar: str
    changed: bool
    """Whether any part differs from the packaged text."""
    changed_at: datetime | None
    changed_by: Author | None


class WordingVersionRead(BaseModel):
    """A version of a text."""

    version: int
    texts: WordingTexts
    author: Author
    created_at: datetime


class WordingDetail(BaseModel):
    """How a kind is worded."""

    kind: Kind
    subject: Subject
    version: int
    texts: WordingTexts
    """What an administrator has put in place of the packaged texts."""
    packaged: WordingTexts
    variables: list[Variable]
    versions: list[WordingVersionRead]
    """Newest first, the present one too."""


class WordingFilter(BaseModel):
    """Which kinds the list shows."""

    subject: Subject | None = None
    changed: bool | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the texts, in either language."""


class WordingPage(Page[WordingRow]):
    """One page of kinds."""
