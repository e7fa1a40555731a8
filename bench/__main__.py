"""`make bench`: every case, ours and bare measured in the same run, and the ratio."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import (
    bulk,
    catalogue,
    growth,
    http,
    messaging_latency,
    mixture,
    notices,
    notify_latency,
    pages,
    signin,
    start,
    storm,
    system,
    verifications,
)

HEADER = f"{'case':<44} {'ours':>11} {'bare':>11} {'ratio':>7} {'target':>7}"
ALONE: Sequence[Callable[[], str]] = (
    storm.run,
    messaging_latency.run,
    start.run,
    growth.run,
    bulk.run,
    notices.run,
    notify_latency.run,
    pages.run,
    mixture.run,
    signin.run,
)
"""The cases that start what they need by themselves; each returns its rows."""


def main() -> int:
    """Print the table; the exit code tells nothing of speed, which is never a test's matter."""
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with system.running(folder) as running:
            print(HEADER)
            for comparison in http.run(running):
                print(comparison, flush=True)
            for comparison in verifications.run(running):
                print(comparison, flush=True)
            print(catalogue.HEADER)
            for rows in catalogue.run(running):
                print(rows, flush=True)
    for case in ALONE:
        print(case(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
