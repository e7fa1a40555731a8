from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from kit.domain.fields import InputModel, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from enrollment.results.models import AssessmentKind, ResultReason

MAX_SCORES = 5_000
"""Maximum number of scores in one request."""

Points = Annotated[
    float,
    Field(ge=0, le=10_000, allow_inf_nan=False),
    AfterValidator(lambda points: round(points, 2)),
]
Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120), PlainText
]


class AssessmentWrite(InputModel):
    kind: AssessmentKind
    title_en: Title
    title_ar: Title
    weight: int = Field(default=1, ge=1, le=100)
    """Relative to the other weights."""
    maximum: Points = Field(default=100, gt=0)
    """Maximum points."""
    pass_mark: Points | None = None
    """Minimum points in this assessment; null if only the total counts."""


class AssessmentRead(AssessmentWrite):
    id: UUID


class PersonResult(BaseModel):
    """A person's current standing, or decided result."""

    enrollment_id: UUID
    status: EnrollmentStatus
    name_en: str
    name_ar: str
    """Names are empty until the profile is replicated."""
    image_url: str | None
    points: dict[UUID, float]
    """By assessment, without points not entered yet."""
    attended: int
    """Sessions attended, including late arrivals."""
    counted: int
    """Sessions marked, without excused ones."""
    score_percent: int | None
    """Weighted score; missing points count as zero. Null if nothing is assessed."""
    missing_marks: int
    """Number of sessions without a mark."""
    missing_scores: int
    result: EnrollmentResult
    """Result by current data, or as decided."""
    reasons: list[ResultReason]
    """Reasons for not passing."""


class ResultSheet(BaseModel):
    """A batch's assessments, people and standings."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    ends_at: datetime
    min_attendance_percent: int | None
    """Minimum of the training; null if attendance does not count."""
    min_score_percent: int | None
    """Minimum of the training; null if scores do not count."""
    editable: bool
    """The caller may enter results: the batch is not finished."""
    over: bool
    """The last session has ended, so the batch can be finished."""
    lacks_assessment: bool
    """A minimum score is required but nothing is assessed; add an assessment before finishing."""
    assessments: list[AssessmentRead]
    people: list[PersonResult]
    """By name."""


class ScoreSet(InputModel):
    assessment_id: UUID
    enrollment_id: UUID
    points: Points | None
    """Null removes the score."""


class ScoresSet(InputModel):
    scores: list[ScoreSet] = Field(min_length=1, max_length=MAX_SCORES)


class ImportedScore(BaseModel):
    assessment_id: UUID
    points: float
    before: float | None
    """Stored points; null if none."""


class ScoreProblem(BaseModel):
    """Problem of a row in a file."""

    assessment_id: UUID | None
    """Null if the problem concerns the person."""
    code: str
    value: str
    """Text in the file; empty if the problem concerns the person."""


class ScoreImportRow(BaseModel):
    line: int
    """Row number in the spreadsheet."""
    person: str
    """Username in the file."""
    enrollment_id: UUID | None
    """Null if no person without a decided result has this username."""
    name_en: str
    name_ar: str
    scores: list[ImportedScore]
    problems: list[ScoreProblem]


class ScoreImport(BaseModel):
    """Preview of a file."""

    rows: list[ScoreImportRow]
    changed: int
    """Number of changed scores."""
    invalid: int
    """Number of rows with problems; any prevents storing."""


class BatchFinish(InputModel):
    """Confirmation that all results are decided."""

    accept_missing: bool = False
    """Count unmarked sessions as absent and missing scores as zero."""


class OwnScore(BaseModel):
    title_en: str
    title_ar: str
    kind: AssessmentKind
    points: float | None
    maximum: float
    pass_mark: float | None


class OwnResult(BaseModel):
    """A candidate's result and its basis."""

    result: EnrollmentResult
    reasons: list[ResultReason]
    attended: int
    """Number of sessions."""
    counted: int
    """Number of sessions, without excused ones."""
    score_percent: int | None
    min_attendance_percent: int | None
    min_score_percent: int | None
    decided_at: datetime
    scores: list[OwnScore]
