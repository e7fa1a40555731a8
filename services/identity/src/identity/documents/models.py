"""The kinds of documents, and the documents of organizations."""

from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from kit.db import new_id, timestamp
from sqlalchemy import ARRAY, Column, Index, String, text
from sqlmodel import Field

from identity.tables import Table

_CURRENT = text("replaced_at IS NULL")


class FileKind(StrEnum):
    """What a document may be handed in as."""

    PDF = "pdf"
    PICTURE = "picture"


class DocumentKind(Table, table=True):
    """A document that organizations are asked for."""

    __tablename__ = "document_kinds"
    __table_args__ = (
        Index("ix_document_kinds_created_at", "created_at", "id"),
        Index("ix_document_kinds_name_en", "name_en", "id"),
        Index("ix_document_kinds_name_ar", "name_ar", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    name_en: str = Field(max_length=150)
    name_ar: str = Field(max_length=150)
    required: bool
    """An organization cannot submit without one that is valid."""
    accepts: list[str] = Field(sa_column=Column(ARRAY(String(20)), nullable=False))
    """Values of `FileKind`."""
    max_bytes: int
    expires: bool
    """Whoever hands one in says until when it is valid."""
    removed_at: datetime | None = timestamp(nullable=True)
    """No longer asked for; what was handed in stays."""
    created_at: datetime = timestamp(default_now=True)


class OrganizationDocument(Table, table=True):
    """A document that an organization handed in. One of each kind is the current one; earlier ones
    are kept where a submission has them."""

    __tablename__ = "organization_documents"
    __table_args__ = (
        Index(
            "uq_organization_documents_current",
            "organization_id",
            "kind_id",
            unique=True,
            postgresql_where=_CURRENT,
        ),
        Index("ix_organization_documents_expires_on", "expires_on", postgresql_where=_CURRENT),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    organization_id: UUID = Field(foreign_key="organizations.id", index=True)
    kind_id: UUID = Field(foreign_key="document_kinds.id", index=True)
    key: str = Field(unique=True)
    """In the file store."""
    media_type: str = Field(max_length=40)
    size: int
    """Bytes."""
    expires_on: date | None = None
    """The last day on which it is valid."""
    uploaded_by: UUID = Field(foreign_key="users.id")
    submission: int | None = None
    """The first submission that had it."""
    announced: int | None = None
    """How many days before its end that was last announced, or was no longer to be."""
    version: int = 1
    replaced_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)
