"""Options that `pictures` passes to `pixels`, without the libraries of either."""

from collections.abc import Sequence
from typing import NamedTuple


class PictureOptions(NamedTuple):
    """Options to convert an uploaded picture; sizes are pixels of the upright picture."""

    boxes: Sequence[tuple[int, int]]
    """Width and height of each result; the picture is scaled to fit, or to fill a square."""
    square: bool = False
    """Crop a square on a white background."""
    crop: tuple[int, int, int] | None = None
    """Left, top and size of the square; by default it is centred."""
    min_side: int = 1
    """Smallest side of the square."""
    ink: bool = False
    """Keep the ink, remove the paper and trim the margins, for signatures."""
