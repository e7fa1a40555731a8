"""Pass rules: minimum attendance and score of the training, and pass marks of assessments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from uuid import UUID

from contracts.enrollment import EnrollmentResult
from kit.security.rate_limiter import RateLimiter
from kit.spreadsheets.sheets import Limits

from enrollment.attendance.models import Attendance
from enrollment.attendance.rules import count_sessions
from enrollment.results.models import Assessment, ResultReason

LIMITS = Limits(rows=10_000, megabytes=5)
"""Same row limit as the seats of a batch."""
IMPORT_LIMIT = RateLimiter(120, timedelta(hours=1))
"""Rate limit of imports for each person."""


@dataclass(frozen=True, slots=True)
class PassRules:
    """A training's requirements; None if one does not apply."""

    min_attendance_percent: int | None
    min_score_percent: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A candidate's attendance, score and reasons for not passing."""

    attended: int
    counted: int
    score_percent: int | None
    missing_marks: int
    missing_scores: int
    reasons: tuple[ResultReason, ...]

    @property
    def result(self) -> EnrollmentResult:
        if ResultReason.ABSENT in self.reasons:
            return EnrollmentResult.ABSENT
        return EnrollmentResult.FAILED if self.reasons else EnrollmentResult.PASSED

    @property
    def is_complete(self) -> bool:
        """Tell if no missing value could change the result."""
        return not self.missing_marks and not self.missing_scores


def lacks_assessment(rules: PassRules, assessments: Sequence[Assessment]) -> bool:
    """Tell if a minimum score is required without any assessment, so that no one can pass."""
    return rules.min_score_percent is not None and not assessments


def evaluate(
    rules: PassRules,
    sessions: int,
    marks: Sequence[Attendance | None],
    assessments: Sequence[Assessment],
    points: Mapping[UUID, float],
) -> Standing:
    """Evaluate a candidate's marks, number of sessions and points by assessment.

    If attendance counts, unmarked sessions count as missed; missing points count as zero. Values
    are compared unrounded.
    """
    attended, counted = count_sessions(marks)
    missing_marks = 0
    if rules.min_attendance_percent is not None:
        # Sessions may be marked before they begin.
        missing_marks = max(0, sessions - sum(mark is not None for mark in marks))
    counted += missing_marks
    share = _compute_share(assessments, points)
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


def _compute_share(
    assessments: Sequence[Assessment], points: Mapping[UUID, float]
) -> Fraction | None:
    """Compute the weighted share of points, from 0 to 1."""
    if not assessments:
        return None
    reached = (
        each.weight * Fraction(str(points.get(each.id, 0))) / Fraction(str(each.maximum))
        for each in assessments
    )
    return sum(reached, Fraction(0)) / sum(each.weight for each in assessments)
