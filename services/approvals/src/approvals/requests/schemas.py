from datetime import date, datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts import ContentType
from kit.domain.fields import InputModel
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
from approvals.requests.models import Handover, RequestStatus, Verdict


class StepState(StrEnum):
    APPROVED = "approved"
    CURRENT = "current"
    WAITING = "waiting"
    REJECTED = "rejected"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"
    SKIPPED = "skipped"
    """The deadline passed and the next level decided."""


class RequestSort(StrEnum):
    SUBMITTED = "submitted_at"
    SUBMITTED_DESC = "-submitted_at"
    DUE = "due_on"
    DUE_DESC = "-due_on"


class RemarkWrite(InputModel):
    """Required correction of one submitted field or document."""

    field: Annotated[str, Field(max_length=80)]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=500)]


class DecisionCreate(InputModel):
    """The caller's decision; rejecting and returning require a comment."""

    decision: Verdict
    comment: Annotated[
        str | None,
        StringConstraints(strip_whitespace=True, max_length=2000, pattern=r"^[^\x00]*$"),
    ] = Field(default=None, validate_default=True)
    step: Annotated[int | None, Field(ge=0)] = None
    """Step the caller saw. If it is no longer current, the result is a conflict instead of a
    decision about the next step.
    """

    @field_validator("comment")
    @classmethod
    def _need_comment(cls, comment: str | None, info: ValidationInfo) -> str | None:
        if not comment and info.data.get("decision") in {Verdict.REJECTED, Verdict.RETURNED}:
            raise PydanticCustomError(
                "comment.required", "Enter the reason so it can be corrected."
            )
        return comment or None

    remarks: Annotated[list[RemarkWrite], Field(max_length=50)] = []
    """Corrections of single fields and documents, if the request is returned."""

    @field_validator("remarks")
    @classmethod
    def _only_when_returned(
        cls, remarks: list[RemarkWrite], info: ValidationInfo
    ) -> list[RemarkWrite]:
        if remarks and info.data.get("decision") is not Verdict.RETURNED:
            raise PydanticCustomError(
                "decision.remarks_not_allowed",
                "You can only comment on individual fields when you return the request.",
            )
        return remarks


class LinkOpen(InputModel):
    """Secret of a mailed link."""

    token: Annotated[str, Field(max_length=100)]


class LinkTarget(BaseModel):
    approval_id: UUID


class HandoverCreate(InputModel):
    """Admins who decide the step instead."""

    step: Annotated[int, Field(ge=0)]
    """Step the caller saw."""
    user_ids: Annotated[list[UUID], Field(min_length=1, max_length=20)]
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
    """Visible only to admins."""


class HandoverRead(BaseModel):
    """Handover of a step to others."""

    step: int
    kind: Handover
    user: ApproverRead | None
    """Admin who reassigned the step; null for an escalation."""
    assignees: list[ApproverRead]
    """New approvers; empty if the next level or super-admins decide."""
    reason: str | None
    created_at: datetime


class DecisionRead(BaseModel):
    """A decision; names are null until identity's profile event arrives."""

    step: int
    user_id: UUID
    name_en: str | None
    name_ar: str | None
    for_name_en: str | None
    """Approver the delegate decided for; null for an own decision."""
    for_name_ar: str | None
    decision: Verdict
    comment: str | None
    created_at: datetime


class StepApprover(ApproverRead):
    """Approver of a level, with today's delegates."""

    delegates: list[ApproverRead]


class StepRead(BaseModel):
    """Level the request passes, with its current approvers."""

    position: int
    name_en: str
    name_ar: str
    rule: Rule
    target_days: int
    """Working days to decide."""
    state: StepState
    approvers: list[StepApprover]


class RequestRead(BaseModel):
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
    """Current step, from 1; 0 if there are no levels and a super-admin decides."""
    step_since: datetime
    """Time the request reached the current step."""
    due_on: date | None
    """Decision deadline of the current step."""
    comment: str | None
    """Comment of the latest decision."""
    decided_at: datetime | None


class RequestRow(RequestRead):
    """Request in approvers' lists."""

    suspended: bool
    """The organization is suspended: the request can only be rejected or returned."""


class FieldRead(BaseModel):
    """A submitted field."""

    name: str
    value: str | None
    value_ar: str | None
    """Value in Arabic, if it differs."""
    changed: bool
    """The value differs from the previous submission."""
    before: str | None
    """Value in the previous submission."""
    before_ar: str | None
    remark: str | None
    """Required correction, if this submission was returned."""


class EarlierDocument(BaseModel):
    """File of the previous submission; its service keeps it as long as the submission."""

    model_config = ConfigDict(from_attributes=True)

    document_id: UUID
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None


class DocumentRead(BaseModel):
    """A submitted document; the submitting service stores its content."""

    name: str
    document_id: UUID
    title_en: str
    title_ar: str
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None
    changed: bool
    """The file differs from the previous submission."""
    before: EarlierDocument | None
    """The previous file, if it was replaced."""
    remark: str | None


class RequestDetail(RequestRow):
    """A request with its history."""

    fields: list[FieldRead]
    """Submitted fields; empty for submissions older than snapshots."""
    documents: list[DocumentRead]

    can_decide: bool
    """The request awaits the caller's decision."""
    decides_for: list[ApproverRead]
    """Other approvers for whom the caller's decision counts."""
    own: bool
    """The caller submitted the request or belongs to its organization, so they cannot decide it."""
    steps: list[StepRead]
    decisions: list[DecisionRead]
    """Oldest first."""
    handovers: list[HandoverRead]
    """Oldest first."""
    submissions: list[RequestRead]
    """All submissions of the content including this one, newest first."""
