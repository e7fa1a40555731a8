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
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from threading import Lock
from typing import NamedTuple

from structlog import get_logger

from kit.errors import Invalid, Unavailable
from kit.forking import BEGUN, END
from kit.making import REFUSED

log = get_logger(__name__)

AT_ONCE = 2
WAITING = 20
"""How many uploads may wait for one of the two places; about six seconds."""
_SECONDS = 20.0
_PIECE = 1024 * 1024

# Each has a process that decodes; more at once would only share the processors.
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="uploads")
_under_way = 0


async def run(module: str, argument: str, content: bytes, broken: Invalid) -> bytes:
    """What the module makes of the content.

    Raises `Invalid`: what the module refuses it with, or `broken` when it came to no end; and
    `Unavailable` while too many wait already.
    """
    global _under_way  # noqa: PLW0603
    if _under_way >= AT_ONCE + WAITING:
        raise _busy()
    _under_way += 1
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, _run, module, argument, content, broken)
    finally:
        _under_way -= 1


def _run(module: str, argument: str, content: bytes, broken: Invalid) -> bytes:
    try:
        # Where nothing was begun the process that stood ready had just ended, and another is asked.
        answer = _opened(module, argument, content) or _opened(module, argument, content)
    except TimeoutError as error:
        raise _busy() from error
    made, code = _read(answer)
    if code == 0:
        return made
    if code == REFUSED:
        raise Invalid.field(*json.loads(made))
    log.error("an upload was not processed", module=module, exit=code, said=made.decode()[-2000:])
    raise broken


def _opened(module: str, argument: str, content: bytes) -> bytes:
    """What comes back for the content, of which nothing is there until it is begun.

    Raises `TimeoutError`.
    """
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            _hand_over(module, argument, theirs)
        ours.settimeout(_SECONDS)
        answer = BytesIO()
        # Whoever dies reads no more; what was said before is there.
        with suppress(ConnectionError):
            ours.sendall(content)
            ours.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while some := ours.recv(_PIECE):
                answer.write(some)
    return answer.getvalue()


def _read(answer: bytes) -> tuple[bytes, int | None]:
    """What was made, and the exit code: None where the process was killed."""
    made = answer[len(BEGUN) : -END.size]
    if len(answer) < len(BEGUN) + END.size:
        return b"", None
    code, length = END.unpack(answer[-END.size :])
    return (made, code) if length == len(made) else (b"", None)


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
