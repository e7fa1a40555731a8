"""Profile pictures: a square of the uploaded one, in two densities."""

from dataclasses import astuple, dataclass

from kit.documents import pictures
from kit.documents.picture_options import PictureOptions

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
    """The webp files by density. Without a crop the middle of the picture is taken.

    What is wrong is said of the field `file` or `size`.

    Raises `Invalid`.
    """
    made = await pictures.process(content, square(crop))
    return dict(zip(SIDES, made, strict=True))


def square(crop: Crop | None) -> PictureOptions:
    """How a profile picture is made."""
    return PictureOptions(
        boxes=[(side, side) for side in SIDES.values()],
        square=True,
        crop=astuple(crop) if crop else None,
        min_side=MIN_SIDE,
    )
