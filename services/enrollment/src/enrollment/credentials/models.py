from kit.security.sealed_keys import SealedKey
from sqlalchemy import ARRAY, Column, Integer, Sequence
from sqlmodel import Field

from enrollment.tables import Table, metadata

PLACES = Sequence("status_places", start=0, minvalue=0, metadata=metadata)
"""Next place in the status lists. A rolled-back transaction leaves its place unused."""


class CredentialKey(Table, SealedKey, table=True):
    """A signing key. Credentials last for years, so unrevoked public keys stay published.

    It is `next` until `signs_at`, `current` until another key signs, then `previous`; or `revoked`.
    """

    __tablename__ = "credential_keys"


class StatusList(Table, table=True):
    """A status list with one bit for each credential."""

    __tablename__ = "status_lists"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    positions: list[int] = Field(sa_column=Column(ARRAY(Integer, dimensions=1), nullable=False))
    """Positions in random order, so that a bit does not reveal when its certificate was issued."""
