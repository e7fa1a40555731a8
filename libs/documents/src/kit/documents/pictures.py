"""Uploaded pictures: checked, rotated upright, and stored as WebP without metadata."""

from datetime import timedelta
from uuid import UUID

from fastapi import UploadFile
from kit.core.errors import Invalid, TooManyRequests, Unavailable, problems
from kit.documents import upload_sandbox
from kit.documents.picture_options import PictureOptions
from kit.documents.rules import MAX_UPLOAD_BYTES
from kit.security.rate_limiter import RateLimiter
from starlette.responses import Response

MEDIA_TYPE = "image/webp"
UPLOADS = RateLimiter(60, timedelta(hours=1))
"""Pictures that a user may upload, counted by each replica."""
UPLOADING = problems(Invalid, TooManyRequests, Unavailable)
"""Errors of routes that accept a picture."""
_HEADERS = {
    # A changed picture has another URL.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


async def read_upload(upload: UploadFile, uploader: UUID) -> bytes:
    """Read an uploaded picture and count it.

    Raises `Invalid` for the field `file` above 5 MiB, `TooManyRequests` above the rate limit.
    """
    UPLOADS.take(uploader)
    content = await upload.read(MAX_UPLOAD_BYTES + 1)
    if len(content) > MAX_UPLOAD_BYTES:
        raise Invalid.field("file", "picture.too_large", "Choose a file no larger than 5 MB.")
    return content


async def process(content: bytes, options: PictureOptions) -> list[bytes]:
    """Convert a picture to WebP files in a process with limited memory and time.

    Raises `Invalid` for the field `file` or `size` (see `pixels.process`), and `Unavailable` if the
    queue is full.
    """
    broken = Invalid.field("file", "picture.broken", "This picture is damaged. Choose another one.")
    results = upload_sandbox.stream("kit.documents.pixels", options, content, broken)
    return [picture async for picture in results]


def picture_response(content: bytes) -> Response:
    """Return a stored picture as a response that browsers cache permanently and do not sniff."""
    return Response(content, media_type=MEDIA_TYPE, headers=_HEADERS)
