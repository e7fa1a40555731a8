"""The heartbeat of an event loop: a busy loop still turns, a hung one does not."""

import faulthandler
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HUNG_SECONDS = 20
"""How long an event loop may stand still. Nothing of ours blocks it for as much as a second."""


@contextmanager
def watched(
    seconds: int = HUNG_SECONDS, heartbeat: Path | None = None
) -> Iterator[Callable[[], None]]:
    """Judge the event loop by how often the yielded function is called within the block.

    While it turns, process id and count are written to the `heartbeat` file each second, for
    whatever supervises the process and kills it. Without a file a process that hangs for so many
    seconds kills itself. Either way the traceback of every thread goes to stderr.

    Seconds are counted by looking once a second: while the whole process is frozen nothing is
    counted, so that it may go on where it was.
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
            # What is stopping beats no more, and does not hang.
            thread.join()
            heartbeat.unlink(missing_ok=True)
