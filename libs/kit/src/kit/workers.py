"""Uploads are opened by processes of their own, with bounded memory and time: a few kilobytes can
ask for gigabytes, and what they get ends with the process.

A module that does so has a function `main` of an argument, of what it reads the upload from, and of
what it writes to. It answers 0, or `REFUSED` of `kit.making` with field, code and message as JSON
when the upload is no good. `kit.forking` runs it.
"""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from structlog import get_logger

from kit.actor import ACTOR
from kit.errors import Invalid, Unavailable
from kit.forking import BEGUN, LENGTH
from kit.making import REFUSED

log = get_logger(__name__)

AT_ONCE = 2
WAITING = 20
"""How many organizations' uploads may wait for one of the two slots; about six seconds."""
WAITING_OF_OWNER = 3
"""How many uploads of one organization may wait for its own slot."""
_SECONDS = 20.0

# Each has a process that decodes; more at once would only share the processors.
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="uploads")
_under_way = 0


async def run(module: str, argument: str, content: bytes, broken: Invalid) -> bytes:
    """What the module makes of the content, as a whole.

    Raises `Invalid`: what the module refuses it with, or `broken` when it came to no end; and
    `Unavailable` while too many wait already.
    """
    return b"".join([piece async for piece in opened(module, argument, content, broken)])


async def opened(
    module: str, argument: str, content: bytes, broken: Invalid
) -> AsyncIterator[bytes]:
    """What the module makes of the content, in the pieces in which it writes it. Raises as `run`
    does, perhaps after some pieces.

    An organization has one upload opened at a time, so that it cannot hold both slots.
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
        # Only here: the thread goes on when the client has gone away.
        release()
        pieces.put_nowait(None)
        # Whoever has gone away meanwhile need not know.
        opening.exception()

    opening = loop.run_in_executor(_threads, _run, module, argument, content, broken, put)
    opening.add_done_callback(end)
    while (piece := await pieces.get()) is not None:
        yield piece
    await opening


@dataclass(slots=True)
class _Owner:
    """An organization, or a person without one, whose uploads are opened one by one."""

    slot: asyncio.Lock = field(default_factory=asyncio.Lock)
    uploads: int = 0
    """Waiting ones included."""


_owners: dict[UUID | None, _Owner] = {}


async def _acquire_slot() -> Callable[[], None]:
    """Wait for the slot of the caller's organization; returns the function that releases it.

    Raises `Unavailable` while too many of its uploads wait already.
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
    module: str, argument: str, content: bytes, broken: Invalid, put: Callable[[bytes], None]
) -> None:
    try:
        # Where nothing was begun the process that stood ready had just ended, and another is asked.
        ended = _read(module, argument, content, put) or _read(module, argument, content, put)
    except TimeoutError as error:
        raise _busy() from error
    last, code = ended or (b"", None)
    if code == 0:
        if last:
            put(last)
        return
    if code == REFUSED:
        raise Invalid.field(*json.loads(last))
    log.error("an upload was not processed", module=module, exit=code, said=last.decode()[-2000:])
    raise broken


def _read(
    module: str, argument: str, content: bytes, put: Callable[[bytes], None]
) -> tuple[bytes, int | None] | None:
    """Put what comes back for the content but the last piece, which says why where it is no good,
    and is returned with the exit code: None where the process was killed. None of both where
    nothing was begun.

    Raises `TimeoutError`.
    """
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            _hand_over(module, argument, theirs)
        ours.settimeout(_SECONDS)
        # Whoever dies reads no more; what was said before is there.
        with suppress(ConnectionError):
            ours.sendall(content)
            ours.shutdown(socket.SHUT_WR)
        with ours.makefile("rb") as answer, suppress(ConnectionError):
            if not answer.read(len(BEGUN)):
                return None
            last = b""
            while len(head := answer.read(LENGTH.size)) == LENGTH.size:
                (length,) = LENGTH.unpack(head)
                if length == 0:
                    return last, next(iter(answer.read(1)), None)
                if last:
                    put(last)
                last = answer.read(length)
    return b"", None


class _Ready(NamedTuple):
    """A process that stands ready, until the socket is closed that leads to it."""

    process: subprocess.Popen[bytes]
    handing: socket.socket


_ready: dict[str, _Ready] = {}
"""By their modules."""
_handing_over = Lock()


def _hand_over(module: str, argument: str, connection: socket.socket) -> None:
    """Give the connection to the process that stands ready, or to a new one."""
    with _handing_over:
        if module in _ready:
            with suppress(OSError):
                _hand(_ready[module], argument, connection)
                return
            ended = _ready.pop(module)
            ended.handing.close()
            ended.process.wait()
        _ready[module] = _start(module)
        _hand(_ready[module], argument, connection)


def _hand(to: _Ready, argument: str, connection: socket.socket) -> None:
    socket.send_fds(to.handing, [argument.encode()], [connection.fileno()])


def _start(module: str) -> _Ready:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "kit.forking", module]
        return _Ready(subprocess.Popen(command, stdin=theirs.fileno()), ours)  # noqa: S603 - our own program


def _busy() -> Unavailable:
    return Unavailable(headers={"Retry-After": "5"})
