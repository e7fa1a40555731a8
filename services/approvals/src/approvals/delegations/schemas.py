from datetime import date, timedelta
from typing import Annotated, Self
from uuid import UUID

from contracts import ContentType
from kit.domain.fields import Day, InputModel
from kit.domain.timezone import today
from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from approvals.approvers.schemas import ApproverRead
from approvals.delegations.models import Delegation
from approvals.replicas.models import Approver

MAX_DAYS = 366


class DelegationCreate(InputModel):
    """The delegate decides for the caller from the first to the last day."""

    delegate_id: UUID
    content_types: Annotated[list[ContentType], Field(max_length=len(ContentType))] = []
    """Covered content types; empty means all."""
    first_day: Day
    last_day: Day

    @field_validator("last_day")
    @classmethod
    def _in_order(cls, last_day: date, info: ValidationInfo) -> date:
        first_day = info.data.get("first_day")
        if last_day < today():
            raise PydanticCustomError("date.in_past", "Choose today or a later date.")
        if first_day and last_day < first_day:
            raise PydanticCustomError(
                "period.ends_before_start", "Choose a last day on or after the first day."
            )
        if first_day and last_day - first_day > timedelta(days=MAX_DAYS):
            raise PydanticCustomError("delegation.too_long", "Choose a period of up to one year.")
        return last_day


class DelegationRead(BaseModel):
    """A running or upcoming delegation."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    approver: ApproverRead
    """The absent approver."""
    delegate: ApproverRead
    """The admin who decides instead."""
    content_types: list[ContentType]
    """Covered content types; empty means all."""
    first_day: date
    last_day: date
    running: bool
    """The delegation covers today."""

    @classmethod
    def of(cls, delegation: Delegation, approver: Approver, delegate: Approver) -> Self:
        return cls(
            id=delegation.id,
            approver=ApproverRead.model_validate(approver),
            delegate=ApproverRead.model_validate(delegate),
            content_types=delegation.content_types,
            first_day=delegation.first_day,
            last_day=delegation.last_day,
            running=delegation.first_day <= today(),
        )


class DelegationList(BaseModel):
    """The caller's running and upcoming delegations, earliest first."""

    given: list[DelegationRead]
    """Delegations from the caller to others."""
    taken: list[DelegationRead]
    """Delegations from others to the caller."""
