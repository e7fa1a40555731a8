"""During a rollout, replicas with older code work on the new tables.

Tests of the hot paths run with the code from before the newest migration, on the current tables.
`make test` does so for the service migrated last, `make faults` for all six.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local.layout import PACKAGES, ROOT, SERVICES, VENV

HOT = {
    "identity": ("sessions", "registrations/test_signup.py"),
    "catalog": ("batches/test_routes.py", "answers/test_fresh.py"),
    "enrollment": ("enrollments/test_enroll.py", "enrollments/test_settle.py"),
    "payments": ("checkout/test_start.py", "settlement/test_settle.py"),
    "approvals": ("requests/test_routes.py", "requests/test_own.py"),
    "notifications": ("notifications", "enrollments"),
}
MIGRATED_LAST = "migrated last"
TRIED = SERVICES if "ITQAN_FAULTS" in os.environ else (MIGRATED_LAST,)


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def before(service: str) -> tuple[str, int]:
    """The commit before the newest migration of a service, and when that was made, in seconds."""
    if not (ROOT / ".git").exists():
        pytest.skip("without its history the repository has no code of before")
    folder = f"services/{service}/migrations"
    if git("status", "--porcelain", "--", folder):
        return "HEAD", sys.maxsize
    commit, made = git("log", "-1", "--format=%H %ct", "--", folder).split()
    if git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("the clone holds a part of the history only: git fetch --unshallow")
    return f"{commit}^", int(made)


@pytest.mark.parametrize("service", TRIED)
def test_the_previous_code_works_on_migrated_tables(service: str, tmp_path: Path) -> None:
    if service == MIGRATED_LAST:
        service = max(SERVICES, key=lambda each: before(each)[1])
    commit, _ = before(service)
    parts = ("conftest.py", "pyproject.toml", "deploy", "libs", "services")
    archive = tmp_path / "before.tar"
    git("archive", f"--output={archive}", commit, *parts)
    older = tmp_path / "before"
    older.mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", older], check=True)
    (older / ".venv").symlink_to(VENV)

    sources = [str(older / package / "src") for package in PACKAGES]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "ITQAN_NEWER": str(ROOT),
        "PYTHONPATH": os.pathsep.join([*sources, str(Path(__file__).parent)]),
    }
    tests = [f"services/{service}/tests/{name}" for name in HOT[service]]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "newer_tables", "-x", *tests],
        check=False, cwd=older, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
