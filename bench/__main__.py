"""`make bench`: every case, ours and bare measured in the same run, and the ratio."""

import sys
import tempfile
from pathlib import Path

from bench import http, messaging_latency, system

HEADER = f"{'case':<44} {'ours':>11} {'bare':>11} {'ratio':>7} {'target':>7}"


def main() -> int:
    """Print the table; the exit code tells nothing of speed, which is never a test's matter."""
    with tempfile.TemporaryDirectory(prefix="itqan-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with system.running(folder) as running:
            print(HEADER)
            for comparison in http.run(running):
                print(comparison.line, flush=True)
    print(messaging_latency.run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
