"""Signing keys."""

from datetime import datetime

from kit.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class SigningKey(Table, table=True):
    """A key that tokens are or were signed with. Rows stay, as the record of what was when.

    Its times make its state: `next` until `signs_at`, `current` until another one signs,
    `previous` until `verifies_until`, then `ended`; or `revoked`.
    """

    __tablename__ = "signing_keys"

    id: str = Field(primary_key=True, max_length=60)
    """The key's id in the header of tokens."""
    public_key: bytes
    """Ed25519, 32 bytes."""
    sealed: bytes
    """The private key, which only the master secret opens; see `sealing`."""
    created_at: datetime = timestamp(default_now=True)
    signs_at: datetime = timestamp()
    verifies_until: datetime | None = timestamp(nullable=True)
    revoked_at: datetime | None = timestamp(nullable=True)
