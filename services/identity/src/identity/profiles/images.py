"""Profile pictures: checked, cropped to a square and stored as webp without anything else."""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kit.errors import Invalid
from PIL import Image, ImageOps, UnidentifiedImageError

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""A few kilobytes can claim to be gigabytes of pixels; above this nothing is decoded."""
MIN_SIDE = 100
"""Pixels of the cropped square."""
SIDES = {1: 256, 2: 512}
"""Pixels of the stored square, by density."""
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 84

# Decoded pictures are large: two at once bound the memory.
_threads = ThreadPoolExecutor(2, thread_name_prefix="images")


@dataclass(frozen=True, slots=True)
class Crop:
    """A square in pixels of the upright picture, from its upper left corner."""

    x: int
    y: int
    size: int


async def make_square(content: bytes, crop: Crop | None) -> dict[int, bytes]:
    """The webp files by density. Raises `Invalid` for the field `file` or `size`.

    Without a crop the middle of the picture is taken.
    """
    return await asyncio.get_running_loop().run_in_executor(_threads, _make, content, crop)


def _make(content: bytes, crop: Crop | None) -> dict[int, bytes]:
    with _open(content) as picture:
        try:
            # Cameras store a turn beside the pixels; people crop what they see.
            upright = ImageOps.exif_transpose(picture)
        except (OSError, SyntaxError, ValueError) as error:
            raise _refusal("broken", "The picture is damaged.") from error
    square = _flatten(upright.crop(_box(upright, crop)))
    return {density: _encode(square, side) for density, side in SIDES.items()}


def _open(content: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(content), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise _refusal("format", "Choose a JPEG, PNG or WebP picture.") from error
    if picture.width * picture.height > MAX_PIXELS:
        raise _too_many_pixels()
    return picture


def _box(picture: Image.Image, crop: Crop | None) -> tuple[int, int, int, int]:
    width, height = picture.size
    if crop is None:
        side = min(width, height)
        crop = Crop((width - side) // 2, (height - side) // 2, side)
    if crop.size < MIN_SIDE:
        raise Invalid.field(
            "size" if min(width, height) >= MIN_SIDE else "file",
            "image.too_small",
            f"The picture needs at least {MIN_SIDE} × {MIN_SIDE} pixels.",
        )
    if crop.x + crop.size > width or crop.y + crop.size > height:
        raise Invalid.field("size", "image.crop_outside", "The crop leaves the picture.")
    return crop.x, crop.y, crop.x + crop.size, crop.y + crop.size


def _flatten(picture: Image.Image) -> Image.Image:
    """On white, without transparency, palette, position data or colour profile."""
    layer = picture.convert("RGBA")
    flat = Image.new("RGB", layer.size, "white")
    flat.paste(layer, mask=layer.getchannel("A"))
    return flat


def _encode(square: Image.Image, side: int) -> bytes:
    target = io.BytesIO()
    resized = square.resize((side, side), Image.Resampling.LANCZOS)
    resized.save(target, "WEBP", quality=QUALITY, method=4)
    return target.getvalue()


def _too_many_pixels() -> Invalid:
    return _refusal("too_many_pixels", "The picture has too many pixels.")


def _refusal(code: str, message: str) -> Invalid:
    return Invalid.field("file", f"image.{code}", message)
