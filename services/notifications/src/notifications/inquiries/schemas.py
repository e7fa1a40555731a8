"""What the API says about inquiries."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from kit.fields import PlainText
from pydantic import AfterValidator, BaseModel, ConfigDict, EmailStr, Field, StringConstraints


def _printable(text: str) -> str:
    """Line ends and tabs are the only control characters that a message has any use for."""
    if any(ord(character) < 32 and character not in "\n\r\t" for character in text):
        raise ValueError("must not contain control characters")
    return text


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=200), PlainText
]


class InquiryCreate(BaseModel):
    """The contact form."""

    name: Line
    email: Annotated[EmailStr, Field(max_length=254)]
    phone: Annotated[
        str | None,
        StringConstraints(strip_whitespace=True, max_length=30, pattern=r"^\+?[0-9][0-9 ()-]{5,}$"),
    ] = None
    subject: Line
    message: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=10, max_length=5000),
        AfterValidator(_printable),
    ]


class InquiryRead(BaseModel):
    """The receipt: the id is what the visitor can quote."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    created_at: datetime
