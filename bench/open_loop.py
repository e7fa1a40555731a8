"""One side of an open-loop benchmark: requests of several kinds at their due times, with results by
kind.

Refusals (503) are counted separately without a time, since they are fast.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import httpx

from bench import cpu, rest
from bench.arrivals import Arrival, Outcome
from bench.system import System
from deploy.local.layout import ROOT

_COLUMNS = ("sent", "p50", "p95", "p99", "longest", "refused", "errors")
FIRST = 40
"""Requests that are sent before those that are measured."""
_SEED = 20_261_124

Ask = Callable[[], tuple[str, str, Mapping[str, str], str]]
"""Makes the next request of a kind: method, path, headers and body."""


class Side(NamedTuple):
    """Results and cost of the requests."""

    outcomes: Sequence[Outcome]
    spent: cpu.Used
    sender: float
    """CPU milliseconds of the load generator."""
    busy: float
    """Share of all cores in use, including other processes."""
    seconds: float

    @property
    def rate(self) -> float:
        """Requests that were due in a second."""
        return len(self.outcomes) / self.seconds

    @property
    def load(self) -> float:
        """The share of all cores that was spent, without the sender's."""
        return sum(self.spent.values()) / 1000 / self.seconds / (os.cpu_count() or 1)

    def of(self, kind: str) -> Sequence[Outcome]:
        """The requests of one kind."""
        return [each for each in self.outcomes if each.kind == kind]

    def p99(self, kind: str) -> float:
        """Seconds within which 99 of 100 of a kind were answered."""
        return _quantiles(self.of(kind))[98] / 1000

    @property
    def answered(self) -> int:
        """Requests that were neither refused nor failed."""
        return sum(map(_is_answered, self.outcomes))


def show(name: str, side: Side) -> Iterator[str]:
    """The rows of one side: its kinds, and what its processes used."""
    yield _line(f"{name}, ms from when it was due", _COLUMNS)
    for kind in sorted({each.kind for each in side.outcomes}):
        yield _row(kind, side.of(kind))
    late = max(each.late for each in side.outcomes)
    wrong = Counter(
        f"{each.kind} {each.status}" for each in side.outcomes if not _is_answered(each)
    )
    if wrong:
        yield f"  not answered: {', '.join(f'{what}: {n}' for what, n in wrong.items())}"
    used = {name: spent / (side.answered or 1) for name, spent in side.spent.items()}
    yield (
        f"  CPU milliseconds of one answer: {sum(used.values()):.2f}: {cpu.show([used])}\n"
        f"  {side.load:.0%} of all cores at {side.rate:.0f} a second, the machine "
        f"{side.busy:.0%} busy; the sender took {side.sender / 1000 / side.seconds:.0%} of one "
        f"core, and was {late * 1000:.0f} ms late at most"
    )


def _row(kind: str, outcomes: Sequence[Outcome]) -> str:
    parts = _quantiles(outcomes)
    longest = max((each.seconds * 1000 for each in outcomes if _is_answered(each)), default=0.0)
    refused = sum(each.status == httpx.codes.SERVICE_UNAVAILABLE for each in outcomes)
    wrong = sum(not _is_answered(each) for each in outcomes) - refused
    times = (f"{each:.0f}" for each in (parts[49], parts[94], parts[98], longest))
    return _line(f"  {kind}", (len(outcomes), *times, refused, wrong))


def _quantiles(outcomes: Sequence[Outcome]) -> Sequence[float]:
    """Return the 99 percentiles of response times, in milliseconds."""
    times = [each.seconds * 1000 for each in outcomes if _is_answered(each)]
    return statistics.quantiles(times if len(times) > 1 else (0.0, 0.0), n=100, method="inclusive")


def _is_answered(outcome: Outcome) -> bool:
    return 0 < outcome.status < httpx.codes.BAD_REQUEST


def _line(name: str, cells: Sequence[object]) -> str:
    return f"{name:<36}" + "".join(f" {cell:>8}" for cell in cells)


def measure(
    running: System,
    name: str,
    asks: Mapping[str, Ask],
    shares: Mapping[str, float],
    idle: cpu.Used,
    rate: float,
    seconds: int,
) -> Side:
    """Send requests of each kind by its share at this rate, and subtract idle usage (`idle`,
    milliseconds per second).
    """
    rest.wait(running)
    first = islice(_arrivals(asks, shares, rate, seconds), FIRST)
    # Exclude one-time work from the measurement; with other people, who can enroll only once.
    _send(_write(running, f"{name}-first", first))
    file = _write(running, name, _arrivals(asks, shares, rate, seconds))
    before, sender, times, began = cpu.used(), _children(), cpu.times(), time.monotonic()
    outcomes = _send(file)
    sender, busy = _children() - sender, cpu.busy(times, cpu.times())
    # What was put off belongs to it as well: receipts, and events.
    rest.wait(running)
    took = time.monotonic() - began
    spent = {
        each: max(0.0, used - idle.get(each, 0.0) * took)
        for each, used in cpu.between(before, cpu.used()).items()
    }
    return Side(outcomes, spent, sender, busy, seconds)


def _children() -> float:
    """CPU milliseconds of all children that have ended."""
    times = os.times()
    return (times.children_user + times.children_system) * 1000


def _write(running: System, name: str, arrivals: Iterable[Arrival]) -> Path:
    file = running.folder / f"arrivals-{name}"
    lines = (json.dumps(arrival) for arrival in arrivals)
    file.write_text("\n".join((running.gateway_url, *lines)))
    return file


def _send(file: Path) -> list[Outcome]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.arrivals", str(file)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [Outcome(*json.loads(line)) for line in done.stdout.splitlines()]


def _arrivals(
    asks: Mapping[str, Ask], shares: Mapping[str, float], rate: float, seconds: int
) -> Iterator[Arrival]:
    """Independent people: the gaps are exponential, the same in every run."""
    chance = random.Random(_SEED)
    due = chance.expovariate(rate)
    while due < seconds:
        (kind,) = chance.choices(list(shares), list(shares.values()))
        yield Arrival(kind, due, *asks[kind]())
        due += chance.expovariate(rate)
