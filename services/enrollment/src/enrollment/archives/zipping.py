"""Many papers as one ZIP file, sent while it is made: of a thousand papers one at a
time is in memory."""

import io
from collections.abc import AsyncIterator, Sequence
from zipfile import ZIP_STORED, ZipFile

from kit.documents.media import MediaStore

MEDIA_TYPE = "application/zip"


async def zipped(media: MediaStore, papers: Sequence[tuple[str, str]]) -> AsyncIterator[bytes]:
    """The ZIP file in pieces, of papers by the names and keys of their files. What is no longer
    stored is left out."""
    written = _Written()
    # PDFs are compressed already.
    with ZipFile(written, "w", ZIP_STORED) as archive:
        for name, key in papers:
            content = await media.read(key)
            if content is not None:
                archive.writestr(name, content)
                yield written.taken()
    yield written.taken()


class _Written(io.RawIOBase):
    """Takes what is written until it is taken; it cannot be gone back in."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        part = bytes(content)  # type: ignore[call-overload]
        self._parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        """All since it was taken last."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
