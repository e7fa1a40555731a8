"""A process that stands ready to open uploads, one after the other or at once.

It has imported a module once, and forks for each upload that comes: whoever uploads does not wait
for an interpreter to start, which takes as long as opening a file of ten thousand rows. What an
upload gets still ends with the process that has opened it. `kit.workers` runs it as
`python -m kit.forking <module>`, with a socket as standard input over which it is handed a
connection for each upload.
"""

import gc
import os
import signal
import socket
import struct
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from io import RawIOBase
from types import ModuleType
from typing import Any, NoReturn

IDLE_SECONDS = 300.0
"""It ends when nothing has come for so long, and gives its memory back."""
BEGUN = b"\x01"
"""Sent first of all: until then nothing has been done about the upload."""
LENGTH = struct.Struct(">I")
"""Sent before each piece of what is made. After the last it is 0, and the exit code is a byte."""
FAILED = 1
"""The exit code when it came to no end; the last piece is the traceback."""
_LONGEST_ARGUMENT = 64 * 1024


def main(name: str) -> int:
    """Open what comes until the service has ended, or nothing comes any more."""
    module = import_module(name)
    # Forked processes share it for as long as nobody writes to it.
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, _reap)
    with socket.socket(fileno=sys.stdin.fileno()) as handed:
        handed.settimeout(IDLE_SECONDS)
        while True:
            try:
                argument, connections, *_ = socket.recv_fds(handed, _LONGEST_ARGUMENT, 1)
            except TimeoutError:
                return 0
            if not connections:
                return 0
            if os.fork() == 0:
                handed.close()
                _open(module, argument.decode(), connections[0])
            os.close(connections[0])


def _reap(*_: Any) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


class _Pieces(RawIOBase):
    """Sends what is written, each time as a piece."""

    def __init__(self, upload: socket.socket) -> None:
        self._upload = upload

    def write(self, piece: Any) -> int:
        if piece:
            self._upload.sendall(LENGTH.pack(len(piece)) + piece)
        return len(piece)


def _open(module: ModuleType, argument: str, connection: int) -> NoReturn:
    """Answer one upload in this process, and end it."""
    try:
        with socket.socket(fileno=connection) as upload:
            upload.sendall(BEGUN)
            pieces = _Pieces(upload)
            try:
                code = module.main(argument, upload.makefile("rb"), pieces)
            except Exception:
                code = FAILED
                pieces.write(traceback.format_exc().encode())
            upload.sendall(LENGTH.pack(0) + bytes([code]))
    finally:
        # Not back to the loop that it was forked from, whatever has happened.
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
