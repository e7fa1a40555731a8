"""The issuer's keys, and the places of credentials in the lists of revoked ones."""

from kit.security.sealed_keys import SealedKey
from sqlalchemy import ARRAY, Column, Integer, Sequence
from sqlmodel import Field

from enrollment.tables import Table, metadata

PLACES = Sequence("status_places", start=0, minvalue=0, metadata=metadata)
"""The place in all lists of the next credential. One whose transaction fails stays empty."""


class CredentialKey(Table, SealedKey, table=True):
    """A key that credentials are or were signed with. Credentials last for years: the public part
    is published for ever, unless the key was revoked.

    It is `next` until `signs_at`, `current` until another one signs, then `previous`; or `revoked`.
    """

    __tablename__ = "credential_keys"


class StatusList(Table, table=True):
    """A list in which each credential has a bit of its own."""

    __tablename__ = "status_lists"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    positions: list[int] = Field(sa_column=Column(ARRAY(Integer, dimensions=1), nullable=False))
    """Its positions in random order: which bit belongs to whom cannot be told from when somebody's
    credential was issued."""
