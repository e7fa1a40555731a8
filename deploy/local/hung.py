"""Kills copies of services that hang, so that the supervisor starts them again.

A copy whose event loop blocks ends itself (kit/watchdog.py). One that is frozen as a whole cannot,
and the supervisor sees only what has ended.
"""

import http.client
import threading
import xmlrpc.client
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from deploy.local.plan import Process
from deploy.local.supervisor import Supervisor

EVERY_SECONDS = 3.0
ANSWER_SECONDS = 5.0
TIMES = 3
"""As often in a row a copy is silent before it counts as hung: 24 s at most."""


class Watch:
    """Asks each process whether it lives. One that was never heard of may still be starting."""

    def __init__(self, supervisor: Supervisor, processes: Sequence[Process]) -> None:
        self._supervisor = supervisor
        self._processes = processes
        self._heard: set[int] = set()
        self._silent: dict[int, int] = {}

    def look(self) -> None:
        """Ask all of them once; kill those that have been silent too often."""
        pids = {info.name: info.pid for info in self._supervisor.information()}
        for process in self._processes:
            pid = pids.get(process.name, 0)
            if not is_silent(process):
                self._silent.pop(pid, None)
                self._heard.add(pid)
            elif pid in self._heard:
                self._silent[pid] = self._silent.get(pid, 0) + 1
                if self._silent[pid] >= TIMES:
                    self._heard.discard(pid)
                    self._supervisor.kill(process)


def is_silent(process: Process) -> bool:
    """Whether it takes a connection and does not answer. One that refuses it is starting, or has
    ended, or is about to: that is the supervisor's business."""
    assert process.health_url
    url = urlsplit(process.health_url)
    connection = http.client.HTTPConnection(str(url.hostname), url.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/health/live")
        connection.getresponse()
    except TimeoutError:
        return True
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return False


@contextmanager
def watching(supervisor: Supervisor, processes: Iterable[Process]) -> Iterator[None]:
    """Look again and again within the block."""
    watch = Watch(supervisor, list(processes))
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
