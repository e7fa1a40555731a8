"""Plug-in of supervisord that restarts dead processes for ever, and counts their deaths.

supervisord itself gives up silently after a few deaths in a row. RPC interfaces such as this one
are its extension mechanism.
"""

from typing import Any

from supervisor import events

LONGEST_PAUSE = 10
"""Seconds between two starts at most: each pause is a second longer than the one before."""


class Deaths:
    """Number of unexpected ends of each process."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        # Within a few seconds of its start, and later.
        for event in (events.ProcessStateBackoffEvent, events.ProcessStateExitedEvent):
            events.subscribe(event, self._count)

    def counts(self) -> dict[str, int]:
        """By name; what has not died is left out."""
        return self._counts

    def _count(self, event: Any) -> None:
        if isinstance(event, events.ProcessStateExitedEvent) and event.expected:
            # It was told to end in its own time, and did.
            return
        process = event.process
        # It counts the starts that failed in a row: the next pause in seconds, and when to give up.
        process.backoff = min(process.backoff, LONGEST_PAUSE)
        name = process.config.name
        self._counts[name] = self._counts.get(name, 0) + 1


def make(_supervisord: object) -> Deaths:
    """Create the interface; supervisord calls it at its start."""
    return Deaths()
