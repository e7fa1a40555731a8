"""Images are built from every committed file that they need."""

import subprocess

from docker.utils.build import PatternMatcher

from deploy.local.layout import ROOT


def test_committed_files_are_not_ignored_except_tests() -> None:
    ignored = PatternMatcher((ROOT / ".dockerignore").read_text().split())
    listed = subprocess.run(
        ["git", "ls-files", "frontend", "services", "libs", "gateway"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    files = [file for file in listed.stdout.splitlines() if "/tests/" not in file]
    assert [file for file in files if ignored.matches(file)] == []
