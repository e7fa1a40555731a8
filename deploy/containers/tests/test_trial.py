"""The part of `make containers` that `make test` runs."""

import os
import subprocess
import sys

from deploy.containers import trial
from deploy.local.layout import ROOT


def test_the_quick_part_is_a_journey_and_the_shares() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-qq", "--confcutdir=deploy/containers",
         "deploy/containers/system", "-k", trial.QUICK],
        env={**os.environ, "ITQAN_CONTAINERS": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "deploy/containers/system/test_containers.py: 2", done.stdout
