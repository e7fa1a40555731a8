from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlmodel import Field

from identity.tables import Table


class PartnerClient(Table, table=True):
    """A program of an organization that calls the API. Lock this row before changing it or its
    secrets.
    """

    __tablename__ = "partner_clients"
    __table_args__ = (
        Index("ix_partner_clients_organization_id", "organization_id", "created_at", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    """Public client ID."""
    organization_id: UUID = Field(foreign_key="organizations.id")
    name: str
    permissions: list[str] = Field(sa_column=Column(ARRAY(String(60)), nullable=False))
    networks: list[str] = Field(sa_column=Column(ARRAY(String(50)), nullable=False))
    """Allowed CIDR networks of the caller; empty allows all."""
    test: bool = Field(default=False, sa_column_kwargs={"server_default": "false"})
    """True for sandbox clients. Cannot be changed later."""
    expires_at: datetime = timestamp()
    announced: int | None = None
    """Days of the last reminder that was sent."""
    revoked_at: datetime | None = timestamp(nullable=True)
    last_used_at: datetime | None = timestamp(nullable=True)
    """Time of the last issued token, accurate to a minute."""
    last_used_network: str | None = Field(default=None, max_length=60)
    version: int = 1
    """Tokens of older versions are rejected."""
    changed_at: datetime | None = timestamp(nullable=True, index=True)
    """Time of the last version change."""
    created_at: datetime = timestamp(default_now=True)


class PartnerSecret(Table, table=True):
    """Hash of a client's secret."""

    __tablename__ = "partner_secrets"
    __table_args__ = (
        Index("ix_partner_secrets_client_id", "client_id"),
        # At most one current secret, even if two requests rotate concurrently.
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
    """End of the previous secret's validity; None for the current one."""
    created_at: datetime = timestamp(default_now=True)
