"""Sandboxes for uploads: a few kilobytes can request gigabytes, which only end the sandbox's
process.

`multiprocessing`'s fork server starts the processes with libraries already imported, since starting
an interpreter takes as long as opening a file of ten thousand rows. They run
`kit.documents.sandbox` with limited memory and time.
"""

import asyncio
import json
import multiprocessing
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kit.core.actor import ACTOR
from kit.core.errors import Invalid, Unavailable
from kit.documents.sandbox import RESULT, serve
from structlog import get_logger

log = get_logger(__name__)

AT_ONCE = 2
WAITING = 20
"""Maximum number of organizations waiting for one of the two slots; about six seconds."""
WAITING_OF_OWNER = 3
"""Maximum number of one organization's uploads waiting for its slot."""
_SECONDS = 20.0

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [
        "kit.spreadsheets.cells",
        "kit.documents.pdfs",
        "kit.documents.pixels",
        "kit.documents.sandbox",
        "python_calamine",
    ]
)
# Each thread has a decoding process; more would only share the processors.
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="uploads")
_under_way = 0


async def run(module: str, argument: Any, content: bytes, broken: Invalid) -> bytes:
    """Return the module's whole result for the content.

    Raises `Invalid` if the module refuses it, `broken` if it does not finish, and `Unavailable` if
    the queue is full.
    """
    return b"".join([piece async for piece in stream(module, argument, content, broken)])


async def stream(
    module: str, argument: Any, content: bytes, broken: Invalid
) -> AsyncIterator[bytes]:
    """Yield the module's results as it writes them. Errors are as in `run`, perhaps after some
    results.

    An organization has one upload processed at a time, so that it cannot hold both slots.
    """
    global _under_way  # noqa: PLW0603
    release = await _acquire_slot()
    if _under_way >= AT_ONCE + WAITING:
        release()
        raise _busy()
    _under_way += 1
    loop = asyncio.get_running_loop()
    pieces: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(piece: bytes) -> None:
        loop.call_soon_threadsafe(pieces.put_nowait, piece)

    def end(opening: asyncio.Future[None]) -> None:
        global _under_way  # noqa: PLW0603
        _under_way -= 1
        # Released only here, since the thread continues if the client disconnects.
        release()
        pieces.put_nowait(None)
        # A disconnected client needs no error.
        opening.exception()

    opening = loop.run_in_executor(_threads, _run, module, argument, content, broken, put)
    opening.add_done_callback(end)
    while (piece := await pieces.get()) is not None:
        yield piece
    await opening


@dataclass(slots=True)
class _Owner:
    """An organization, or a person without one, whose uploads are processed one by one."""

    slot: asyncio.Lock = field(default_factory=asyncio.Lock)
    uploads: int = 0
    """Includes waiting uploads."""


_owners: dict[UUID | None, _Owner] = {}


async def _acquire_slot() -> Callable[[], None]:
    """Wait for the slot of the caller's organization, and return the function that releases it.

    Raises `Unavailable` if too many of its uploads wait.
    """
    actor = ACTOR.get()
    key = (actor.organization_id or actor.user_id or actor.client_id) if actor else None
    owner = _owners.setdefault(key, _Owner())
    if owner.uploads > WAITING_OF_OWNER:
        raise _busy()
    owner.uploads += 1

    def leave() -> None:
        owner.uploads -= 1
        if not owner.uploads:
            del _owners[key]

    def release() -> None:
        owner.slot.release()
        leave()

    try:
        await owner.slot.acquire()
    except asyncio.CancelledError:
        leave()
        raise
    return release


def _run(
    module: str, argument: Any, content: bytes, broken: Invalid, put: Callable[[bytes], None]
) -> None:
    ours, theirs = _CONTEXT.Pipe(duplex=False)
    arguments = (theirs, module, argument, content)
    process = _CONTEXT.Process(target=serve, args=arguments, daemon=True)
    with ours:
        with theirs:
            try:
                process.start()
            except (OSError, EOFError) as error:
                # The fork server was just killed; the next upload starts another.
                raise _busy() from error
        try:
            while ours.poll(_SECONDS):
                message = ours.recv_bytes()
                if not message.startswith(RESULT):
                    raise Invalid.field(*json.loads(message[1:]))
                put(message[1:])
            raise _busy()
        except (OSError, EOFError):
            process.join(_SECONDS)
        finally:
            process.kill()
    if process.exitcode != 0:
        log.error("an upload was not processed", module=module, exit=process.exitcode)
        raise broken


def _busy() -> Unavailable:
    return Unavailable(headers={"Retry-After": "5"})
