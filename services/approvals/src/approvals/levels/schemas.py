from typing import Annotated
from uuid import UUID

from contracts import ContentType
from kit.domain.fields import InputModel, PlainText
from pydantic import BaseModel, Field, StringConstraints, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from approvals.approvers.models import Rule
from approvals.approvers.schemas import ApproverRead, RoleRead

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120), PlainText
]


TargetDays = Annotated[int, Field(ge=1, le=60)]
"""Working days from reaching the level to its decision deadline."""


class Escalation(InputModel):
    """Escalation of overdue requests."""

    escalate_after: Annotated[int | None, Field(ge=1, le=60)] = None
    """Working days from the deadline to escalation; null for no escalation."""
    escalate_to: Annotated[UUID | None, Field(validate_default=True)] = None
    """User who decides after escalation; null for the next level, or a super-admin after the last.
    """

    @field_validator("escalate_to")
    @classmethod
    def _only_after(cls, escalate_to: UUID | None, info: ValidationInfo) -> UUID | None:
        if escalate_to and info.data.get("escalate_after") is None:
            raise PydanticCustomError(
                "escalation.days_required", "Enter the number of working days."
            )
        return escalate_to


class LevelCreate(Escalation):
    """A level to append to its content type's levels."""

    content_type: ContentType
    name_en: Name
    name_ar: Name
    rule: Rule
    target_days: TargetDays = 3


class LevelUpdate(Escalation):
    name_en: Name
    name_ar: Name
    rule: Rule
    target_days: TargetDays


class OrganizationRead(BaseModel):
    """Organization with submitted requests, by its latest name."""

    id: UUID
    name_en: str
    name_ar: str


class OrganizationList(BaseModel):
    """Organizations by name."""

    data: list[OrganizationRead]


class AssignmentRead(BaseModel):
    """User or role that approves at a level, and the limits of its coverage; empty lists mean no
    limit.
    """

    user: ApproverRead | None
    role: RoleRead | None
    organizations: list[OrganizationRead]
    state_ids: list[UUID]
    category_ids: list[UUID]


class LevelRead(BaseModel):
    """A level; `pending` counts requests waiting at it.

    Pending requests keep the name, rule and deadline from their submission.
    """

    id: UUID
    content_type: ContentType
    position: int
    name_en: str
    name_ar: str
    rule: Rule
    target_days: int
    escalate_after: int | None
    escalate_to: ApproverRead | None
    assignments: list[AssignmentRead]
    approvers: list[ApproverRead]
    """Today's approvers, direct and by role."""
    pending: int
    uncovered: int
    """Number of pending requests without an approver; a super-admin decides them."""


class LevelList(BaseModel):
    """All levels, by content type and position."""

    data: list[LevelRead]


class LevelOrder(InputModel):
    """All levels of a content type in their new order."""

    content_type: ContentType
    level_ids: Annotated[list[UUID], Field(max_length=100)]


Covered = Annotated[list[UUID], Field(max_length=100)]


class AssignmentWrite(InputModel):
    """User, or role whose current holders approve, and the limits of its coverage.

    Empty lists mean no limit.
    """

    user_id: UUID | None = None
    role_id: Annotated[UUID | None, Field(validate_default=True)] = None

    @field_validator("role_id")
    @classmethod
    def _either(cls, role_id: UUID | None, info: ValidationInfo) -> UUID | None:
        if (role_id is None) == (info.data.get("user_id") is None):
            raise PydanticCustomError("approver.user_or_role_required", "Choose a user or a role.")
        return role_id

    organization_ids: Covered = []
    state_ids: Covered = []
    """Regions of organizations."""
    category_ids: Covered = []
    """Categories of announcements."""


class LevelApprovers(InputModel):
    """Approvers of a level; without any, a super-admin decides."""

    approvers: Annotated[list[AssignmentWrite], Field(max_length=100)]
