"""What the API says to applicants: levels and decisions, and no approver's name or note."""

from datetime import date, datetime

from pydantic import BaseModel

from approvals.requests.models import RequestStatus, Verdict
from approvals.requests.schemas import StepState


class ProgressStep(BaseModel):
    """A level that the own submission goes through; who approves there is not shown."""

    position: int
    name_en: str
    name_ar: str
    state: StepState


class ProgressDecision(BaseModel):
    """What was decided at a level."""

    level_en: str | None
    """None where the platform's administration has decided, as there was no level."""
    level_ar: str | None
    decision: Verdict
    comment: str | None
    decided_at: datetime


class ProgressRemark(BaseModel):
    """What was to be mended in one field or document."""

    field: str
    title_en: str | None
    """Of a document; the app has what fields are called."""
    title_ar: str | None
    text: str


class ProgressRound(BaseModel):
    """One submission, and what was decided about it."""

    submission: int
    status: RequestStatus
    submitted_at: datetime
    ended_at: datetime | None
    """When it was decided or withdrawn."""
    decisions: list[ProgressDecision]
    """Oldest first."""
    remarks: list[ProgressRemark]


class RequestProgress(BaseModel):
    """Where the own newest submission stands: with whom, since when, and what came before."""

    submission: int
    status: RequestStatus
    submitted_at: datetime
    step: int
    """The level that it waits at, from 1; 0 where the platform's administration decides."""
    since: datetime
    """When it came there."""
    due_on: date | None
    """By when that level is expected to decide."""
    decided_at: datetime | None
    steps: list[ProgressStep]
    rounds: list[ProgressRound]
    """All submissions, the newest first."""
