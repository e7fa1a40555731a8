"""Badge images that carry a signed credential: "baked" badges (Open Badges 3.0, 5.3)."""

import struct
import zlib
from enum import StrEnum
from functools import cache
from html import escape
from pathlib import Path

_FOLDER = Path(__file__).parent
_NAMESPACE = "https://purl.imsglobal.org/ob/v3p0"
_KEYWORD = b"openbadgecredential"
_HEADER_BYTES = 8 + 25
"""A PNG's signature and its first chunk, IHDR."""


class BadgeFormat(StrEnum):
    """A file format that credentials can be baked into."""

    PNG = "png"
    SVG = "svg"


MEDIA_TYPES = {BadgeFormat.PNG: "image/png", BadgeFormat.SVG: "image/svg+xml"}


@cache
def read_image(kind: BadgeFormat) -> bytes:
    """The badge's picture without a credential, the same for every certificate."""
    return (_FOLDER / f"badge.{kind}").read_bytes()


def bake_badge(credential: str, kind: BadgeFormat) -> bytes:
    """Put a certificate's JWT into a copy of the picture."""
    image = read_image(kind)
    if kind is BadgeFormat.SVG:
        element = f'<openbadges:credential verify="{escape(credential)}"/>'
        namespace = f'<svg xmlns:openbadges="{_NAMESPACE}" '.encode()
        head, _, rest = image.replace(b"<svg ", namespace, 1).partition(b">")
        return head + b">\n  " + element.encode() + rest
    # Uncompressed, without language and translated keyword.
    chunk = b"iTXt" + _KEYWORD + bytes(5) + credential.encode()
    sized = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return image[:_HEADER_BYTES] + sized + image[_HEADER_BYTES:]
