"""The process that handles one untrusted upload for `upload_sandbox`, within limits of memory
and time. It imports the standard library only, so that a sandbox does not load the service.

A module that runs in it defines `process(content, argument)`, which yields its results as bytes and
raises `Refused`; `CPU_SECONDS`; and `TOO_LARGE`, the `Refused` for an upload that exceeds a limit.
"""

import gc
import json
import os
import resource
import signal
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

MEMORY = 448 * 1024 * 1024
"""Address space of the process in bytes; of the largest pictures WebP takes most, about 300 MiB."""
RESULT, REFUSAL = b"+", b"-"
"""The first byte of a message: a result follows, or the arguments of `Refused` as JSON. The service
unpickles nothing that a sandbox sends."""


class Refused(Exception):
    """The upload is no good; the arguments are field, code and message."""


def serve(connection: Connection, module: str, argument: Any, content: bytes) -> None:
    """Send the results of one upload, then the refusal if there is one."""
    sandboxed = import_module(module)
    limit_resources(sandboxed.CPU_SECONDS)
    try:
        for result in sandboxed.process(content, argument):
            connection.send_bytes(RESULT + result)
    except (MemoryError, TimeIsUp):
        refused = sandboxed.TOO_LARGE
    except Refused as error:
        refused = error
    else:
        return
    connection.send_bytes(REFUSAL + json.dumps(refused.args).encode())


def limit_resources(cpu_seconds: int) -> None:
    """Limit this process's memory and processor time, which end in `MemoryError` and `TimeIsUp`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # The second limit ends what does not come back to Python to be interrupted.
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    signal.signal(signal.SIGXCPU, _interrupt)
    # Everybody else's requests come first.
    os.nice(3)
    # It ends before there is garbage worth looking for.
    gc.disable()


class TimeIsUp(BaseException):
    """The processor time is used up. No handler of `Exception` on the way stops it."""


def _interrupt(*_: object) -> None:
    raise TimeIsUp
