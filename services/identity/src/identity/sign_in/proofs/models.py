from datetime import datetime

from kit.database.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class UsedProof(Table, table=True):
    """A challenge whose proof was accepted, to reject repeats."""

    __tablename__ = "used_proofs"

    signature: str = Field(primary_key=True, max_length=64)
    """Hexadecimal signature of the challenge."""
    expires_at: datetime = timestamp(index=True)
    """Expiry of the challenge, after which the row can be deleted."""
