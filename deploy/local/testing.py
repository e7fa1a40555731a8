"""`make test`: all tests, with their own ports and data."""

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from deploy.containers import trial
from deploy.containers.engine import Unavailable
from deploy.local import build, ports
from deploy.local.checks import run_checks
from deploy.local.degraded import degrading
from deploy.local.layout import FRONTEND, LOCAL, ROOT, tool
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

LOGS = LOCAL / "test-logs"
# One browser signs up and in again and again, which the limits exist to stop.
_NO_LIMITS = dict.fromkeys(("RATE_SIGN_IN", "RATE_CODES", "RATE_SIGN_UP", "RATE_LOOKUPS"), "100000")
# A person waits a minute for another code.
_QUICK = {"ITQAN_OTP_RESEND_SECONDS": "1"}
# The exit code of pytest and of Playwright for it.
_SOME_FAILED = 1
# What fails for want of what its first run has used up is not waited for.
_ALONE_MS = 360_000
# The journeys of candidates, of organizations and of the admins who decide on them.
_DEGRADED = ("journey.spec.ts", "organization.spec.ts")
# A test that fails once here has failed: a machine that is slow loses no race about money, seats or
# messages that the code does not lose as well.
_RACES = (
    "tests.reliability.",
    "services.payments.",
    "services.enrollment.",
    "libs.messaging.tests.",
)
# By the beginning of a test's module.
_KINDS = {
    "libs": "shared kit and contracts",
    "services": "services",
    "gateway": "gateway",
    "deploy": "running natively, containers, sandboxes",
    "tests": "reliability",
}


@dataclass
class Tally:
    """Number of passed, failed and skipped tests by kind."""

    counts: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    #: What passed only when it was run once more.
    unsteady: list[str] = field(default_factory=list)
    #: Why something was left out.
    left_out: list[str] = field(default_factory=list)

    def add(self, kind: str, passed: int, failed: int, skipped: int = 0) -> None:
        """Count tests of a kind."""
        before = self.counts.get(kind, (0, 0, 0))
        self.counts[kind] = (before[0] + passed, before[1] + failed, before[2] + skipped)

    @property
    def failed(self) -> int:
        """Return the number of failures."""
        return sum(failed for _, failed, _ in self.counts.values())

    def table(self) -> str:
        """A line for each kind and one for all."""
        lines = [
            f"  {kind:<42} {passed:>6} passed {failed:>5} failed {skipped:>5} skipped"
            for kind, (passed, failed, skipped) in self.counts.items()
        ]
        passed = sum(passed for passed, _, _ in self.counts.values())
        skipped = sum(skipped for _, _, skipped in self.counts.values())
        unsteady = [f"  passed only alone: {name}" for name in self.unsteady]
        total = f"{passed} passed, {self.failed} failed, {skipped} skipped"
        left_out = [f"  left out: {reason}" for reason in self.left_out]
        return "\n".join([*lines, *unsteady, *left_out, total])


def test(steps: Steps) -> int:
    """Run all tests; 1 when one of them fails."""
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    tally = Tally()
    print("\nChecks", flush=True)
    tally.add("checks", *run_checks())
    _python(tally)
    _frontend(tally)
    _shell(tally)
    _weight(tally)
    _journeys(tally, steps)
    _containers(tally, steps)
    print(f"\nAfter {steps.seconds / 60:.1f} minutes\n{tally.table()}", flush=True)
    return 1 if tally.failed else 0


