"""What the API says about inquiries."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import UploadFile
from kit.fields import PlainText
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    EmailStr,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from notifications.inquiries.models import InquiryTopic

MAX_FILES = 5


def _printable(text: str) -> str:
    """Line ends and tabs are the only control characters that a message has any use for."""
    if any(ord(character) < 32 and character not in "\n\r\t" for character in text):
        raise ValueError("must not contain control characters")
    return text


def _given(consent: bool) -> bool:
    if not consent:
        raise PydanticCustomError("consent.required", "Agree that what you write is stored.")
    return consent


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200), PlainText
]


class InquiryCreate(BaseModel):
    """The contact form, as `multipart/form-data`."""

    name: Line
    email: Annotated[EmailStr, Field(max_length=254)]
    phone: Annotated[
        str | None,
        StringConstraints(strip_whitespace=True, max_length=30, pattern=r"^\+?[0-9][0-9 ()-]{5,}$"),
    ] = None
    topic: InquiryTopic
    message: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=10, max_length=5000),
        AfterValidator(_printable),
    ]
    locale: Literal["en", "ar"]
    consent: Annotated[bool, AfterValidator(_given)]
    files: Annotated[list[UploadFile], Field(max_length=MAX_FILES)] = []
    """PDF, or JPEG, PNG or WebP pictures, of at most 5 MiB each."""


class InquiryRead(BaseModel):
    """The receipt."""

    model_config = ConfigDict(from_attributes=True)

    reference: str
    created_at: datetime
