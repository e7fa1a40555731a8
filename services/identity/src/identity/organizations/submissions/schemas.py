"""How submissions read."""

from dataclasses import dataclass
from datetime import datetime

from contracts import ApprovalStatus
from contracts.submissions import Remark
from pydantic import BaseModel


class SubmissionRead(BaseModel):
    """One of the own submissions, and what was decided about it."""

    number: int
    """Counts from 1."""
    submitted_at: datetime
    status: ApprovalStatus
    comment: str | None
    """What was said with the decision."""
    remarks: list[Remark]
    """What is to be mended in single fields and documents."""
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class Decided:
    """What approvals has decided about a submission."""

    number: int
    status: ApprovalStatus
    comment: str | None
    remarks: tuple[Remark, ...] = ()
