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
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME_EN = "name_en"
    NAME_EN_DESC = "-name_en"
    NAME_AR = "name_ar"
    NAME_AR_DESC = "-name_ar"


class KindWrite(InputModel):
    name_en: OrganizationNameEn
    name_ar: OrganizationNameAr
    required: bool
    """True if a submission needs it."""
    accepts: Annotated[list[FileKind], Field(min_length=1, max_length=len(FileKind))]
    max_mib: Annotated[int, Field(ge=1, le=MAX_UPLOAD_BYTES // MIB)]
    """Maximum size of the file in MiB."""
    expires: bool
    """True if each document has an expiry date."""

    @field_validator("accepts", mode="after")
    @classmethod
    def _each_once(cls, accepts: list[FileKind]) -> list[FileKind]:
        return sorted(set(accepts))


class KindCreate(KindWrite):
    """A new kind for a profile type, which cannot be changed later."""

    profile_type: HolderType


class KindRow(BaseModel):
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
    """Number of organizations or staff with a current document."""
    created_at: datetime


class KindRead(BaseModel):
    """A kind as its submitters see it."""

    id: UUID
    name_en: str
    name_ar: str
    required: bool
    accepts: list[FileKind]
    max_bytes: int
    expires: bool


class DocumentStatus(StrEnum):
    """Validity of a document today."""

    VALID = "valid"
    EXPIRING = "expiring"
    """Expires within 60 days."""
    EXPIRED = "expired"


class ProfileDocumentRead(BaseModel):
    """A submitted document, available below its organization or profile by its ID."""

    id: UUID
    kind: KindRead
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None
    """Last day of validity."""
    status: DocumentStatus
    created_at: datetime


class OwnDocuments(BaseModel):
    """Requested kinds and submitted documents of the caller's staff profile."""

    kinds: list[KindRead]
    documents: list[ProfileDocumentRead]
    """Current documents."""
    complete: bool
    """True if no required document is missing or expired."""
    editable: bool
    """False while the submission is under review."""
