from datetime import datetime

from kit.database.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class FailedAttempts(Table, table=True):
    """Failed attempts for a name, whether or not an account has it."""

    __tablename__ = "failed_attempts"

    key: bytes = Field(primary_key=True)
    count: int = 1
    last_at: datetime = timestamp(default_now=True, index=True)
    blocked_until: datetime | None = timestamp(nullable=True)
