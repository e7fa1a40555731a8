from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from notifications.texts.models import Language
from notifications.wordings.schemas import WordingText


class PreviewRequest(InputModel):
    """Unsaved wording; null parts come from the packaged text."""

    language: Language
    text: WordingText = Field(default_factory=WordingText)


class Preview(BaseModel):
    """Message as its reader gets it, filled with samples."""

    title: str
    """Also the mail's subject."""
    body: str
    html: str
    """The mail as a complete HTML page."""
    plain: str
    """The mail as plain text."""
    push: str
    """Text of the push below its title."""
    sms: str
    segments: int
    """Number of billed text messages, with a link of typical length."""


class SampleMail(BaseModel):
    """Queued sample mail."""

    email: str | None
