"""The request id: joins the log lines and events that one request, or one run of a job, has caused.

The gateway creates it, or accepts the client's, in `X-Request-Id`. Events carry it, so that their
consumers go on with it: `docs/operations.md` shows how to follow one.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import structlog
from kit.database.db import new_id

HEADER = "X-Request-Id"
REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id for the current task; the tasks that it creates inherit it."""

log = structlog.get_logger(__name__)


@contextmanager
def continue_requests(causes: Collection[str]) -> Iterator[None]:
    """Work under the id of the request that caused it, or under a new one.

    Work that several requests caused has an id of its own; one log line names theirs.
    """
    ids = sorted(set(causes))
    token = REQUEST_ID.set(ids[0] if len(ids) == 1 else str(new_id()))
    try:
        if len(ids) > 1:
            log.info("requests joined", causes=ids)
        yield
    finally:
        REQUEST_ID.reset(token)
