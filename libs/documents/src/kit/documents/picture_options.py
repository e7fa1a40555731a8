"""What is made of an uploaded picture, as `pictures` tells `pixels`; neither needs the
other's libraries."""

from collections.abc import Sequence
from typing import NamedTuple


class PictureOptions(NamedTuple):
    """What is to be made of a picture. All is in pixels of the upright picture."""

    boxes: Sequence[tuple[int, int]]
    """A picture is made for each box, scaled down to fit into it; a square fills it."""
    square: bool = False
    """Cut a square out and lay it on white."""
    crop: tuple[int, int, int] | None = None
    """The square's left, top and size; without it the middle is taken."""
    min_side: int = 1
    """How small the square may be."""
    ink: bool = False
    """Keep what is written and nothing of the paper, cut off around it: for signatures."""
