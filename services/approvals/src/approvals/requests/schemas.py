"""What the API says about requests and decisions."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts import ContentType
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from approvals.approvers.models import Rule
from approvals.approvers.schemas import ApproverRead
from approvals.requests.models import RequestStatus, Verdict


class StepState(StrEnum):
    """How a step of a request stands."""

    APPROVED = "approved"
    CURRENT = "current"
    WAITING = "waiting"
    REJECTED = "rejected"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"


class DecisionCreate(BaseModel):
    """What the caller decides. Refusing and returning need a comment."""

    decision: Verdict
    comment: Annotated[
        str | None,
        StringConstraints(strip_whitespace=True, max_length=2000, pattern=r"^[^\x00]*$"),
    ] = Field(default=None, validate_default=True)
    step: Annotated[int | None, Field(ge=0)] = None
    """The step that the caller was looking at. When it is over meanwhile, that is a conflict and
    not a decision about the next one."""

    @field_validator("comment")
    @classmethod
    def _need_comment(cls, comment: str | None, info: ValidationInfo) -> str | None:
        if not comment and info.data.get("decision") in {Verdict.REJECTED, Verdict.RETURNED}:
            raise PydanticCustomError("comment_required", "Say why, so that it can be mended.")
        return comment or None


class DecisionRead(BaseModel):
    """What somebody decided. The names are missing until identity's profile has come."""

    step: int
    user_id: UUID
    name_en: str | None
    name_ar: str | None
    decision: Verdict
    comment: str | None
    created_at: datetime


class StepRead(BaseModel):
    """A level that the request goes through, and who approves there now."""

    position: int
    name_en: str
    name_ar: str
    rule: Rule
    state: StepState
    approvers: list[ApproverRead]


class RequestRead(BaseModel):
    """A request in a list."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    content_type: ContentType
    content_id: UUID
    submission: int
    name_en: str
    name_ar: str
    organization_id: UUID | None
    submitted_by: UUID
    submitted_at: datetime
    status: RequestStatus
    step: int
    """Where it waits, from 1; 0 where there are no levels and a super-admin decides."""
    comment: str | None
    """Of the last decision."""
    decided_at: datetime | None


class RequestDetail(RequestRead):
    """A request with its history."""

    can_decide: bool
    """Whether the caller's decision is what it waits for."""
    steps: list[StepRead]
    decisions: list[DecisionRead]
    """Oldest first."""
    submissions: list[RequestRead]
    """All submissions of the same content, the newest first, this one too."""
