"""Uploaded pictures: checked, turned upright, and stored as webp without anything beside them."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from fastapi import UploadFile
from starlette.responses import Response
from structlog import get_logger

from kit.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.making import REFUSED, Making, unframed
from kit.quota import Quota

log = get_logger(__name__)

MAX_BYTES = 5 * 1024 * 1024
MEDIA_TYPE = "image/webp"
UPLOADS = Quota(60, timedelta(hours=1))
"""How many pictures a user may have made small, counted by each copy of a service for itself."""
AT_ONCE = 2
WAITING = 20
"""How many uploads may wait for one of the two places; about six seconds."""
UPLOADING = problems(Invalid, TooManyRequests, Unavailable)
"""What a route that takes a picture can answer besides its own."""
_SECONDS = 20.0
_HEADERS = {
    # A changed picture has another address.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Each starts a process that decodes; more at once would only share the processors.
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="pictures")
_under_way = 0


async def read_upload(upload: UploadFile, uploader: UUID) -> bytes:
    """The uploaded bytes, counted against the user's quota.

    Raises `Invalid` for the field `file` above 5 MiB, `TooManyRequests` above the quota.
    """
    UPLOADS.take(uploader)
    content = await upload.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Invalid.field("file", "image.too_large", "The file is larger than 5 MB.")
    return content


async def process(content: bytes, making: Making) -> list[bytes]:
    """The webp files that are made of the picture, by a process with bounded memory and time.

    Raises `Invalid` for the field `file` or `size` (see `kit.pixels.make`), and `Unavailable`
    while too many wait already.
    """
    global _under_way  # noqa: PLW0603
    if _under_way >= AT_ONCE + WAITING:
        raise _busy()
    _under_way += 1
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, _process, content, making)
    finally:
        _under_way -= 1


def picture_response(content: bytes) -> Response:
    """A stored picture as an answer that browsers keep for good and take for nothing else."""
    return Response(content, media_type=MEDIA_TYPE, headers=_HEADERS)


def _process(content: bytes, making: Making) -> list[bytes]:
    command = [sys.executable, "-m", "kit.pixels", json.dumps(asdict(making))]
    try:
        done = subprocess.run(  # noqa: S603 - our own program; the upload is its input
            command, check=False, input=content, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise _busy() from error
    if done.returncode == 0:
        return unframed(done.stdout)
    if done.returncode == REFUSED:
        raise Invalid.field(*json.loads(done.stdout))
    log.error(
        "a picture was not processed", exit=done.returncode, said=done.stderr.decode()[-2000:]
    )
    raise Invalid.field("file", "image.broken", "The picture is damaged.")


def _busy() -> Unavailable:
    return Unavailable(headers={"Retry-After": "5"})
