"""Approval progress without approvers' names and notes, for applicants."""

from datetime import date, datetime

from pydantic import BaseModel

from approvals.requests.models import RequestStatus, Verdict
from approvals.requests.schemas import StepState


class ProgressStep(BaseModel):
    """Level the submission passes; its approvers are not shown."""

    position: int
    name_en: str
    name_ar: str
    state: StepState


class ProgressDecision(BaseModel):
    level_en: str | None
    """Null if the platform's administration decided because there was no level."""
    level_ar: str | None
    decision: Verdict
    comment: str | None
    decided_at: datetime


class ProgressRemark(BaseModel):
    """Required correction of one field or document."""

    field: str
    title_en: str | None
    """Title of a document; the app has the labels of fields."""
    title_ar: str | None
    text: str


class ProgressRound(BaseModel):
    """One submission with its decisions."""

    submission: int
    status: RequestStatus
    submitted_at: datetime
    ended_at: datetime | None
    """Time of the decision or withdrawal."""
    decisions: list[ProgressDecision]
    """Oldest first."""
    remarks: list[ProgressRemark]


class RequestProgress(BaseModel):
    """State of the newest submission, with all earlier ones."""

    submission: int
    status: RequestStatus
    submitted_at: datetime
    step: int
    """Current level, from 1; 0 if the platform's administration decides."""
    since: datetime
    """Time the submission reached the current level."""
    due_on: date | None
    """Decision deadline of the current level."""
    decided_at: datetime | None
    steps: list[ProgressStep]
    rounds: list[ProgressRound]
    """All submissions, newest first."""
