import re
from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from enrollment.papers.rules import MAX_SIGNATORIES, MIN_CONTRAST, compute_contrast


def _check_accent(value: str) -> str:
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        raise PydanticCustomError(
            "color.invalid", "Enter the colour as # followed by six digits or letters a to f."
        )
    if compute_contrast(value) < MIN_CONTRAST:
        raise PydanticCustomError(
            "color.low_contrast",
            "This colour is hard to read on white. Choose a darker one.",
        )
    return value


Accent = Annotated[str, StringConstraints(to_lower=True), AfterValidator(_check_accent)]
"""`#rrggbb`."""
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80), PlainText]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=160), PlainText]
PictureName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32}$")]
"""Name returned by an upload."""


class PictureKind(StrEnum):
    """Purpose of an uploaded picture."""

    LOGO = "logo"
    SIGNATURE = "signature"


class Signatory(InputModel):
    """A person who signs; a name in one language is sufficient."""

    name_en: Name = ""
    name_ar: Name = ""
    title_en: Name = ""
    title_ar: Name = ""
    signature: PictureName | None = None

    @model_validator(mode="after")
    def _has_a_name(self) -> "Signatory":
        if not (self.name_en or self.name_ar):
            raise PydanticCustomError(
                "signatory.name_required", "Enter the signatory's name in at least one language."
            )
        return self


class DesignContent(BaseModel):
    accent: Accent = "#047857"
    logo: PictureName | None = None
    """Null prints the organization's name instead."""
    signatories: Annotated[list[Signatory], Field(max_length=MAX_SIGNATORIES)] = []
    text_en: Line = ""
    text_ar: Line = ""


class DesignPublish(InputModel, DesignContent):
    version: int
    """Version that the design is based on; 0 if none exists."""


class DesignRead(DesignContent):
    organization_id: UUID
    version: int
    """0 if the organization has published none."""
    published_at: datetime | None


class PictureRead(BaseModel):
    """A stored picture, deleted after a day unless a published design uses it."""

    name: str


class Sample(StrEnum):
    """Sample person in a preview."""

    USUAL = "usual"
    LONG = "long"
    ENGLISH = "english"
    """A name written in English only."""
    ARABIC = "arabic"


class PreviewCreate(InputModel, DesignContent):
    sample: Sample = Sample.USUAL
