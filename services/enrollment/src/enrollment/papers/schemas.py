"""What goes in and out of the endpoints of papers."""

import re
from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from enrollment.papers.rules import MAX_SIGNATORIES, MIN_CONTRAST, contrast_on_white


def _check_accent(value: str) -> str:
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        raise PydanticCustomError("color.invalid", "Enter a colour as # and six digits or letters.")
    if contrast_on_white(value) < MIN_CONTRAST:
        raise PydanticCustomError(
            "color.low_contrast",
            "This colour is too light to be read on white. Choose a darker one.",
        )
    return value


Accent = Annotated[str, StringConstraints(to_lower=True), AfterValidator(_check_accent)]
"""`#rrggbb`."""
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80), PlainText]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=160), PlainText]
PictureName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32}$")]
"""What an upload was answered with."""


class PictureKind(StrEnum):
    """What an uploaded picture is for."""

    LOGO = "logo"
    SIGNATURE = "signature"


class Signatory(InputModel):
    """Who signs. The name in one language is enough."""

    name_en: Name = ""
    name_ar: Name = ""
    title_en: Name = ""
    title_ar: Name = ""
    signature: PictureName | None = None

    @model_validator(mode="after")
    def _has_a_name(self) -> "Signatory":
        if not (self.name_en or self.name_ar):
            raise PydanticCustomError("signatory.name_required", "Enter the name of who signs.")
        return self


class DesignContent(BaseModel):
    """What an organization chooses."""

    accent: Accent = "#047857"
    logo: PictureName | None = None
    """Without one the organization's name stands there."""
    signatories: Annotated[list[Signatory], Field(max_length=MAX_SIGNATORIES)] = []
    text_en: Line = ""
    text_ar: Line = ""


class DesignPublish(InputModel, DesignContent):
    """A new version."""

    version: int
    """The version that it was made from; 0 where there was none."""


class DesignRead(DesignContent):
    """The version by which papers are made now."""

    organization_id: UUID
    version: int
    """0: the organization has not published any."""
    published_at: datetime | None


class PictureRead(BaseModel):
    """A stored picture, which is kept for a day unless a design with it is published."""

    name: str


class Sample(StrEnum):
    """Whose certificate a preview shows."""

    USUAL = "usual"
    LONG = "long"
    ENGLISH = "english"
    """A name that is written in English only."""
    ARABIC = "arabic"


class PreviewCreate(InputModel, DesignContent):
    """A design to look at, with invented people."""

    sample: Sample = Sample.USUAL
