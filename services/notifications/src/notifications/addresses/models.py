from datetime import datetime
from enum import StrEnum

from kit.database.db import timestamp
from kit.database.tables import choice
from sqlmodel import Field

from notifications.tables import Table


class Mark(StrEnum):
    """Reason why notices are not mailed to an address."""

    BOUNCE = "bounce"
    """Permanent failure: the mailbox accepts no mail."""
    COMPLAINT = "complaint"
    """The recipient reported a mail as spam."""


class MarkedAddress(Table, table=True):
    """Address that receives no notices until its owner confirms that it works."""

    __tablename__ = "marked_addresses"

    address: str = Field(primary_key=True, max_length=254)
    """In lower case."""
    mark: Mark = choice(Mark)
    detail: str
    """Explanation from the mail provider."""
    marked_at: datetime = timestamp(default_now=True)
