from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

from notifications.addresses.models import Mark


class ReportEvent(StrEnum):
    """Result of a mail, as the mail provider reports it."""

    BOUNCED = "bounced"
    """Permanent failure: the mailbox accepts no mail."""
    DELAYED = "delayed"
    """Temporary failure: the provider retries, so nothing changes here."""
    COMPLAINED = "complained"
    DELIVERED = "delivered"
    """Changes nothing: a marked address stays marked until its owner confirms that it works."""


class MailReport(BaseModel):
    """Report about one mail, from the mail provider or from a relay that translates its format."""

    # The provider may add fields.
    model_config = ConfigDict(extra="ignore")

    event: ReportEvent
    recipient: Annotated[
        str, StringConstraints(max_length=254, strip_whitespace=True, min_length=3)
    ]
    message_id: Annotated[str, StringConstraints(max_length=500)] | None = None
    """Message-ID of the reported mail."""
    detail: Annotated[str, StringConstraints(max_length=2000)] = ""
    """Reason that the receiving server gave."""


class OwnAddress(BaseModel):
    """The caller's mail address, and its mark if mails are not delivered."""

    address: str | None
    """Null until identity has published it."""
    mark: Mark | None
    marked_at: datetime | None
