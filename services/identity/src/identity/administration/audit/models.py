from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.audit import AuditAction
from kit.database.db import timestamp
from kit.database.tables import OpenEnum
from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from identity.tables import Table


class AuditEntry(Table, table=True):
    """A change of a record by a user or partner client. Never updated, except to erase people."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        Index("ix_audit_entries_record_id", "record_id", "recorded_at"),
        Index("ix_audit_entries_noun", "noun", "recorded_at"),
        Index("ix_audit_entries_user_id", "user_id", "recorded_at"),
        Index("ix_audit_entries_organization_id", "organization_id", "recorded_at"),
        Index("ix_audit_entries_recorded_at", "recorded_at", "id"),
    )

    id: UUID = Field(primary_key=True)
    """ID of the event's entry, which deduplicates repeated events."""
    recorded_at: datetime = timestamp()
    service: str = Field(max_length=20)
    action: AuditAction = Field(sa_column=Column(OpenEnum(AuditAction, 20), nullable=False))
    noun: str = Field(max_length=40)
    record_id: str = Field(max_length=120)
    user_id: UUID | None = None
    client_id: UUID | None = None
    profile_id: UUID | None = None
    organization_id: UUID | None = None
    network: str = Field(max_length=60)
    before: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
    after: dict[str, Any] = Field(sa_column=Column(JSONB, nullable=False))
