from dataclasses import dataclass
from datetime import datetime

from contracts import ApprovalStatus
from contracts.submissions import Remark
from pydantic import BaseModel


class SubmissionRead(BaseModel):
    """A submission with its decision."""

    number: int
    """Counts from 1."""
    submitted_at: datetime
    status: ApprovalStatus
    comment: str | None
    """Comment of the decision."""
    remarks: list[Remark]
    """Requested corrections of single fields and documents."""
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class Decided:
    """Decision of the approvals service about a submission."""

    number: int
    status: ApprovalStatus
    comment: str | None
    remarks: tuple[Remark, ...] = ()
