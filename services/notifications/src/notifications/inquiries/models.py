"""The table of inquiries."""

from datetime import datetime
from uuid import UUID

from kit.db import new_id, timestamp
from sqlmodel import Field

from notifications.tables import Table


class Inquiry(Table, table=True):
    """What somebody wrote through the contact form."""

    __tablename__ = "inquiries"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name: str
    email: str
    phone: str | None
    subject: str
    message: str
    created_at: datetime = timestamp(default_now=True, index=True)
