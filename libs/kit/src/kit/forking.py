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
from io import BytesIO
from types import ModuleType
from typing import Any, NoReturn

IDLE_SECONDS = 300.0
"""It ends when nothing has come for so long, and gives its memory back."""
BEGUN = b"\x01"
"""Sent first of all: until then nothing has been done about the upload."""
END = struct.Struct(">BI")
"""Sent at last: the exit code, and how long what stands before it is."""
FAILED = 1
"""The exit code when it came to no end; the answer is the traceback."""
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


def _open(module: ModuleType, argument: str, connection: int) -> NoReturn:
    """Answer one upload in this process, and end it."""
    made = BytesIO()
    try:
        with socket.socket(fileno=connection) as upload:
            upload.sendall(BEGUN)
            try:
                code = module.main(argument, upload.makefile("rb"), made)
            except Exception:
                code, made = FAILED, BytesIO(traceback.format_exc().encode())
            upload.sendall(made.getvalue() + END.pack(code, len(made.getvalue())))
    finally:
        # Not back to the loop that it was forked from, whatever has happened.
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
