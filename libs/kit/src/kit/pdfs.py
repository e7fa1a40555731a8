"""What a PDF that people hand in may not hold: scripts, actions that start or send something, and
files within it.

`kit.documents` has `kit.workers` run this in a process of its own for each upload; it answers 0
when nothing is wrong. Nothing but pikepdf (qpdf) is imported. All objects are looked at, also those
in compressed streams, whether a page refers to them or not.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

import pikepdf

from kit.making import Refused, answer

CPU_SECONDS = 10
MAX_OBJECTS = 200_000
KEYS = frozenset({"/JS", "/EmbeddedFiles", "/EF", "/XFA", "/RichMediaContent"})
"""Keys that no document may have (ISO 32000-2: 7.11.4, 12.6.4, 13.7; XFA: 12.7.9)."""
NAMES = frozenset(
    {
        "/EmbeddedFile",
        "/Filespec",
        "/FileAttachment",
        "/GoToE",
        "/ImportData",
        "/JavaScript",
        "/Launch",
        "/RichMedia",
        "/Rendition",
        "/SubmitForm",
    }
)
"""Kinds of actions, annotations and objects that no document may have."""
_KINDS = ("/S", "/Type", "/Subtype")
_UNDECODED = "error decoding stream data"


def check(content: bytes) -> bytes:
    """Nothing, for a good PDF.

    Raises `Refused` when it is damaged, locked by a password, or holds what may not be in it.
    """
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            if len(pdf.objects) > MAX_OBJECTS or not len(pdf.pages):
                raise _broken()
            for item in pdf.objects:
                _check_object(item)
            # qpdf takes objects of a stream that it cannot decode, for lack of memory too, for
            # null: what is hidden there was not looked at.
            if any(_UNDECODED in warning for warning in pdf.get_warnings()):
                raise _broken()
    except pikepdf.PasswordError as error:
        raise Refused("file", "document.locked", "The PDF is locked by a password.") from error
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise _broken() from error
    return b""


def _check_object(item: Any) -> None:
    for found in _dictionaries(item):
        for key in found.keys():  # noqa: SIM118 - of a PDF, not of Python
            if key in KEYS or (key in _KINDS and _is_active(found[key])):
                raise Refused(
                    "file",
                    "document.active",
                    "The PDF holds scripts, actions or files. Print it to a new PDF.",
                )


def _is_active(value: Any) -> bool:
    return isinstance(value, pikepdf.Name) and str(value) in NAMES


def _dictionaries(item: Any) -> Iterator[Any]:
    """The dictionaries of an object, without those that are objects of their own."""
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, pikepdf.Dictionary | pikepdf.Stream):
            yield found
            inner = [value for _, value in found.items()]
        elif isinstance(found, pikepdf.Array):
            inner = list(found)
        else:
            continue
        waiting += [value for value in inner if not getattr(value, "is_indirect", False)]


def _broken() -> Refused:
    return Refused("file", "document.broken", "The PDF is damaged.")


def main(_: str, source: BinaryIO, target: BinaryIO) -> int:
    """0 for a good PDF; `REFUSED` with the reason as JSON otherwise."""
    return answer(check, source, target, cpu_seconds=CPU_SECONDS, too_large=_broken())
