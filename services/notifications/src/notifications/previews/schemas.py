"""What the API says about previews."""

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from notifications.texts.models import Language
from notifications.wordings.schemas import WordingText


class PreviewRequest(InputModel):
    """A text that need not be saved; what is null in it is as the packaged text has it."""

    language: Language
    text: WordingText = Field(default_factory=WordingText)


class Preview(BaseModel):
    """A message as its reader gets it, filled with samples."""

    title: str
    """Also the mail's subject."""
    body: str
    html: str
    """The mail, as a whole page."""
    plain: str
    """The mail without a layout."""
    push: str
    """What a push says below the title."""
    sms: str
    segments: int
    """As how many messages the text message is sent and paid, with a link of the usual length."""


class SampleMail(BaseModel):
    """A mail that is queued."""

    email: str | None
    """Where it goes; null until identity has published the caller's address."""
