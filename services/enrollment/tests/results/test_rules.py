import pytest
from contracts.enrollment import EnrollmentResult as Result
from enrollment.attendance.models import Attendance as Mark
from enrollment.results.models import Assessment, AssessmentKind, ResultReason
from enrollment.results.rules import PassRules, evaluate
from kit.database.db import new_id

P, A, L, E = Mark.PRESENT, Mark.ABSENT, Mark.LATE, Mark.EXCUSED


def assessment(weight: int = 1, maximum: float = 100, pass_mark: float | None = None) -> Assessment:
    return Assessment(
        batch_id=new_id(),
        kind=AssessmentKind.EXAM,
        title_en="Exam",
        title_ar="اختبار",
        weight=weight,
        maximum=maximum,
        pass_mark=pass_mark,
    )


@pytest.mark.parametrize(
    ("marks", "sessions", "result", "missing"),
    [
        ([P, P, L, A], 4, Result.PASSED, 0),
        ([P, P, A, A], 4, Result.FAILED, 0),
        # Excused sessions do not count.
        ([P, E, P, A], 4, Result.FAILED, 0),
        ([P, E, P, E], 4, Result.PASSED, 0),
        # Missing marks count as missed.
        ([P, P, P], 4, Result.PASSED, 1),
        # Marked before the first session begins.
        ([P], 0, Result.PASSED, 0),
        ([P, P], 4, Result.FAILED, 2),
        ([A, A, A, A], 4, Result.ABSENT, 0),
        ([], 4, Result.ABSENT, 4),
        ([E, E, E, E], 4, Result.PASSED, 0),
    ],
)
def test_attendance(marks: list[Mark], sessions: int, result: Result, missing: int) -> None:
    standing = evaluate(PassRules(75, None), sessions, marks, [], {})
    assert (standing.result, standing.missing_marks) == (result, missing)
    assert standing.is_complete is (missing == 0)


def test_attendance_that_does_not_count_is_not_missed() -> None:
    standing = evaluate(PassRules(None, None), 4, [], [], {})
    assert (standing.result, standing.missing_marks, standing.counted) == (Result.PASSED, 0, 0)
    # A person marked absent in all marked sessions is absent.
    assert evaluate(PassRules(None, None), 4, [A], [], {}).result is Result.ABSENT


def test_scores_count_by_their_weights() -> None:
    exam, project = assessment(weight=3, maximum=50), assessment(weight=1, maximum=20)
    both = [exam, project]
    # 3/4 of 80 % and 1/4 of 50 %.
    standing = evaluate(PassRules(None, 72), 0, [], both, {exam.id: 40, project.id: 10})
    assert (standing.score_percent, standing.result) == (72, Result.PASSED)
    standing = evaluate(PassRules(None, 73), 0, [], both, {exam.id: 40, project.id: 10})
    assert (standing.result, standing.reasons) == (Result.FAILED, (ResultReason.SCORE,))
    standing = evaluate(PassRules(None, 60), 0, [], both, {exam.id: 40})
    assert (standing.score_percent, standing.missing_scores) == (60, 1)
    assert not standing.is_complete


@pytest.mark.parametrize(("points", "passes"), [(59.99, False), (60, True)])
def test_nothing_is_rounded_before_it_is_compared(points: float, passes: bool) -> None:
    # Thirds, which decimal numbers cannot represent.
    three = [assessment(weight=1) for _ in range(3)]
    standing = evaluate(PassRules(None, 60), 0, [], three, {each.id: points for each in three})
    assert (standing.result is Result.PASSED) is passes


def test_one_below_its_own_pass_mark_is_enough() -> None:
    exam, practical = assessment(), assessment(pass_mark=50)
    standing = evaluate(
        PassRules(None, 60), 0, [], [exam, practical], {exam.id: 100, practical.id: 49}
    )
    assert standing.reasons == (ResultReason.ASSESSMENT,)


def test_a_minimum_score_that_nothing_assesses_is_not_reached() -> None:
    standing = evaluate(PassRules(None, 60), 0, [], [], {})
    assert (standing.result, standing.reasons) == (Result.FAILED, (ResultReason.SCORE,))
