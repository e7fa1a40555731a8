"""What goes in and out of the results' endpoints."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from contracts.enrollment import EnrollmentResult, EnrollmentStatus
from kit.domain.fields import InputModel, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from enrollment.results.models import AssessmentKind, ResultReason

MOST_SCORES = 5_000
"""In one call."""

Points = Annotated[
    float,
    Field(ge=0, le=10_000, allow_inf_nan=False),
    AfterValidator(lambda points: round(points, 2)),
]
Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120), PlainText
]


class AssessmentWrite(InputModel):
    """Something that is to be assessed."""

    kind: AssessmentKind
    title_en: Title
    title_ar: Title
    weight: int = Field(default=1, ge=1, le=100)
    """Against the weights of the others."""
    maximum: Points = Field(default=100, gt=0)
    """Points."""
    pass_mark: Points | None = None
    """Points that must be reached in this one; None: only the total counts."""


class AssessmentRead(AssessmentWrite):
    """Something that is assessed in a batch."""

    id: UUID


class PersonResult(BaseModel):
    """How somebody stands, or ended."""

    enrollment_id: UUID
    status: EnrollmentStatus
    name_en: str
    name_ar: str
    """Both empty until the candidate's profile is known."""
    image_url: str | None
    points: dict[UUID, float]
    """By assessment; what is missing is not known yet."""
    attended: int
    """Sessions attended, late ones too."""
    counted: int
    """Sessions marked, but for those excused."""
    score_percent: int | None
    """Of all assessments by their weights, those that are not known as none; None where nothing
    is assessed."""
    missing_marks: int
    """Sessions without a mark."""
    missing_scores: int
    result: EnrollmentResult
    """What it would be now, or was."""
    reasons: list[ResultReason]
    """Why it is not passed."""


class ResultSheet(BaseModel):
    """A batch's assessments, its people, and how each stands."""

    batch_id: UUID
    code: str
    title_en: str
    title_ar: str
    ends_at: datetime
    min_attendance_percent: int | None
    """What the training asks for; None: attendance does not count."""
    min_score_percent: int | None
    """What the training asks for; None: scores do not count."""
    editable: bool
    """Whether the caller enters results, and the batch is not finished."""
    over: bool
    """Whether its last session has ended, so that it can be finished."""
    lacks_assessment: bool
    """Whether a minimum score is asked for and nothing is assessed: an assessment has to be added
    before the batch can be finished."""
    assessments: list[AssessmentRead]
    people: list[PersonResult]
    """By name."""


class ScoreSet(InputModel):
    """What somebody reached."""

    assessment_id: UUID
    enrollment_id: UUID
    points: Points | None
    """None takes it back."""


class ScoresSet(InputModel):
    """Scores of a batch: all of them are stored, or none."""

    scores: list[ScoreSet] = Field(min_length=1, max_length=MOST_SCORES)


class ImportedScore(BaseModel):
    """A score that a file has."""

    assessment_id: UUID
    points: float
    before: float | None
    """What is stored; None: nothing."""


class ScoreProblem(BaseModel):
    """What is wrong with a row of a file."""

    assessment_id: UUID | None
    """None: it is wrong with the person."""
    code: str
    value: str
    """As it stands in the file; empty for the person."""


class ScoreImportRow(BaseModel):
    """A row of a file."""

    line: int
    """As the spreadsheet numbers it."""
    person: str
    """The username as it stands in the file."""
    enrollment_id: UUID | None
    """None: nobody of the batch whose result is open."""
    name_en: str
    name_ar: str
    scores: list[ImportedScore]
    problems: list[ScoreProblem]


class ScoreImport(BaseModel):
    """What a file would store."""

    rows: list[ScoreImportRow]
    changed: int
    """Scores that are others than before."""
    invalid: int
    """Rows with problems; as long as there is one nothing is stored."""


class BatchFinish(InputModel):
    """The results are to be decided."""

    accept_missing: bool = False
    """Sessions without a mark count as absent, and scores that are not known as none."""


class OwnScore(BaseModel):
    """What the candidate reached in an assessment."""

    title_en: str
    title_ar: str
    kind: AssessmentKind
    points: float | None
    maximum: float
    pass_mark: float | None


class OwnResult(BaseModel):
    """How a candidate ended, and by what that was decided."""

    result: EnrollmentResult
    reasons: list[ResultReason]
    attended: int
    """Sessions."""
    counted: int
    """Sessions, but for those excused."""
    score_percent: int | None
    min_attendance_percent: int | None
    min_score_percent: int | None
    decided_at: datetime
    scores: list[OwnScore]
