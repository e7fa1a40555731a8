"""What the API says about addresses."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from notifications.addresses.models import Mark


class ReportEvent(StrEnum):
    """What became of a mail."""

    BOUNCED = "bounced"
    """The mailbox takes no mails, for good."""
    DELAYED = "delayed"
    """The mailbox is full or busy; the provider tries again. Nothing follows from it."""
    COMPLAINED = "complained"
    DELIVERED = "delivered"
    """Nothing follows from it: the address stays marked until its owner says that it works."""


class MailReport(BaseModel):
    """What the mail provider reports of a mail, or a program in between that knows its format."""

    # The provider may add fields.
    model_config = ConfigDict(extra="ignore")

    event: ReportEvent
    recipient: Annotated[
        str, StringConstraints(max_length=254, strip_whitespace=True, min_length=3)
    ]
    message_id: Annotated[str, StringConstraints(max_length=500)] | None = None
    """The mail's own."""
    detail: Annotated[str, StringConstraints(max_length=2000)] = ""
    """In the words of the server that refused it."""


class OwnAddress(BaseModel):
    """Where the caller's notices are mailed, and whether they are."""

    address: str | None
    """None until identity has published it."""
    mark: Mark | None
    marked_at: datetime | None
