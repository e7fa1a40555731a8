from typing import Annotated
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel, KeepsDirection, PlainText
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MAX_COUNT = 50

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100), PlainText
]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=4000), KeepsDirection
]
"""May contain `{name}` or `{reference}`, filled from the inquiry."""


class CannedAnswerCreate(InputModel):
    """New canned answer, added at the end of the list."""

    name_en: Name
    name_ar: Name
    text_en: Text
    text_ar: Text


class CannedAnswerUpdate(CannedAnswerCreate):
    """New texts of a canned answer."""

    version: int
    """Version that the caller has read."""


class CannedAnswerRead(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: UUID
    name_en: str
    name_ar: str
    text_en: str
    text_ar: str
    version: int


class CannedAnswerPage(Page[CannedAnswerRead]):
    """One page of canned answers."""


class CannedAnswerOrder(InputModel):
    """All canned answers in their new order."""

    ids: Annotated[list[UUID], Field(max_length=MAX_COUNT)]


class FilledAnswer(BaseModel):
    """Canned answer filled for one inquiry, in its asker's language."""

    id: UUID
    name_en: str
    name_ar: str
    text: str
    """Filled with the inquiry's values."""


class FilledAnswerList(BaseModel):
    """Filled canned answers for one inquiry, in list order."""

    data: list[FilledAnswer]
