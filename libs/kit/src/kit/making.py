"""What a service and the process that opens an upload for it say to one another: `kit.workers`
asks, `kit.pixels`, `kit.pdfs` and `kit.cells` answer. Neither needs the other's libraries, so
nothing is imported here but what Python has."""

import gc
import json
import os
import resource
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

REFUSED = 3
"""The exit code of an upload that is refused."""
MEMORY = 448 * 1024 * 1024
"""Address space of the process in bytes; of the largest pictures WebP takes most, about 300 MiB."""
_LENGTH = struct.Struct(">I")


class Refused(Exception):
    """The upload is no good; the arguments are field, code and message."""


def answer(
    make: Callable[[bytes], bytes | Iterator[bytes]],
    source: BinaryIO,
    target: BinaryIO,
    *,
    cpu_seconds: int,
    too_large: Refused,
) -> int:
    """Write what is made of the upload, as a whole or piece by piece, within bounds of memory and
    time; the exit code.

    It is `REFUSED`, and the reason is written last, as JSON, when `make` raises `Refused`;
    `too_large` is the reason when memory or time runs out.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # The second limit ends what does not come back to Python to be interrupted.
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    signal.signal(signal.SIGXCPU, _interrupt)
    # Everybody else's requests come first.
    os.nice(3)
    # It ends before there is garbage worth looking for.
    gc.disable()
    try:
        made = make(source.read())
        for piece in [made] if isinstance(made, bytes) else made:
            target.write(piece)
    except (MemoryError, _TimeIsUp):
        refused = too_large
    except Refused as error:
        refused = error
    else:
        return 0
    target.write(json.dumps(refused.args).encode())
    return REFUSED


class _TimeIsUp(BaseException):
    """The processor time is used up. No handler of `Exception` on the way stops it."""


def _interrupt(*_: object) -> None:
    raise _TimeIsUp


class Making(NamedTuple):
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
