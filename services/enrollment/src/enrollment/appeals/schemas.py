"""What goes in and out of the appeals' endpoints."""

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

MOST_CORRECTIONS = 200
"""Of each kind, in one answer."""

AppealText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=10, max_length=3000)
]
Answer = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=2000)]
"""What the candidate gets to read."""


class AppealCreate(InputModel):
    """A candidate appeals against the result of an enrollment."""

    enrollment_id: UUID
    text: AppealText


class AppealUphold(InputModel):
    """The result stays."""

    answer: Answer


class CorrectedScore(InputModel):
    """What the candidate reached in an assessment after all."""

    assessment_id: UUID
    points: Points


class CorrectedMark(InputModel):
    """How the candidate attended a session after all."""

    session_id: UUID
    attendance: Attendance


class AppealChange(InputModel):
    """Scores or attendance are corrected, and the result is decided again by them."""

    answer: Answer
    scores: list[CorrectedScore] = Field(default_factory=list, max_length=MOST_CORRECTIONS)
    marks: list[CorrectedMark] = Field(default_factory=list, max_length=MOST_CORRECTIONS)


class AppealRead(BaseModel):
    """An appeal, as both sides see it."""

    id: UUID
    enrollment_id: UUID
    status: AppealStatus
    text: str
    """Empty once the candidate is erased."""
    answer: str | None
    result: EnrollmentResult
    """Against which it is."""
    new_result: EnrollmentResult | None
    """As it was decided again; only of a changed one."""
    version: int
    created_at: datetime
    updated_at: datetime
    """When it came into its present state."""


class OwnAppeal(BaseModel):
    """What a candidate can do against a result, and has done."""

    until: datetime
    """The last moment to appeal."""
    can_appeal: bool
    appeal: AppealRead | None


class AppealingCandidate(BaseModel):
    """Whose appeal it is. Names and picture are null until identity has published them."""

    profile_id: UUID
    name_en: str | None
    name_ar: str | None
    image_url: str | None


class AppealedBatch(BaseModel):
    """The batch whose result it is about."""

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
    """What the candidate reached in an assessment."""

    assessment_id: UUID
    title_en: str
    title_ar: str
    points: float | None
    """None: it is not known, and counted as none."""
    maximum: float
    pass_mark: float | None


class AppealedSession(BaseModel):
    """How the candidate attended a session."""

    session_id: UUID
    title_en: str
    title_ar: str
    starts_at: datetime
    attendance: Attendance | None
    """None: it was not marked."""


class AppealDetail(AppealRow):
    """An appeal with all that its answer is decided by."""

    can_answer: bool
    """Whether the caller answers it, and it is open."""
    can_correct: bool
    """Whether the caller can correct the result; again, where a correction took the pass away."""
    decided_at: datetime
    reasons: list[ResultReason]
    attended: int
    """Sessions."""
    counted: int
    """Sessions, but for those excused."""
    score_percent: int | None
    min_attendance_percent: int | None
    min_score_percent: int | None
    scores: list[AppealedScore]
    sessions: list[AppealedSession]
    """The soonest first."""


class AppealPage(Page[AppealRow]):
    """One page of appeals."""


class AppealSort(StrEnum):
    """How the list is ordered; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    UPDATED = "updated_at"
    UPDATED_DESC = "-updated_at"


class AppealFilter(BaseModel):
    """Which appeals a list shows; fields left out do not restrict it."""

    status: list[AppealStatus] = Field(default_factory=list)
    batch_id: UUID | None = None
    search: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Words of the candidate's names, username, email and phone and of the batch's code."""
    sort: AppealSort = AppealSort.CREATED_DESC
