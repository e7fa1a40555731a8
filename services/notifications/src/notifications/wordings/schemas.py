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
    """Text in one language, with `{name}` placeholders. Null parts come from the packaged text."""

    model_config = ConfigDict(from_attributes=True)

    title: Annotated[str, _text(150), PlainText] | None = None
    body: Annotated[str, _text(3000), KeepsDirection] | None = None
    action: Annotated[str, _text(60), PlainText] | None = None
    """Button of the mail."""
    reason: Annotated[str, _text(500), KeepsDirection] | None = None
    """Paragraph added if there is a reason."""
    push: Annotated[str, _text(300), KeepsDirection] | None = None
    """Text of a push; null: the body."""
    sms: Annotated[str, _text(480), KeepsDirection] | None = None
    """Text message; null: the body's first paragraph."""


class WordingTexts(BaseModel):
    """Text in both languages."""

    en: WordingText
    ar: WordingText


class WordingUpdate(InputModel, WordingTexts):
    """New wording of a kind; all null restores the packaged text."""

    version: int
    """Version that the caller has read; 0 if the packaged text was never changed."""


class Variable(BaseModel):
    """Placeholder with a sample value, for previews."""

    name: str
    sample_en: str
    sample_ar: str
    only_in_reason: bool


class Author(BaseModel):
    """Author of a wording. Names are null until identity has published them."""

    user_id: UUID
    name_en: str | None
    name_ar: str | None


class WordingRow(BaseModel):
    """Kind in the list, with its current title."""

    kind: Kind
    subject: Subject
    title_en: str
    title_ar: str
    changed: bool
    """True if any part differs from the packaged text."""
    changed_at: datetime | None
    changed_by: Author | None


class WordingVersionRead(BaseModel):
    """Version of a wording."""

    version: int
    texts: WordingTexts
    author: Author
    created_at: datetime


class WordingDetail(BaseModel):
    """Wording of a kind."""

    kind: Kind
    subject: Subject
    version: int
    texts: WordingTexts
    """Parts that an administrator has changed."""
    packaged: WordingTexts
    variables: list[Variable]
    versions: list[WordingVersionRead]
    """Newest first, including the current one."""


class WordingFilter(BaseModel):
    """Filter of the list."""

    subject: Subject | None = None
    changed: bool | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the texts, in either language."""


class WordingPage(Page[WordingRow]):
    """One page of kinds."""
