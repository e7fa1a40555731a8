"""Prints each step of a long command with the time that it took."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Steps:
    """Counts the time of the whole command and of each of its steps."""

    def __init__(self, started: float | None = None) -> None:
        """`started` is the monotonic second at which the command began, now if it is left out."""
        self.started = time.monotonic() if started is None else started

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """Print `text` and, when the block ends, its seconds."""
        began = time.monotonic()
        on_terminal = sys.stdout.isatty()
        if on_terminal:
            print(f"  {text} …", end="", flush=True)
        try:
            yield
        except BaseException:
            if on_terminal:
                print()
            raise
        line = f"  {text:<58} {time.monotonic() - began:6.1f} s"
        print(f"\r{line}" if on_terminal else line, flush=True)

    @property
    def seconds(self) -> float:
        """Seconds since the command began."""
        return time.monotonic() - self.started
