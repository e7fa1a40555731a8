"""Memory, CPU time and processes of the running system, from /proc."""

import os
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """The process and all that it has started, directly or not."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            parent = _parent(int(entry.name))
            if parent is not None:
                children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        waiting += children.get(current, [])
    return found


def proportional_set_size(pid: int) -> int:
    """Bytes of memory of one process, shared pages counted in parts; 0 when it has ended."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0


def peak_size(pid: int) -> int:
    """The most bytes of memory that one process has had, shared pages too; 0 when it has ended."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0


def tree_cpu_seconds(pid: int) -> float:
    """CPU time that a process and its descendants have used."""
    return sum(map(_cpu_seconds, descendants(pid)))


def _cpu_seconds(pid: int) -> float:
    try:
        # In user and in kernel mode, the 14th and 15th field; the 2nd is the name.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


def tree_size(pid: int) -> int:
    """Bytes of memory of a process and its descendants."""
    return sum(proportional_set_size(each) for each in descendants(pid))


def _parent(pid: int) -> int | None:
    try:
        # The name in parentheses may itself hold spaces and parentheses.
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return None
