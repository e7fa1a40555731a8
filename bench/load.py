"""Load by wrk on our services and the bare reference in turn, and its results."""

import re
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bench import cpu, rest
from bench.system import System

ROUNDS = 5
SECONDS = 4
CONNECTIONS = 16
IDLE_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Target:
    """Target of wrk; a script makes requests other than GET."""

    url: str
    script: Path | None = None
    arguments: Callable[[], Sequence[str]] = tuple
    """Arguments of the script, built for each round."""


class Round(NamedTuple):
    """Result of one round of one side: requests per second, and CPU milliseconds per request."""

    rate: float
    cpu: cpu.Used

    @property
    def cost(self) -> float:
        """CPU milliseconds of one request, of all processes together."""
        return sum(self.cpu.values())


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides of a case, round by round. A ratio of 1 is the bare reference's speed."""

    name: str
    ours: Sequence[Round]
    bare: Sequence[Round]
    target: float

    def __str__(self) -> str:
        """The case's rows of the table that `make bench` prints."""
        rates = [[each.rate for each in side] for side in (self.ours, self.bare)]
        costs = [[each.cost for each in side] for side in (self.ours, self.bare)]
        by_rate = statistics.median(ours / bare for ours, bare in zip(*rates, strict=True))
        by_cpu = statistics.median(bare / ours for ours, bare in zip(*costs, strict=True))
        verdict = "reached" if by_cpu >= self.target else "MISSED"
        ours, bare = map(statistics.median, rates)
        ours_cpu, bare_cpu = map(statistics.median, costs)
        return "\n".join(
            (
                f"{self.name:<44} {ours:>9.0f}/s {bare:>9.0f}/s {by_rate:>7.2f}",
                f"  {'CPU milliseconds of one request':<42} {ours_cpu:>11.2f} {bare_cpu:>11.2f} "
                f"{by_cpu:>7.2f} {self.target:>7.2f}  {verdict}",
                f"    ours: {cpu.show([each.cpu for each in self.ours])}",
                f"    bare: {cpu.show([each.cpu for each in self.bare])}",
            )
        )


def compare(system: System, name: str, ours: Target, bare: Target, target: float) -> Comparison:
    """Measure both sides in turn, so that disturbances of the machine affect both.

    Each round starts at rest, and the order alternates, so that neither inherits the other's work.
    Any response other than 2xx ends the benchmark, since errors are fast.
    """
    sides = (ours, bare)
    for side in sides:
        requests_of(side, 1)
    rest.wait(system)
    idle = cpu.over(IDLE_SECONDS)
    rounds: dict[Target, list[Round]] = {side: [] for side in sides}
    for number in range(ROUNDS):
        for side in sides if number % 2 == 0 else reversed(sides):
            rounds[side].append(_round(system, side, idle))
    return Comparison(name, rounds[ours], rounds[bare], target)


def _round(system: System, target: Target, idle: cpu.Used) -> Round:
    """Run one round with all its effects, without idle usage."""
    before, started = cpu.used(), time.monotonic()
    requests, rate = requests_of(target, SECONDS)
    rest.wait(system)
    took = time.monotonic() - started
    spent = cpu.between(before, cpu.used())
    return Round(
        rate, {name: (spent[name] - idle.get(name, 0.0) * took) / requests for name in spent}
    )


def requests_of(target: Target, seconds: int) -> tuple[int, float]:
    """Load for so long: the number of requests, and how many a second."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "10s"]
    # As every browser sends it, and so that the list's size on the wire is the one people get.
    command += ["-H", "Accept-Encoding: gzip"]
    if target.script:
        command += ["-s", str(target.script)]
    command += [target.url, "--", *target.arguments()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    if failed:
        raise RuntimeError(f"{failed[1]} answers of {target.url} were errors")
    found = re.search(r"(\d+) requests in .*Requests/sec:\s+([\d.]+)", done.stdout, re.DOTALL)
    if found is None:
        raise RuntimeError(f"wrk said: {done.stdout}")
    return int(found[1]), float(found[2])
