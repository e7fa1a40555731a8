"""Profile pictures: a square of the uploaded one, in two densities."""

from dataclasses import dataclass
from functools import partial

from kit import pictures
from kit.errors import Invalid
from PIL import Image

MIN_SIDE = 100
"""Pixels of the cropped square."""
SIDES = {1: 256, 2: 512}
"""Pixels of the stored square, by density."""


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
    return await pictures.process(content, partial(_squares, crop=crop))


def _squares(picture: Image.Image, crop: Crop | None) -> dict[int, bytes]:
    square = _flatten(picture.crop(_box(picture, crop)))
    return {
        density: pictures.as_webp(square.resize((side, side), Image.Resampling.LANCZOS))
        for density, side in SIDES.items()
    }


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
