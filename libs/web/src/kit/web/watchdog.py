"""Heartbeat of an event loop, to detect a hung loop."""

import faulthandler
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HUNG_SECONDS = 20
"""Seconds after which the event loop counts as hung. Our code never blocks it for a second."""


@contextmanager
def watched(
    seconds: int = HUNG_SECONDS, heartbeat: Path | None = None
) -> Iterator[Callable[[], None]]:
    """Watch the event loop, which must call the yielded function regularly within the block.

    Process ID and count are written to `heartbeat` each second, for a supervisor that kills the
    process. Without a file a process that hangs for `seconds` kills itself. In both cases the
    tracebacks of all threads go to stderr.

    Seconds are counted by polling, so a frozen process does not count them and may continue.
    """
    beats = 0
    ended = threading.Event()

    def beat() -> None:
        nonlocal beats
        beats += 1

    def watch() -> None:
        seen, quiet = -1, 0
        while not ended.wait(1):
            quiet = quiet + 1 if beats == seen else 0
            seen = beats
            if heartbeat is not None and not quiet:
                heartbeat.write_text(f"{os.getpid()} {beats}")
            if quiet == seconds:
                faulthandler.dump_traceback()
                if heartbeat is None:
                    os.kill(os.getpid(), signal.SIGKILL)

    if heartbeat is not None:
        heartbeat.parent.mkdir(parents=True, exist_ok=True)
    thread = threading.Thread(target=watch, name="watchdog", daemon=True)
    thread.start()
    try:
        yield beat
    finally:
        ended.set()
        if heartbeat is not None:
            # A process that is stopping has no heartbeat, but does not hang.
            thread.join()
            heartbeat.unlink(missing_ok=True)
