"""Uploads are opened by processes of their own, with bounded memory and time: a few kilobytes can
ask for gigabytes, and what they get ends with the process.

A module that does so is run as `python -m <module> <argument>` with the upload on standard input.
It ends with `REFUSED` of `kit.making` and field, code and message as JSON when the upload is no
good.
"""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from structlog import get_logger

from kit.errors import Invalid, Unavailable
from kit.making import REFUSED

log = get_logger(__name__)

AT_ONCE = 2
WAITING = 20
"""How many uploads may wait for one of the two places; about six seconds."""
_SECONDS = 20.0

# Each starts a process that decodes; more at once would only share the processors.
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
    command = [sys.executable, "-m", module, argument]
    try:
        done = subprocess.run(  # noqa: S603 - our own program; the upload is its input
            command, check=False, input=content, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise _busy() from error
    if done.returncode == 0:
        return done.stdout
    if done.returncode == REFUSED:
        raise Invalid.field(*json.loads(done.stdout))
    log.error(
        "an upload was not processed",
        module=module,
        exit=done.returncode,
        said=done.stderr.decode()[-2000:],
    )
    raise broken


def _busy() -> Unavailable:
    return Unavailable(headers={"Retry-After": "5"})
