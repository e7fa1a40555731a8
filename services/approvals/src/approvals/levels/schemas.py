"""What the API says about levels."""

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
"""In so many working days a request that comes to the level is to be decided."""


class Escalation(InputModel):
    """What becomes of a request that nobody decides."""

    escalate_after: Annotated[int | None, Field(ge=1, le=60)] = None
    """Working days after the target until the request is escalated; without it, it never is."""
    escalate_to: Annotated[UUID | None, Field(validate_default=True)] = None
    """The user who then decides; without it, the next level, or at the end a super-admin."""

    @field_validator("escalate_to")
    @classmethod
    def _only_after(cls, escalate_to: UUID | None, info: ValidationInfo) -> UUID | None:
        if escalate_to and info.data.get("escalate_after") is None:
            raise PydanticCustomError(
                "escalation.days_required", "Say after how many working days."
            )
        return escalate_to


class LevelCreate(Escalation):
    """A new level; it comes after the existing ones of its content type."""

    content_type: ContentType
    name_en: Name
    name_ar: Name
    rule: Rule
    target_days: TargetDays = 3


class LevelUpdate(Escalation):
    """What can change of a level."""

    name_en: Name
    name_ar: Name
    rule: Rule
    target_days: TargetDays


class OrganizationRead(BaseModel):
    """An organization that has asked for approval, by its newest name."""

    id: UUID
    name_en: str
    name_ar: str


class OrganizationList(BaseModel):
    """Organizations by name."""

    data: list[OrganizationRead]


class AssignmentRead(BaseModel):
    """A user, or a role, that approves at a level, and on what. None of a kind is all of it."""

    user: ApproverRead | None
    role: RoleRead | None
    organizations: list[OrganizationRead]
    state_ids: list[UUID]
    category_ids: list[UUID]


class LevelRead(BaseModel):
    """A level. `pending` counts the requests that wait at it now, and keep the name, the rule and
    the target that it had when they were submitted."""

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
    """Who that is today: those who are named, and those who have the roles."""
    pending: int
    uncovered: int
    """Of those that wait, how many nobody approves: a super-admin decides on them."""


class LevelList(BaseModel):
    """All levels, by content type and position."""

    data: list[LevelRead]


class LevelOrder(InputModel):
    """Every level of a content type, in the order that they shall have."""

    content_type: ContentType
    level_ids: Annotated[list[UUID], Field(max_length=100)]


Covered = Annotated[list[UUID], Field(max_length=100)]


class AssignmentWrite(InputModel):
    """A user who approves at a level, or a role: everybody who has it then; and on what. Where none
    is named of a kind, on all of it."""

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
    """Of announcements."""


class LevelApprovers(InputModel):
    """Who approves at a level; with nobody, a super-admin decides there."""

    approvers: Annotated[list[AssignmentWrite], Field(max_length=100)]
