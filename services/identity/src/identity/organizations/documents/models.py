"""The kinds of documents that profiles are asked for, and the documents."""

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
    """What a document may be handed in as."""

    PDF = "pdf"
    PICTURE = "picture"


class HolderType(StrEnum):
    """The types of profile that are asked for documents: those whose approval is decided on."""

    ORGANIZATION = ProfileType.ORGANIZATION.value
    STAFF = ProfileType.STAFF.value


class DocumentKind(Table, table=True):
    """A document that profiles of a type are asked for."""

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
    """Nobody submits without one that is valid."""
    accepts: list[str] = Field(sa_column=Column(ARRAY(String(20)), nullable=False))
    """Values of `FileKind`."""
    max_bytes: int
    expires: bool
    """Whoever hands one in says until when it is valid."""
    removed_at: datetime | None = timestamp(nullable=True)
    """No longer asked for; what was handed in stays."""
    created_at: datetime = timestamp(default_now=True)


class ProfileDocument(Table, table=True):
    """A document that was handed in for a profile. One of each kind is the current one; earlier
    ones are kept where a submission has them."""

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
    """The organization, or the staff profile, as the kind's type says."""
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
