"""File storage in a local folder or an S3 bucket, selected by URL."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from kit.core.state import StateKey

if TYPE_CHECKING:
    from obstore.store import ObjectStore


class Files:
    """A store of named byte strings. Keys are relative paths that the service generates."""

    def __init__(self, url: str) -> None:
        """Accept `file:///folder`, created if missing, or `s3://bucket/prefix`."""
        self._url = url
        parts = urlsplit(url)
        self._folder = Path(unquote(parts.path)) if parts.scheme == "file" else None
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def _store(self) -> "ObjectStore":
        # Imported late: it takes 7 MB, and four of the six services never need it.
        from obstore.store import LocalStore, from_url  # noqa: PLC0415

        return from_url(self._url) if self._folder is None else LocalStore(self._folder)

    @property
    def _missing(self) -> tuple[type[Exception], ...]:
        from obstore.exceptions import NotFoundError  # noqa: PLC0415 - with the store

        return NotFoundError, FileNotFoundError

    async def put(self, key: str, content: bytes, media_type: str) -> None:
        """Store or replace a file. S3 also keeps the media type."""
        attributes = {"Content-Type": media_type} if self._folder is None else None
        await self._store.put_async(key, content, attributes=attributes)

    async def get(self, key: str) -> bytes | None:
        """Return the content, or None if the file does not exist."""
        try:
            result = await self._store.get_async(key)
        except self._missing:
            return None
        return bytes(await result.bytes_async())

    async def delete(self, key: str) -> None:
        """Delete a file if it exists."""
        try:
            await self._store.delete_async(key)
        except self._missing:
            return


FILES: StateKey[Files] = StateKey("files")
