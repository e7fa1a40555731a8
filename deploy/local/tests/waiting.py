"""Waiting for processes of the machine."""

import time
from collections.abc import Callable
from pathlib import Path


def eventually(check: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Return when `check` holds; fail with `what` when it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def gone(pid: int) -> bool:
    """Tell if the process has ended."""
    try:
        # An orphan that ended stays as a zombie until the machine's first process reaps it.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
