"""Ends a process whose event loop has stopped turning; whatever supervises it starts another."""

import faulthandler
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

HUNG_SECONDS = 20
"""How long an event loop may stand still. Nothing of ours blocks it for as much as a second."""


@contextmanager
def watched(seconds: int = HUNG_SECONDS) -> Iterator[Callable[[], None]]:
    """Kill the process when the yielded function is not called for so long within the block.

    Seconds are counted by looking once a second: while the whole process is frozen nothing is
    counted, so that it may go on where it was. The traceback of every thread goes to stderr.
    """
    beats = 0
    ended = threading.Event()

    def beat() -> None:
        nonlocal beats
        beats += 1

    def watch() -> None:
        seen, quiet = -1, 0
        while quiet < seconds:
            if ended.wait(1):
                return
            quiet = quiet + 1 if beats == seen else 0
            seen = beats
        faulthandler.dump_traceback()
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
    try:
        yield beat
    finally:
        ended.set()
