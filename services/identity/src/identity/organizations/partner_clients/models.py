"""Partner clients and their secrets."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from identity.tables import Table


class PartnerClient(Table, table=True):
    """A program of an organization. Whoever changes it or its secrets locks this row."""

    __tablename__ = "partner_clients"
    __table_args__ = (
        Index("ix_partner_clients_organization_id", "organization_id", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """What partners know as the client's id."""
    organization_id: UUID = Field(foreign_key="organizations.id")
    name: str
    permissions: list[str] = Field(sa_column=Column(ARRAY(String(60)), nullable=False))
    networks: list[str] = Field(sa_column=Column(ARRAY(String(50)), nullable=False))
    """Where it may call from, as CIDR; empty is anywhere."""
    test: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """What it does is a test, for good: nothing comes of it."""
    expires_at: datetime = timestamp()
    announced: int | None = None
    """Of how many days before its end its organization was notified last."""
    revoked_at: datetime | None = timestamp(nullable=True)
    last_used_at: datetime | None = timestamp(nullable=True)
    """When it last got a token, to about a minute."""
    last_used_network: str | None = Field(default=None, max_length=60)
    version: int = 1
    """Older tokens are refused."""
    changed_at: datetime | None = timestamp(nullable=True, index=True)
    """When the version was last raised."""
    created_at: datetime = timestamp(default_now=True)


class PartnerSecret(Table, table=True):
    """A secret of a client, by its hash."""

    __tablename__ = "partner_secrets"
    __table_args__ = (
        Index("ix_partner_secrets_client_id", "client_id"),
        # One is the present one, also when two rotate at once.
        Index(
            "uq_partner_secrets_present",
            "client_id",
            unique=True,
            postgresql_where=text("ends_at IS NULL"),
        ),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    client_id: UUID = Field(foreign_key="partner_clients.id")
    hash: bytes
    ends_at: datetime | None = timestamp(nullable=True)
    """None for the present one; the one before it is good until then."""
    created_at: datetime = timestamp(default_now=True)
