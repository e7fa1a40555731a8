"""Request IDs join the log lines and events of one request or job.

The gateway creates the ID, or accepts the client's, in `X-Request-Id`. Events carry it to their
consumers; see `docs/operations.md`.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import structlog
from kit.database.db import new_id

HEADER = "X-Request-Id"
REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""ID of the current task, inherited by tasks that it creates."""

log = structlog.get_logger(__name__)


@contextmanager
def continue_requests(causes: Collection[str]) -> Iterator[None]:
    """Work under the ID of the request that caused it, or under a new one.

    Work with several causes gets a new ID, and one log line lists theirs.
    """
    ids = sorted(set(causes))
    token = REQUEST_ID.set(ids[0] if len(ids) == 1 else str(new_id()))
    try:
        if len(ids) > 1:
            log.info("requests joined", causes=ids)
        yield
    finally:
        REQUEST_ID.reset(token)