def _python(tally: Tally) -> None:
    print("\nPython tests", flush=True)
    pytest, reports = tool("pytest"), [LOGS / "python.xml", LOGS / "python-alone.xml"]
    # Four for two cores: many tests wait for processes, brokers and deadlines. `conftest.py` orders
    # the files.
    options = ["-n", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
    ended = _run([pytest, *options, f"--junitxml={reports[0]}"])
    if ended == _SOME_FAILED:
        # A machine at its limits breaks what a test waits for; what fails by itself too is broken.
        # What passes now is named in the table, and has failed all the same if it tests for races.
        print("\nRepeating the failed tests, one at a time", flush=True)
        ended = _run([pytest, "--last-failed", f"--junitxml={reports[1]}"])
    count(tally, reports, ended, lambda name: _KINDS.get(name.partition(".")[0], "other"))


def _frontend(tally: Tally) -> None:
    print("\nTests of the app", flush=True)
    report = LOGS / "app.xml"
    ended = _run(
        [tool("npm"), "run", "--silent", "test", "--",
         "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"],
        FRONTEND,
    )  # fmt: skip
    count(tally, [report], ended, lambda _: "app")


def _shell(tally: Tally) -> None:
    print("\nThe app's shell in a browser", flush=True)
    served = ("ITQAN_PREVIEW_PORT", "ITQAN_CATALOGUE_PORT")
    ended, report = _playwright("shell", {name: str(ports.choose()) for name in served})
    count(tally, [report], ended, lambda _: "the app's shell in a browser")


def _weight(tally: Tally) -> None:
    print("\nSize of the app's first page", flush=True)
    ended = _run([tool("npm"), "run", "--silent", "budget"], FRONTEND, browser())
    tally.add("size of the app's first page", int(ended == 0), int(ended != 0))


def _journeys(tally: Tally, steps: Steps) -> None:
    print("\nJourneys in a browser on the whole system", flush=True)
    ended, reports = 1, []
    options = Options(port=ports.choose_three(), rates=_NO_LIMITS, settings=_QUICK)
    try:
        with _whole_system(options, steps) as running:
            ended, report = _playwright("journeys", running)
            reports.append(report)
            if ended == _SOME_FAILED:
                print("\nRepeating the failed tests, one at a time", flush=True)
                ended, report = _playwright(
                    "journeys-alone",
                    running,
                    "--workers=1",
                    f"--global-timeout={_ALONE_MS}",
                    f"--last-failed-file={LOGS / 'journeys' / '.last-run.json'}",
                    "--last-failed",
                )
                reports.append(report)
    except Problem as problem:
        print(problem, flush=True)
    count(tally, reports, ended, lambda _: "journeys in a browser on the whole system")


def _containers(tally: Tally, steps: Steps) -> None:
    if reason := trial.reason_to_skip(steps):
        tally.left_out.append(f"containers: {reason}")
        return
    print("\nThe system in containers", flush=True)
    report = LOGS / "containers.xml"
    try:
        ended = trial.run(steps, report)
    except Unavailable as problem:
        tally.left_out.append(f"containers: {problem}")
        return
    count(tally, [report], ended, lambda _: "the system in containers")


def degraded_journeys(steps: Steps) -> int:
    """Run the journeys behind a bad network; the exit code. `SEED` repeats an earlier run."""
    seed = int(os.environ.get("SEED") or random.randrange(1_000_000))
    print(f"\nJourneys in a browser behind a bad network, SEED={seed}", flush=True)
    LOGS.mkdir(parents=True, exist_ok=True)
    port = ports.choose()
    url = f"http://localhost:{port}"
    options = Options(
        port=ports.choose_three(),
        rates=_NO_LIMITS,
        settings={**_QUICK, "ITQAN_PUBLIC_URL": url},
    )
    with (
        _whole_system(options, steps) as running,
        degrading(port, options.port, seed) as degradation,
    ):
        ended, _ = _playwright(
            "degraded",
            {**running, "ITQAN_E2E_URL": url, "ITQAN_E2E_DEGRADED": "1"},
            *_DEGRADED,
        )
    calls = degradation.counts.total()
    print(f"{degradation.cut} of {calls} responses were lost after the work was done, SEED={seed}")
    return ended


@contextmanager
def _whole_system(options: Options, steps: Steps) -> Iterator[dict[str, str]]:
    """Run a system within the block, and yield its addresses for the browser tests."""
    with scratch_state("itqan-test-") as state:
        system = System(state, options)
        try:
            with system.running(steps):
                yield {
                    "ITQAN_E2E_URL": options.public_url,
                    "ITQAN_E2E_MAIL_URL": f"http://localhost:{options.mail_port}",
                    "ITQAN_E2E_SANDBOX_URL": system.plan.sandbox_url,
                    "ITQAN_E2E_PUSH_URL": system.plan.webpush_url,
                }
        finally:
            if state.logs.exists():
                shutil.copytree(state.logs, LOGS / "system", dirs_exist_ok=True)


def _playwright(name: str, environment: Mapping[str, str], *arguments: str) -> tuple[int, Path]:
    """Run the browser tests; the exit code and the report."""
    report = LOGS / f"{name}.xml"
    ended = _run(
        [tool("npm"), "run", "--silent", "e2e", "--", "--reporter=list,junit",
         f"--output={LOGS / name}", *arguments],
        FRONTEND,
        {
            **browser(),
            "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report),
            **environment,
        },
    )  # fmt: skip
    return ended, report


def browser() -> dict[str, str]:
    """Name the browser of this machine for Playwright."""
    # Playwright's own Chromium is not on every registry; Debian's is in its packages.
    return {"ITQAN_CHROMIUM": shutil.which("chromium") or ""}


def _run(
    command: list[str | Path], folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> int:
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=folder,
        env={**build.node_environment(), **(environment or {})},
        stdin=subprocess.DEVNULL,
    ).returncode


def count(tally: Tally, reports: list[Path], ended: int, kind_of: Callable[[str], str]) -> None:
    """Count the tests of JUnit reports.

    Later reports correct earlier ones, except for tests of race conditions. An aborted run counts
    as one failure.
    """
    passed: dict[tuple[str, ...], bool | None] = {}
    for report in filter(Path.exists, reports):
        # Written by our own test runners a moment ago.
        for suite in ElementTree.parse(report).iter("testsuite"):
            for case in suite.findall("testcase"):
                # Playwright puts the kind of screen where others put the host.
                test = suite.get("hostname", ""), case.get("classname", ""), case.get("name", "")
                now = _outcome(case)
                if now and passed.get(test) is False:
                    tally.unsteady.append("::".join(test[1:]))
                    now = not test[1].startswith(_RACES)
                passed[test] = now
    for (_, module, _), well in passed.items():
        tally.add(kind_of(module), int(well is True), int(well is False), int(well is None))
    if ended != 0 and False not in passed.values():
        tally.add(kind_of(""), 0, 1)


def _outcome(case: ElementTree.Element) -> bool | None:
    """Return True for a passed test, None for a skipped one."""
    if case.find("skipped") is not None:
        return None
    return case.find("failure") is None and case.find("error") is None
