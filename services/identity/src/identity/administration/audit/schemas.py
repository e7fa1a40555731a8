"""How the audit trail reads."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from contracts.audit import AuditAction
from kit.domain.fields import Day
from pydantic import BaseModel, Field


class AuditSort(StrEnum):
    """What the trail is sorted by; a minus means descending."""

    RECORDED = "recorded_at"
    RECORDED_DESC = "-recorded_at"


class AuditFilter(BaseModel):
    """What the trail is narrowed down to; dates are days in Riyadh, both included."""

    search: Annotated[str, Field(max_length=100)] | None = None
    """Words of the person's names, username or email, in any order."""
    user_id: UUID | None = None
    organization_id: UUID | None = None
    service: Annotated[str, Field(max_length=20)] | None = None
    action: list[AuditAction] = []
    noun: Annotated[str, Field(max_length=40)] | None = None
    record_id: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=100)] = []
    recorded_from: Day | None = None
    recorded_to: Day | None = None


class AuditChange(BaseModel):
    """A field of the record."""

    field: str
    before: Any = None
    after: Any = None


class AuditEntryRead(BaseModel):
    """Who has changed what, when and from where."""

    id: UUID
    recorded_at: datetime
    service: str
    action: AuditAction
    noun: str
    record_id: str
    user_id: UUID | None
    """Null where a partner client has changed it."""
    client_id: UUID | None
    client_name: str | None
    username: str | None
    """Nobody's when the account is gone."""
    user_name_en: str | None
    user_name_ar: str | None
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    network: str
    """An IPv4 address or an IPv6 /64."""
    changes: list[AuditChange]
    """By the field's name."""


class RecordChange(BaseModel):
    """A change of a record as its own organization sees it: without where it was made from."""

    id: UUID
    recorded_at: datetime
    action: AuditAction
    user_name_en: str | None
    """Nobody's where a partner client has changed it, or when the account is gone."""
    user_name_ar: str | None
    client_name: str | None
    changes: list[AuditChange]
    """By the field's name."""
