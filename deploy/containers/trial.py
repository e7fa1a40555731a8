"""`make containers`: the images built, and the demo tried in them."""

import subprocess
import sys
from pathlib import Path

from deploy.containers import bases, engine, images
from deploy.local import licenses
from deploy.local.build import node_environment
from deploy.local.layout import ROOT
from deploy.local.steps import Steps

_FILES = (
    ".dockerignore",
    "compose.yaml",
    "deploy/containers",
    "deploy/docker",
    "frontend/package-lock.json",
    "gateway",
    "*.lock",
)
# One journey, and three copies that share the load.
QUICK = "in_en or share"
_QUICK_SECONDS = 600.0
_CI_SECONDS = 2400.0


def run(steps: Steps, report: Path | None = None) -> int:
    """Run all trials; with a report, write it as JUnit XML after one journey and the spread.

    Raises `Unavailable` if no container engine can run here.
    """
    part = ["-k", QUICK, f"--junitxml={report}"] if report else []
    with engine.running(steps):
        bases.ensure(steps)
        images.build(steps)
        if not report:
            with steps.step("Writing their bills of materials"):
                licenses.write_bills(engine.FOLDER / "bills")
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-s", "-v", "--confcutdir=deploy/containers",
             "deploy/containers/system", *part],
            check=False,
            cwd=ROOT,
            env={**node_environment(), "ITQAN_CONTAINERS": "1"},
        ).returncode  # fmt: skip


def reason_to_skip(steps: Steps) -> str | None:
    """Tell why a build server leaves the trial out; nothing when it runs."""
    changed = subprocess.run(
        ["git", "diff", "--quiet", "HEAD~1", "--", *_FILES],
        check=False,
        cwd=ROOT,
        capture_output=True,
    )
    if changed.returncode != 1:
        return "no file of the containers has changed since the previous commit"
    if steps.seconds + _QUICK_SECONDS > _CI_SECONDS:
        return "no time left in 40 minutes; `make containers` runs them"
    return None
