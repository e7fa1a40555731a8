from datetime import datetime
from typing import Any
from uuid import UUID

from kit.database.db import new_id, timestamp
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from enrollment.tables import Table


class CertificateDesign(Table, table=True):
    """A version of an organization's certificate design. Rows never change: PDFs record their
    version.
    """

    __tablename__ = "certificate_designs"
    __table_args__ = (UniqueConstraint("organization_id", "version"),)

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID
    version: int
    """Version number within the organization, from 1."""
    accent: str
    """`#rrggbb`."""
    logo_key: str | None = None
    signatories: list[dict[str, Any]] = Field(sa_column=Column(JSONB, nullable=False))
    """Each entry has the form of `schemas.Signatory`."""
    text_en: str
    text_ar: str
    published_by: UUID
    """The user."""
    created_at: datetime = timestamp(default_now=True)


class PaperAttempt(Table, table=True):
    """An attempt to make a certificate's PDF, running or failed."""

    __tablename__ = "paper_attempts"

    certificate_id: UUID = Field(primary_key=True, foreign_key="certificates.id")
    attempts: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    next_at: datetime = timestamp()
    """Time of the next retry, after a crash or a failure."""
