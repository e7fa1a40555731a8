"""Uploaded pictures: checked, scaled down and kept as webp."""

import asyncio
from io import BytesIO
from typing import Annotated

from fastapi import UploadFile
from kit.errors import Invalid, TooLarge
from PIL import Image, ImageOps, UnidentifiedImageError
from pydantic import WithJsonSchema
from starlette.responses import Response

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""A small file can unpack to gigabytes; its size is in its header, before any unpacking."""
ACCEPTED = ("PNG", "JPEG", "WEBP")
KEEP_FOR_A_YEAR = "public, max-age=31536000, immutable"
"""A picture's address changes with the picture."""

Upload = Annotated[UploadFile, WithJsonSchema({"type": "string", "format": "binary"})]


async def read_picture(upload: UploadFile, *, width: int, height: int) -> bytes:
    """The upload as webp that fits into the box of pixels.

    Raises `TooLarge` above 5 MB, and `Invalid` for anything but PNG, JPEG or WebP.
    """
    content = await upload.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise TooLarge("A picture may have at most 5 MB.")
    return await asyncio.to_thread(_to_webp, content, (width, height))


def picture_response(content: bytes) -> Response:
    """A stored picture as an answer that browsers keep."""
    return Response(content, media_type="image/webp", headers={"cache-control": KEEP_FOR_A_YEAR})


def _to_webp(content: bytes, box: tuple[int, int]) -> bytes:
    try:
        with Image.open(BytesIO(content), formats=ACCEPTED) as image:
            if image.width * image.height > MAX_PIXELS:
                raise TooLarge("A picture may have at most 40 million pixels.")
            # Cameras store a turn beside the pixels, which the webp would be without.
            upright = ImageOps.exif_transpose(image)
            upright.thumbnail(box)
            result = BytesIO()
            upright.convert("RGBA" if upright.has_transparency_data else "RGB").save(
                result, "WEBP", quality=85
            )
            return result.getvalue()
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        Image.DecompressionBombError,
    ) as error:
        raise Invalid.field("file", "not_a_picture", "Choose a PNG, JPEG or WebP file.") from error
