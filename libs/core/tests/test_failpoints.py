"""A failpoint ends a process where a test says, and never in production."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
from kit.core import failpoints
for n in range(3):
    failpoints.hit("here")
    print(n, flush=True)
"""


@pytest.mark.parametrize(
    ("environment", "exit_code", "output"),
    [
        ({}, 0, "012"),
        ({"ITQAN_FAILPOINT": "elsewhere"}, 0, "012"),
        ({"ITQAN_FAILPOINT": "here"}, 9, ""),
        ({"ITQAN_FAILPOINT": "here:3"}, 9, "01"),
        ({"ITQAN_FAILPOINT": "here", "ITQAN_ENV": "test"}, 9, ""),
        ({"ITQAN_FAILPOINT": "here", "ITQAN_ENV": "production"}, 0, "012"),
    ],
)
def test_dies_only_at_the_given_place(
    environment: dict[str, str], exit_code: int, output: str
) -> None:
    inherited = {key: value for key, value in os.environ.items() if key != "ITQAN_ENV"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == exit_code
    assert done.stdout.replace("\n", "") == output
