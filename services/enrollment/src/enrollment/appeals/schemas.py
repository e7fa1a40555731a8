from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from contracts.enrollment import AppealStatus, EnrollmentResult
from kit.database.pages import Page
from kit.domain.fields import InputModel
from pydantic import BaseModel, Field, StringConstraints

from enrollment.attendance.models import Attendance
from enrollment.results.models import ResultReason
from enrollment.results.schemas import Points

MAX_CORRECTIONS = 200
"""Maximum number of corrections of each kind."""

AppealText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=10, max_length=3000)
]
Answer = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=2000)]


class AppealCreate(InputModel):
    """Appeal against the result of an enrollment."""

    enrollment_id: UUID
    text: AppealText


class AppealUphold(InputModel):
    """Explanation for upholding the result."""

    answer: Answer


class CorrectedScore(InputModel):
    assessment_id: UUID
    points: Points


class CorrectedMark(InputModel):
    session_id: UUID
    attendance: Attendance


class AppealChange(InputModel):
    """Corrections of scores or attendance, by which the result is decided again."""

    answer: Answer
    scores: list[CorrectedScore] = Field(default_factory=list, max_length=MAX_CORRECTIONS)
    marks: list[CorrectedMark] = Field(default_factory=list, max_length=MAX_CORRECTIONS)


class AppealRead(BaseModel):
    """An appeal as seen by both sides."""

    id: UUID
    enrollment_id: UUID
    status: AppealStatus
    text: str
    """Empty once the candidate is erased."""
    answer: str | None
    result: EnrollmentResult
    """The appealed result."""
    new_result: EnrollmentResult | None
    """Result after the change; null unless changed."""
    version: int
    created_at: datetime
    updated_at: datetime
    """Time of the last transition."""


class OwnAppeal(BaseModel):
    """A candidate's appeal, or the deadline for one."""

    until: datetime
    """Deadline to appeal."""
    can_appeal: bool
    appeal: AppealRead | None


class AppealingCandidate(BaseModel):
    """Names and picture are null until identity has published them."""

    profile_id: UUID
    name_en: str | None
    name_ar: str | None
    image_url: str | None


class AppealedBatch(BaseModel):
    id: UUID
    training_id: UUID
    code: str
    title_en: str
    title_ar: str


class AppealRow(AppealRead):
    """An appeal in the organization's list."""

    candidate: AppealingCandidate
    batch: AppealedBatch
    organization_en: str | None
    organization_ar: str | None


class AppealedScore(BaseModel):
    assessment_id: UUID
    title_en: str
    title_ar: str
    points: float | None
    """Null if not entered, which counts as zero."""
    maximum: float
    pass_mark: float | None


class AppealedSession(BaseModel):
    session_id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    attendance: Attendance | None
    """Null if not marked."""


class AppealDetail(AppealRow):
    """An appeal with the data for its answer."""

    can_answer: bool
    """The caller may answer it now."""
    can_correct: bool
    """The caller may correct the result, also to restore a pass that a correction took away."""
    decided_at: datetime
    reasons: list[ResultReason]
    attended: int
    """Number of sessions."""
    counted: int
    """Number of sessions, without excused ones."""
    score_percent: int | None
    min_attendance_percent: int | None
    min_score_percent: int | None
    scores: list[AppealedScore]
    sessions: list[AppealedSession]
    """By start, earliest first."""


class AppealPage(Page[AppealRow]):
    """A page of appeals."""


class AppealSort(StrEnum):
    """Sort order; a minus sign means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"


class AppealFilter(BaseModel):
    """Filters of a list; omitted fields do not restrict it."""

    status: list[AppealStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the candidate's names, username, email or phone, or of the batch's code."""
    sort: AppealSort = AppealSort.CREATED_DESC
