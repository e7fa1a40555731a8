"""The table of marked addresses."""

from datetime import datetime
from enum import StrEnum

from kit.database.db import timestamp
from kit.database.tables import choice
from sqlmodel import Field

from notifications.tables import Table


class Mark(StrEnum):
    """Why nothing is mailed to an address."""

    BOUNCE = "bounce"
    """The mailbox takes no mails, for good."""
    COMPLAINT = "complaint"
    """Its owner has called a mail of ours spam."""


class MarkedAddress(Table, table=True):
    """An address to which no notices are mailed, until its owner says that it works."""

    __tablename__ = "marked_addresses"

    address: str = Field(primary_key=True, max_length=254)
    """In small letters."""
    mark: Mark = choice(Mark)
    detail: str
    """What the mail provider says."""
    marked_at: datetime = timestamp(default_now=True)
