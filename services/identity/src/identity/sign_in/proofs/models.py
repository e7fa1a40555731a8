"""Proofs that were used."""

from datetime import datetime

from kit.database.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class UsedProof(Table, table=True):
    """A challenge whose proof was accepted: each counts once."""

    __tablename__ = "used_proofs"

    signature: str = Field(primary_key=True, max_length=64)
    """The challenge's, in hexadecimal."""
    expires_at: datetime = timestamp(index=True)
    """When the challenge does; then it need not be remembered any more."""
