"""Uploaded pictures: checked, turned upright, and stored as webp without anything beside them."""

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fastapi import UploadFile
from PIL import Image, ImageOps, UnidentifiedImageError
from starlette.responses import Response

from kit.errors import Invalid

T = TypeVar("T")

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""A few kilobytes can claim to be gigabytes of pixels; above this nothing is decoded."""
FORMATS = ("JPEG", "PNG", "WEBP")
MEDIA_TYPE = "image/webp"
QUALITY = 84
_HEADERS = {
    # A changed picture has another address.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Decoded pictures are large: two at once bound the memory.
_threads = ThreadPoolExecutor(2, thread_name_prefix="pictures")


async def read_upload(upload: UploadFile) -> bytes:
    """The uploaded bytes. Raises `Invalid` for the field `file` above 5 MiB."""
    content = await upload.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Invalid.field("file", "image.too_large", "The file is larger than 5 MB.")
    return content


async def process(content: bytes, make: Callable[[Image.Image], T]) -> T:
    """What `make` makes of the upright picture, in a thread.

    Raises `Invalid` for the field `file` when it is no whole JPEG, PNG or WebP picture, or has
    more than 40 million pixels.
    """
    return await asyncio.get_running_loop().run_in_executor(_threads, _process, content, make)


def fitted(picture: Image.Image, *, width: int, height: int) -> bytes:
    """The picture as webp, scaled down to fit into the box of pixels."""
    picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    picture.thumbnail((width, height), Image.Resampling.LANCZOS)
    return as_webp(picture)


def as_webp(picture: Image.Image) -> bytes:
    """The pixels alone: where and by whom it was taken stays behind."""
    target = io.BytesIO()
    picture.save(target, "WEBP", quality=QUALITY, method=4, exif=b"", xmp=b"")
    return target.getvalue()


def picture_response(content: bytes) -> Response:
    """A stored picture as an answer that browsers keep for good and take for nothing else."""
    return Response(content, media_type=MEDIA_TYPE, headers=_HEADERS)


def _process(content: bytes, make: Callable[[Image.Image], T]) -> T:
    with _open(content) as picture:
        try:
            # Cameras store a turn beside the pixels; people choose by what they see.
            upright = ImageOps.exif_transpose(picture)
        except (OSError, SyntaxError, ValueError) as error:
            raise Invalid.field("file", "image.broken", "The picture is damaged.") from error
    return make(upright)


def _open(content: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(content), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise Invalid.field(
            "file", "image.format", "Choose a JPEG, PNG or WebP picture."
        ) from error
    if picture.width * picture.height > MAX_PIXELS:
        raise _too_many_pixels()
    return picture


def _too_many_pixels() -> Invalid:
    return Invalid.field("file", "image.too_many_pixels", "The picture has too many pixels.")
