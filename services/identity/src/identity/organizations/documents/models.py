from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from contracts import ProfileType
from kit.database.db import new_id, timestamp
from kit.database.tables import text_enum
from sqlalchemy import ARRAY, Column, Index, String, text
from sqlmodel import Field

from identity.tables import Table

_CURRENT = text("replaced_at IS NULL")


class FileKind(StrEnum):
    PDF = "pdf"
    PICTURE = "picture"


class HolderType(StrEnum):
    """Profile types that must submit documents, because their approval is decided."""

    ORGANIZATION = ProfileType.ORGANIZATION.value
    STAFF = ProfileType.STAFF.value


class DocumentKind(Table, table=True):
    __tablename__ = "document_kinds"
    __table_args__ = (
        Index("ix_document_kinds_created_at", "created_at", "id"),
        Index("ix_document_kinds_name_en", "name_en", "id"),
        Index("ix_document_kinds_name_ar", "name_ar", "id"),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    profile_type: HolderType = Field(
        sa_type=text_enum(HolderType, length=30),
        sa_column_kwargs={"server_default": HolderType.ORGANIZATION.value},
    )
    name_en: str = Field(max_length=150)
    name_ar: str = Field(max_length=150)
    required: bool
    """True if a submission needs a valid document of this kind."""
    accepts: list[str] = Field(sa_column=Column(ARRAY(String(20)), nullable=False))
    """Values of `FileKind`."""
    max_bytes: int
    expires: bool
    """True if each document has an expiry date."""
    removed_at: datetime | None = timestamp(nullable=True)
    """Time since which it is no longer requested. Submitted documents remain."""
    created_at: datetime = timestamp(default_now=True)


class ProfileDocument(Table, table=True):
    """A document submitted for a profile. Each kind has one current document; earlier ones are kept
    if a submission contains them.
    """

    __tablename__ = "profile_documents"
    __table_args__ = (
        Index(
            "uq_profile_documents_current",
            "owner_id",
            "kind_id",
            unique=True,
            postgresql_where=_CURRENT,
        ),
        Index("ix_profile_documents_expires_on", "expires_on", postgresql_where=_CURRENT),
    )

    id: UUID = Field(default_factory=new_id, primary_key=True)
    owner_id: UUID = Field(index=True)
    """ID of the organization or the staff profile, depending on the kind."""
    kind_id: UUID = Field(foreign_key="document_kinds.id", index=True)
    key: str = Field(unique=True)
    """Key in the file store."""
    media_type: str = Field(max_length=40)
    size: int
    """Bytes."""
    expires_on: date | None = None
    """Last day of validity."""
    uploaded_by: UUID = Field(foreign_key="users.id")
    submission: int | None = None
    """Number of the first submission that contained it."""
    announced: int | None = None
    """Days of the last reminder that was sent or skipped."""
    version: int = 1
    replaced_at: datetime | None = timestamp(nullable=True)
    created_at: datetime = timestamp(default_now=True)
