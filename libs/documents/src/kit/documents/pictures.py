"""Uploaded pictures: checked, turned upright, and stored as webp without anything beside them."""

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
"""How many pictures a user may have made small, counted by each copy of a service for itself."""
UPLOADING = problems(Invalid, TooManyRequests, Unavailable)
"""What a route that takes a picture can answer besides its own."""
_HEADERS = {
    # A changed picture has another address.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


async def read_upload(upload: UploadFile, uploader: UUID) -> bytes:
    """The uploaded bytes, counted against the user's quota.

    Raises `Invalid` for the field `file` above 5 MiB, `TooManyRequests` above the quota.
    """
    UPLOADS.take(uploader)
    content = await upload.read(MAX_UPLOAD_BYTES + 1)
    if len(content) > MAX_UPLOAD_BYTES:
        raise Invalid.field("file", "picture.too_large", "The file is larger than 5 MB.")
    return content


async def process(content: bytes, options: PictureOptions) -> list[bytes]:
    """The webp files that are made of the picture, by a process with bounded memory and time.

    Raises `Invalid` for the field `file` or `size` (see `pixels.make`), and `Unavailable`
    while too many wait already.
    """
    broken = Invalid.field("file", "picture.broken", "The picture is damaged.")
    results = upload_sandbox.stream("kit.documents.pixels", options, content, broken)
    return [picture async for picture in results]


def picture_response(content: bytes) -> Response:
    """A stored picture as an answer that browsers keep for good and take for nothing else."""
    return Response(content, media_type=MEDIA_TYPE, headers=_HEADERS)
