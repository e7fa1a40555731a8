"""CPU time by process, from /proc: it says the same on a machine that others use as well."""

import os
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from deploy.local.layout import SERVICES

NAMES = {
    # The arguments of a command are divided by zeros there.
    **{f"kit\0{name}": name for name in SERVICES},
    "bench.bare:app": "bare",
    "traefik": "gateway",
    "postgres": "PostgreSQL",
    "rabbit": "broker",
}
"""Names of the benchmark's children by a part of their command lines."""

_MILLISECONDS = 1000 / os.sysconf("SC_CLK_TCK")

Used = Mapping[str, float]
"""CPU milliseconds, user and system, by name."""


class _Process(NamedTuple):
    parent: int
    ticks: int


def used() -> Used:
    """Return the CPU time used by the benchmark's children, each with its whole tree.

    The time of ended processes is counted by their parents.
    """
    processes = _processes()
    found: Counter[str] = Counter()
    for pid, process in processes.items():
        name = _name(_top(pid, processes))
        if name:
            found[name] += process.ticks
    return {name: ticks * _MILLISECONDS for name, ticks in found.items()}


def between(before: Used, after: Used) -> Used:
    """Return the usage between two measurements."""
    return {name: after[name] - before.get(name, 0.0) for name in after}


def of(pid: int) -> float:
    """CPU milliseconds that one process has used, and those of its children that have ended."""
    return _processes()[pid].ticks * _MILLISECONDS


def of_trees(tops: Mapping[str, int]) -> Used:
    """Return the CPU milliseconds of processes with their children, by the names given with their
    IDs.
    """
    processes, names = _processes(), {pid: name for name, pid in tops.items()}
    found = Counter(dict.fromkeys(tops, 0))
    for pid, process in processes.items():
        above = pid
        while above in processes and above not in names:
            above = processes[above].parent
        if above in names:
            found[names[above]] += process.ticks
    return {name: ticks * _MILLISECONDS for name, ticks in found.items()}


def show(rounds: Sequence[Used]) -> str:
    """The median of each process in words, the largest first."""
    medians = {
        name: statistics.median(each.get(name, 0.0) for each in rounds) for name in rounds[0]
    }
    order = sorted(medians, key=lambda name: -medians[name])
    return ", ".join(f"{name} {medians[name]:.2f}" for name in order if medians[name] >= 0.005)


def over(seconds: float) -> Used:
    """Measure the usage per second over this time."""
    before, started = used(), time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - started
    return {name: spent / took for name, spent in between(before, used()).items()}


class Times(NamedTuple):
    """Ticks of all of the machine's cores since it was started."""

    idle: int
    all: int


def times() -> Times:
    """Return the machine's idle and total time, including other processes."""
    ticks = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    # user, nice, system, idle, iowait, and so on
    return Times(ticks[3] + ticks[4], sum(ticks))


def busy(before: Times, after: Times) -> float:
    """The share of the time between in which the machine was not idle."""
    return 1 - (after.idle - before.idle) / (after.all - before.all)


def _processes() -> dict[int, _Process]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            # It has ended meanwhile.
            continue
        # The name before the last bracket may hold anything; then come state, parent and so on.
        fields = stat.rpartition(")")[2].split()
        found[int(folder.name)] = _Process(int(fields[1]), sum(map(int, fields[11:15])))
    return found


def _top(pid: int, processes: Mapping[int, _Process]) -> int:
    """The child of the benchmark that a process descends from; 0 when there is none."""
    while pid in processes:
        parent = processes[pid].parent
        if parent == os.getpid():
            return pid
        pid = parent
    return 0


def _name(pid: int) -> str | None:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return None
    return next((name for part, name in NAMES.items() if part in command), None)
