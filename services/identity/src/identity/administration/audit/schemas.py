from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from contracts.audit import AuditAction
from kit.domain.fields import Day
from pydantic import BaseModel, Field


class AuditSort(StrEnum):
    """Sort keys; a minus means descending."""

    RECORDED = "recorded_at"
    RECORDED_DESC = "-recorded_at"


class AuditFilter(BaseModel):
    """Filters of the trail; dates are days in Riyadh, inclusive."""

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
    field: str
    before: Any = None
    after: Any = None


class AuditEntryRead(BaseModel):
    id: UUID
    recorded_at: datetime
    service: str
    action: AuditAction
    noun: str
    record_id: str
    user_id: UUID | None
    """Null if a partner client made the change."""
    client_id: UUID | None
    client_name: str | None
    username: str | None
    """Null if a partner client made the change or the account is gone."""
    user_name_en: str | None
    user_name_ar: str | None
    organization_id: UUID | None
    organization_name_en: str | None
    organization_name_ar: str | None
    network: str
    """An IPv4 address or an IPv6 /64."""
    changes: list[AuditChange]
    """Sorted by field name."""


class RecordChange(BaseModel):
    """A change as the record's organization sees it: without the client's network."""

    id: UUID
    recorded_at: datetime
    action: AuditAction
    user_name_en: str | None
    """Null if a partner client made the change or the account is gone."""
    user_name_ar: str | None
    client_name: str | None
    changes: list[AuditChange]
    """Sorted by field name."""
