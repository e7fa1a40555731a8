"""The options that `pictures` passes to `pixels`, without the libraries of either."""

from collections.abc import Sequence
from typing import NamedTuple


class PictureOptions(NamedTuple):
    """Options to convert an uploaded picture; sizes are pixels of the upright picture."""

    boxes: Sequence[tuple[int, int]]
    """Width and height of each result: the picture is scaled down to fit, a square fills it."""
    square: bool = False
    """Cut a square out and lay it on white."""
    crop: tuple[int, int, int] | None = None
    """The square's left, top and size; without it the middle is taken."""
    min_side: int = 1
    """Smallest side of the square."""
    ink: bool = False
    """Keep the ink, remove the paper and trim the margins, for signatures."""
