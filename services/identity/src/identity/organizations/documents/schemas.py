"""Kinds of documents, and documents of organizations and staff, as they read and are written."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from kit.documents.rules import MAX_UPLOAD_BYTES
from kit.domain.fields import InputModel
from pydantic import BaseModel, ConfigDict, Field, field_validator

from identity.accounts.accounts.schemas import OrganizationNameAr, OrganizationNameEn
from identity.organizations.documents.models import FileKind, HolderType

MIB = 1024 * 1024


class KindSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class KindWrite(InputModel):
    """What is asked for."""

    name_en: OrganizationNameEn
    name_ar: OrganizationNameAr
    required: bool
    """Nobody submits without it."""
    accepts: Annotated[list[FileKind], Field(min_length=1, max_length=len(FileKind))]
    max_mib: Annotated[int, Field(ge=1, le=MAX_UPLOAD_BYTES // MIB)]
    """How large the file may be, in MiB."""
    expires: bool
    """It is valid until a day, which is asked for."""

    @field_validator("accepts", mode="after")
    @classmethod
    def _each_once(cls, accepts: list[FileKind]) -> list[FileKind]:
        return sorted(set(accepts))


class KindCreate(KindWrite):
    """A document that profiles of a type are asked for; the type stays as it is."""

    profile_type: HolderType


class KindRow(BaseModel):
    """A kind in the list."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    profile_type: HolderType
    name_en: str
    name_ar: str
    required: bool
    accepts: list[FileKind]
    max_mib: int
    expires: bool
    handed_in: int
    """How many organizations, or staff, have handed one in."""
    created_at: datetime


class KindRead(BaseModel):
    """A kind as those see it who are asked for one."""

    id: UUID
    name_en: str
    name_ar: str
    required: bool
    accepts: list[FileKind]
    max_bytes: int
    expires: bool


class DocumentStatus(StrEnum):
    """Whether a document counts today."""

    VALID = "valid"
    EXPIRING = "expiring"
    """Within 60 days."""
    EXPIRED = "expired"


class ProfileDocumentRead(BaseModel):
    """A document that was handed in; its address is that of its organization or profile, with its
    id."""

    id: UUID
    kind: KindRead
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None
    """The last day on which it is valid."""
    status: DocumentStatus
    created_at: datetime


class OwnDocuments(BaseModel):
    """What the caller is asked for as staff, and what they have handed in."""

    kinds: list[KindRead]
    documents: list[ProfileDocumentRead]
    """The current ones."""
    complete: bool
    """Nothing that is required is missing or has expired."""
    editable: bool
    """Others can be handed in: not while what was submitted is under review."""
