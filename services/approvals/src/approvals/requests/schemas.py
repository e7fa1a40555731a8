"""What the API says about requests and decisions."""

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
    """How a step of a request stands."""

    APPROVED = "approved"
    CURRENT = "current"
    WAITING = "waiting"
    REJECTED = "rejected"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"
    SKIPPED = "skipped"
    """Its target was missed, and the next level decided."""


class RequestSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

    SUBMITTED = "submitted_at"
    SUBMITTED_DESC = "-submitted_at"
    DUE = "due_on"
    DUE_DESC = "-due_on"


class RemarkWrite(InputModel):
    """What is to be mended in one field or document of what was submitted."""

    field: Annotated[str, Field(max_length=80)]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=500)]


class DecisionCreate(InputModel):
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
            raise PydanticCustomError("comment.required", "Say why, so that it can be mended.")
        return comment or None

    remarks: Annotated[list[RemarkWrite], Field(max_length=50)] = []
    """On single fields and documents, when it is returned."""

    @field_validator("remarks")
    @classmethod
    def _only_when_returned(
        cls, remarks: list[RemarkWrite], info: ValidationInfo
    ) -> list[RemarkWrite]:
        if remarks and info.data.get("decision") is not Verdict.RETURNED:
            raise PydanticCustomError(
                "decision.remarks_not_allowed", "Only what is sent back is remarked on."
            )
        return remarks


class LinkOpen(InputModel):
    """The secret of a link in a mail."""

    token: Annotated[str, Field(max_length=100)]


class LinkTarget(BaseModel):
    """What the link leads to."""

    approval_id: UUID


class HandoverCreate(InputModel):
    """Who decides in place of those who would."""

    step: Annotated[int, Field(ge=0)]
    """The step that the caller was looking at."""
    user_ids: Annotated[list[UUID], Field(min_length=1, max_length=20)]
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]
    """Read by admins alone."""


class HandoverRead(BaseModel):
    """That a step was given to others."""

    step: int
    kind: Handover
    user: ApproverRead | None
    """Who has reassigned it; none where its target was missed."""
    assignees: list[ApproverRead]
    """To whom; none where it went on to the next level, or to super-admins."""
    reason: str | None
    created_at: datetime


class DecisionRead(BaseModel):
    """What somebody decided. The names are missing until identity's profile has come."""

    step: int
    user_id: UUID
    name_en: str | None
    name_ar: str | None
    for_name_en: str | None
    """For whom they stood in; none where the decision was their own."""
    for_name_ar: str | None
    decision: Verdict
    comment: str | None
    created_at: datetime


class StepApprover(ApproverRead):
    """Who approves at a level, and who decides for them today as they are away."""

    delegates: list[ApproverRead]


class StepRead(BaseModel):
    """A level that the request goes through, and who approves there now."""

    position: int
    name_en: str
    name_ar: str
    rule: Rule
    target_days: int
    """Working days."""
    state: StepState
    approvers: list[StepApprover]


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
    step_since: datetime
    """When it came there."""
    due_on: date | None
    """When it is to be decided there, or was to be."""
    comment: str | None
    """Of the last decision."""
    decided_at: datetime | None


class RequestRow(RequestRead):
    """A request in the lists of approvers."""

    suspended: bool
    """Its organization is: it can be rejected or returned, and not be approved."""


class FieldRead(BaseModel):
    """A field as it was submitted."""

    name: str
    value: str | None
    value_ar: str | None
    """Where it reads differently in Arabic."""
    changed: bool
    """It is another one than in the round before."""
    before: str | None
    """What it was then."""
    before_ar: str | None
    remark: str | None
    """What was to be mended, when this submission was returned."""


class EarlierDocument(BaseModel):
    """The file that stood in the round before; its service keeps it as long as the submission."""

    model_config = ConfigDict(from_attributes=True)

    document_id: UUID
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None


class DocumentRead(BaseModel):
    """A document as it was submitted; its content is with the service that stores it."""

    name: str
    document_id: UUID
    title_en: str
    title_ar: str
    media_type: str
    size: int
    """Bytes."""
    expires_on: date | None
    changed: bool
    """It is another file than in the round before."""
    before: EarlierDocument | None
    """What it was then, where it is another one and there was one."""
    remark: str | None


class RequestDetail(RequestRow):
    """A request with its history."""

    fields: list[FieldRead]
    """What was submitted; empty for submissions of before snapshots were taken."""
    documents: list[DocumentRead]

    can_decide: bool
    """Whether the caller's decision is what it waits for."""
    decides_for: list[ApproverRead]
    """For whom the caller's decision counts besides the caller, if the caller approves there."""
    own: bool
    """The caller has submitted it or belongs to the organization whose it is, and never decides
    on it."""
    steps: list[StepRead]
    decisions: list[DecisionRead]
    """Oldest first."""
    handovers: list[HandoverRead]
    """Oldest first."""
    submissions: list[RequestRead]
    """All submissions of the same content, the newest first, this one too."""
