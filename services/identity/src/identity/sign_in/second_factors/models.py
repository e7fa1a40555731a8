from datetime import datetime
from uuid import UUID

from kit.database.db import timestamp
from sqlmodel import Field

from identity.tables import Table


class SecondFactor(Table, table=True):
    """An authenticator app of a user. It takes effect once `users.second_factor_at` is set."""

    __tablename__ = "second_factors"

    user_id: UUID = Field(primary_key=True, foreign_key="users.id")
    sealed: bytes
    """Shared TOTP secret, sealed with the master secret."""
    last_step: int | None = None
    """Time step of the last accepted code. Codes up to it are rejected."""
    created_at: datetime = timestamp(default_now=True)


class RecoveryCode(Table, table=True):
    """A one-time replacement for an app's code, deleted on use."""

    __tablename__ = "recovery_codes"

    hash: bytes = Field(primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True)
