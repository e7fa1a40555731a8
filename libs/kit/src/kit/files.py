"""Stored files: a local folder or an S3 bucket, by one address."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from obstore.exceptions import NotFoundError
from obstore.store import LocalStore, ObjectStore, from_url


class Files:
    """A store of named byte strings. Keys are relative paths made by the service itself."""

    def __init__(self, url: str) -> None:
        """`file:///folder` (made when missing) or `s3://bucket/prefix` (keys by environment)."""
        parts = urlsplit(url)
        if parts.scheme == "file":
            folder = Path(unquote(parts.path))
            folder.mkdir(parents=True, exist_ok=True)
            self._store: ObjectStore = LocalStore(folder)
        else:
            self._store = from_url(url)

    async def put(self, key: str, content: bytes, media_type: str) -> None:
        """Store or replace. The media type is kept where the store can keep it (S3)."""
        attributes = None if isinstance(self._store, LocalStore) else {"Content-Type": media_type}
        await self._store.put_async(key, content, attributes=attributes)

    async def get(self, key: str) -> bytes | None:
        """The content, or None when there is no such file."""
        try:
            result = await self._store.get_async(key)
        except (NotFoundError, FileNotFoundError):
            return None
        return bytes(await result.bytes_async())

    async def delete(self, key: str) -> None:
        """Remove; a file that is not there is no error."""
        try:
            await self._store.delete_async(key)
        except (NotFoundError, FileNotFoundError):
            return
