"""What a service and the process that decodes for it say to one another: `kit.pictures` asks,
`kit.pixels` answers. Neither needs the other's libraries."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

REFUSED = 3
"""The exit code of a picture that is refused."""
_LENGTH = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Making:
    """What is to be made of a picture. All is in pixels of the upright picture."""

    boxes: Sequence[tuple[int, int]]
    """A picture is made for each box, scaled down to fit into it; a square fills it."""
    square: bool = False
    """Cut a square out and lay it on white."""
    crop: tuple[int, int, int] | None = None
    """The square's left, top and size; without it the middle is taken."""
    min_side: int = 1
    """How small the square may be."""


def framed(pictures: Sequence[bytes]) -> bytes:
    """The pictures one after the other, each behind its length."""
    return b"".join(_LENGTH.pack(len(picture)) + picture for picture in pictures)


def unframed(content: bytes) -> list[bytes]:
    """The pictures of `framed`."""
    pictures, at = [], 0
    while at < len(content):
        begin = at + _LENGTH.size
        at = begin + _LENGTH.unpack_from(content, at)[0]
        pictures.append(content[begin:at])
    return pictures
