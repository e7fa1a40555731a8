"""The process that handles one untrusted upload, with limited memory and time.

It only imports the standard library, so that a sandbox does not load the service. A module that
runs in it defines `process(content, argument)`, which yields bytes and raises `Refused`;
`CPU_SECONDS`; and `TOO_LARGE`, the `Refused` for an exceeded limit.
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
"""Address space in bytes. The largest pictures need about 300 MiB for WebP."""
RESULT, REFUSAL = b"+", b"-"
"""First byte of a message: a result follows, or the arguments of `Refused` as JSON. The service
never unpickles data from a sandbox.
"""


class Refused(Exception):
    """The upload is invalid; the arguments are field, code and message."""


def serve(connection: Connection, module: str, argument: Any, content: bytes) -> None:
    """Send the results of one upload, then a refusal if there is one."""
    sandboxed = import_module(module)
    limit_resources(sandboxed.CPU_SECONDS)
    try:
        for result in sandboxed.process(content, argument):
            connection.send_bytes(RESULT + result)
    except (MemoryError, ProcessorTimeExceeded):
        refused = sandboxed.TOO_LARGE
    except Refused as error:
        refused = error
    else:
        return
    connection.send_bytes(REFUSAL + json.dumps(refused.args).encode())


def limit_resources(cpu_seconds: int) -> None:
    """Limit memory and processor time, with `MemoryError` and `ProcessorTimeExceeded`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # The hard limit kills code that never returns to Python.
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    signal.signal(signal.SIGXCPU, _interrupt)
    # Requests have priority.
    os.nice(3)
    # The process ends before garbage collection would pay.
    gc.disable()


class ProcessorTimeExceeded(BaseException):
    """The processor time is used up. Handlers of `Exception` do not catch it."""


def _interrupt(*_: object) -> None:
    raise ProcessorTimeExceeded
