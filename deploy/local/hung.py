"""Kill replicas of services whose event loop has stopped, so that the supervisor restarts them.

A busy replica responds late, but its heartbeat continues (kit/web/watchdog.py).
"""

import http.client
import threading
import time
import xmlrpc.client
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.plan import Process
from deploy.local.supervisor import Supervisor

EVERY_SECONDS = 3.0
QUIET_LOOKS = 8
"""As often in a row a copy shows the same heartbeat before it counts as hung: 24 s."""
KILL_EVERY_SECONDS = 60.0
"""Minimum seconds between kills of two replicas of a service, since the others take over its load.
"""


class Watch:
    """Compares the heartbeat of each process with that of the look before."""

    def __init__(
        self,
        supervisor: Supervisor,
        processes: Callable[[], Iterable[Process]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._supervisor = supervisor
        self._processes = processes
        self._clock = clock
        self._seen: dict[str, tuple[str, int]] = {}
        self._killed_at: dict[str, float] = {}

    def look(self) -> None:
        """Look at all of them once; kill those that have been quiet too often."""
        pids = {info.name: info.pid for info in self._supervisor.information()}
        for process in self._processes():
            beat = _read_heartbeat(process)
            seen, quiet = self._seen.get(process.name, ("", 0))
            # One of an earlier process, or none, is no sign: a process that starts has none yet.
            is_quiet = beat == seen and beat.startswith(f"{pids.get(process.name)} ")
            quiet = quiet + 1 if is_quiet else 0
            self._seen[process.name] = beat, quiet
            if quiet >= QUIET_LOOKS and self._may_kill(process.part):
                self._killed_at[process.part] = self._clock()
                self._supervisor.kill(process)

    def _may_kill(self, part: str) -> bool:
        killed_at = self._killed_at.get(part, float("-inf"))
        return self._clock() - killed_at >= KILL_EVERY_SECONDS


def _read_heartbeat(process: Process) -> str:
    try:
        return Path(process.environment["ITQAN_HEARTBEAT_FILE"]).read_text()
    except FileNotFoundError:
        return ""


@contextmanager
def watching(supervisor: Supervisor, processes: Callable[[], Iterable[Process]]) -> Iterator[None]:
    """Look again and again within the block."""
    watch = Watch(supervisor, processes)
    ended = threading.Event()
    thread = threading.Thread(target=_repeat, args=(watch.look, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()


def _repeat(look: Callable[[], None], ended: threading.Event) -> None:
    while not ended.wait(EVERY_SECONDS):
        try:
            look()
        except (OSError, http.client.HTTPException, xmlrpc.client.Error):
            # The supervisor is stopping, or was killed: `make up` tells of that.
            continue
