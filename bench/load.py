"""Load with wrk, ours and the bare reference by turns, and what comes out of it."""

import re
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 5
SECONDS = 4
CONNECTIONS = 16


@dataclass(frozen=True, slots=True)
class Target:
    """What wrk calls; a script makes other requests than GET."""

    url: str
    script: Path | None = None
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Requests a second of both, each the median of its rounds, and the median of the ratios."""

    name: str
    ours: float
    bare: float
    ratio: float
    target: float

    @property
    def line(self) -> str:
        """One row of the table that `make bench` prints."""
        verdict = "reached" if self.ratio >= self.target else "MISSED"
        return (
            f"{self.name:<44} {self.ours:>9.0f}/s {self.bare:>9.0f}/s "
            f"{self.ratio:>7.2f} {self.target:>7.2f}  {verdict}"
        )


def compare(name: str, ours: Target, bare: Target, target: float) -> Comparison:
    """Measure both by turns, so that whatever slows the machine slows both.

    A single answer that is not 2xx ends the benchmark: an error is quick to give.
    """
    _run(ours, 1)
    _run(bare, 1)
    rates = [(_run(ours, SECONDS), _run(bare, SECONDS)) for _ in range(ROUNDS)]
    return Comparison(
        name,
        ours=statistics.median(rate[0] for rate in rates),
        bare=statistics.median(rate[1] for rate in rates),
        ratio=statistics.median(rate[0] / rate[1] for rate in rates),
        target=target,
    )


def _run(target: Target, seconds: int) -> float:
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "10s"]
    # As every browser sends it, and so that the list's size on the wire is the one people get.
    command += ["-H", "Accept-Encoding: gzip"]
    if target.script:
        command += ["-s", str(target.script)]
    command += [target.url, "--", *target.arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    if failed:
        raise RuntimeError(f"{failed[1]} answers of {target.url} were errors")
    rate = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    if rate is None:
        raise RuntimeError(f"wrk said: {done.stdout}")
    return float(rate[1])
