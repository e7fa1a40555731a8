"""Who has passed: the training's minimum of attendance and of scores, and each assessment's own
pass mark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.security.rate_limiter import RateLimiter
from kit.spreadsheets.sheets import Limits

from enrollment.attendance.models import Attendance
from enrollment.attendance.rules import tally
from enrollment.results.models import Assessment, ResultReason

LIMITS = Limits(rows=10_000, megabytes=5)
"""At most as many rows as a batch has seats."""
IMPORTS = RateLimiter(120, timedelta(hours=1))
"""Files that a person may have read."""


@dataclass(frozen=True, slots=True)
class PassRules:
    """A training's requirements; None if one does not apply."""

    min_attendance_percent: int | None
    min_score_percent: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A candidate's standing in a batch."""

    attended: int
    counted: int
    score_percent: int | None
    missing_marks: int
    missing_scores: int
    reasons: tuple[ResultReason, ...]

    @property
    def result(self) -> EnrollmentResult:
        """What it comes to."""
        if ResultReason.ABSENT in self.reasons:
            return EnrollmentResult.ABSENT
        return EnrollmentResult.FAILED if self.reasons else EnrollmentResult.PASSED

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing that could change it."""
        return not self.missing_marks and not self.missing_scores


def lacks_assessment(rules: PassRules, assessments: Sequence[Assessment]) -> bool:
    """Tell if a minimum score is required without any assessment, so that no one can pass."""
    return rules.min_score_percent is not None and not assessments


def judge(
    rules: PassRules,
    sessions: int,
    marks: Sequence[Attendance | None],
    assessments: Sequence[Assessment],
    points: Mapping[UUID, float],
) -> Standing:
    """Judge a candidate by attendance marks, number of sessions and points by assessment.

    Where attendance counts, a session without a mark is missing and counts as missed; points that
    are not known count as none. Nothing is rounded before it is compared.
    """
    attended, counted = tally(marks)
    missing_marks = 0
    if rules.min_attendance_percent is not None:
        # One may be marked before it has begun.
        missing_marks = max(0, sessions - sum(mark is not None for mark in marks))
    counted += missing_marks
    share = _share(assessments, points)
    reasons = []
    if sessions and counted and not attended:
        reasons.append(ResultReason.ABSENT)
    elif 100 * attended < (rules.min_attendance_percent or 0) * counted:
        reasons.append(ResultReason.ATTENDANCE)
    is_below = share is not None and 100 * share < (rules.min_score_percent or 0)
    if is_below or lacks_assessment(rules, assessments):
        reasons.append(ResultReason.SCORE)
    if any(points.get(each.id, 0) < (each.pass_mark or 0) for each in assessments):
        reasons.append(ResultReason.ASSESSMENT)
    return Standing(
        attended=attended,
        counted=counted,
        score_percent=None if share is None else int(100 * share),
        missing_marks=missing_marks,
        missing_scores=sum(each.id not in points for each in assessments),
        reasons=tuple(reasons),
    )


def _share(assessments: Sequence[Assessment], points: Mapping[UUID, float]) -> Fraction | None:
    """What was reached of all assessments by their weights, 0 to 1."""
    if not assessments:
        return None
    reached = (
        each.weight * Fraction(str(points.get(each.id, 0))) / Fraction(str(each.maximum))
        for each in assessments
    )
    return sum(reached, Fraction(0)) / sum(each.weight for each in assessments)
