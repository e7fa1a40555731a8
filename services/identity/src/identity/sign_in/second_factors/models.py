"""Authenticator apps and recovery codes."""

from datetime import datetime
from uuid import UUID

from kit.database.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class SecondFactor(Table, table=True):
    """An authenticator app of a user. It counts once `users.second_factor_at` is set; until then
    it is being set up."""

    __tablename__ = "second_factors"

    user_id: UUID = Field(primary_key=True, foreign_key="users.id")
    sealed: bytes
    """The secret that it shares with us, which only the master secret opens."""
    last_step: int | None = None
    """The time step of the last code that was accepted: it and those before it count no more."""
    created_at: datetime = timestamp(default_now=True)


class RecoveryCode(Table, table=True):
    """A code that takes the place of the app's once. A used one is deleted."""

    __tablename__ = "recovery_codes"

    hash: bytes = Field(primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
