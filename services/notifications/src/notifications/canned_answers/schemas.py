"""What the API says about canned answers."""

from typing import Annotated
from uuid import UUID

from kit.database.pages import Page
from kit.domain.fields import InputModel, KeepsDirection, PlainText
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST = 50

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100), PlainText
]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=4000), KeepsDirection
]
"""With `{name}` or `{reference}` where that of the inquiry is put in."""


class CannedAnswerCreate(InputModel):
    """A canned answer, which comes after those that are there."""

    name_en: Name
    name_ar: Name
    text_en: Text
    text_ar: Text


class CannedAnswerUpdate(CannedAnswerCreate):
    """What a canned answer says from now on."""

    version: int
    """That which was looked at."""


class CannedAnswerRead(BaseModel):
    """A canned answer."""

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

    ids: Annotated[list[UUID], Field(max_length=MOST)]


class FilledAnswer(BaseModel):
    """A canned answer to one inquiry, in the language of its asker."""

    id: UUID
    name_en: str
    name_ar: str
    text: str
    """With the values of the inquiry."""


class FilledAnswerList(BaseModel):
    """What can be answered to an inquiry, in the order of the canned answers."""

    data: list[FilledAnswer]
