"""Processes of a state found without its supervisor, by an inherited environment variable."""

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

MARK = "ITQAN_STATE_FOLDER"
# Told by supervisord to each process that it starts.
_SUPERVISED = b"SUPERVISOR_ENABLED=1"
# The second is what PostgreSQL needs to hear when a client stays, the third what is frozen.
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)
_SECONDS = 10.0


def mark(folder: Path) -> dict[str, str]:
    """The variable that a supervisor is started with."""
    return {MARK: str(folder.resolve())}


def find(folder: Path) -> list[int]:
    """The processes of the state in `folder`, its supervisor included."""
    return [pid for pid, _ in _marked(folder)]


def stop(folder: Path) -> None:
    """End all of them; returns when they are gone."""
    # A living supervisor restarts its processes, so it is stopped first.
    _end(lambda: [pid for pid, supervised in _marked(folder) if not supervised])
    _end(lambda: find(folder))


def _marked(folder: Path) -> list[tuple[int, bool]]:
    ((name, value),) = mark(folder).items()
    variable = f"{name}={value}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            variables = _environment(entry)
            if variable in variables:
                found.append((int(entry.name), _SUPERVISED in variables))
    return found


def _environment(entry: Path) -> list[bytes]:
    try:
        return (entry / "environ").read_bytes().split(b"\0")
    except OSError:
        # Ended, or another user's.
        return []


def _end(left: Callable[[], list[int]]) -> None:
    for number in _SIGNALS:
        for pid in left():
            # One that ends in the same moment is what is wanted.
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        end = time.monotonic() + _SECONDS
        while left() and time.monotonic() < end:
            time.sleep(0.1)
