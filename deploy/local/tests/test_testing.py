"""Summaries of test reports by `make test`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.local.testing import Tally, count

PASSED = '<testcase classname="{}" name="{}"/>'
FAILED = '<testcase classname="{}" name="{}"><failure/></testcase>'
SKIPPED = '<testcase classname="{}" name="{}"><skipped/></testcase>'


Report = Callable[..., Path]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Writes a report of one suite for each argument."""

    def write(name: str, **suites: str) -> Path:
        written = tmp_path / name
        inner = "".join(f'<testsuite hostname="{on}">{of}</testsuite>' for on, of in suites.items())
        written.write_text(f"<testsuites>{inner}</testsuites>")
        return written

    return write


def counted(reports: list[Path], ended: int) -> Tally:
    tally = Tally()
    count(tally, reports, ended, lambda module: module.partition(".")[0])
    return tally


def test_each_kind_is_counted_and_skipped_ones_apart(report: Report) -> None:
    first = report(
        "first", here=PASSED.format("libs.a", "x") + FAILED.format("services.b", "x")
        + SKIPPED.format("libs.a", "y"),
    )  # fmt: skip
    tally = counted([first], 1)
    assert tally.counts == {"libs": (1, 0, 1), "services": (0, 1, 0)}
    assert tally.failed == 1
    assert tally.table().endswith("\n1 passed, 1 failed, 1 skipped")


def test_the_same_test_on_two_screens_is_two(report: Report) -> None:
    case = PASSED.format("shell", "opens")
    assert counted([report("first", desktop=case, phone=case)], 0).counts == {"shell": (2, 0, 0)}


def test_what_passes_alone_has_passed_and_is_named(report: Report) -> None:
    first = report("first", here=FAILED.format("libs.a", "x") + FAILED.format("libs.a", "y"))
    second = report("second", here=PASSED.format("libs.a", "x") + FAILED.format("libs.a", "y"))
    tally = counted([first, second], 1)
    assert tally.counts == {"libs": (1, 1, 0)}
    assert "passed only alone: libs.a::x" in tally.table()
    assert tally.failed == 1


@pytest.mark.parametrize(
    "module",
    [
        "tests.reliability.test_shuffled",
        "services.payments.tests.test_callbacks.TestTogether",
        "services.enrollment.tests.test_together",
        "libs.messaging.tests.test_inbox",
    ],
)
def test_a_race_that_was_lost_once_has_failed(report: Report, module: str) -> None:
    first = report("first", here=FAILED.format(module, "x"))
    tally = counted([first, report("second", here=PASSED.format(module, "x"))], 0)
    assert tally.failed == 1
    assert f"passed only alone: {module}::x" in tally.table()


def test_a_run_that_broke_off_is_a_failure(report: Report, tmp_path: Path) -> None:
    assert counted([tmp_path / "nothing"], 3).failed == 1
    assert counted([report("first", here=PASSED.format("libs.a", "x"))], 3).failed == 1
