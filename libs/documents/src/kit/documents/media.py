"""Stored files that rows refer to, without lost or orphaned files.

A file cannot be written in a transaction. So it is recorded as discarded before it is written,
until the transaction that refers to it adopts it. After any failure the file is deleted like a
replaced one. The service needs the table `discarded_files` and the job in `TASKS`.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends
from kit.core import failpoints
from kit.core.files import FILES, Files
from kit.database.db import Database, DatabaseDep, Timestamp
from kit.messaging.periodic import Job
from kit.web.app import Context
from sqlalchemy.ext.asyncio import AsyncSession
from structlog import get_logger

log = get_logger(__name__)

KEEP_DISCARDED = timedelta(days=1)
"""Pages and replicas may still show a replaced file; no upload takes as long."""
RETRY_AFTER = timedelta(hours=1)
_BATCH = 50

_DISCARD = sa.text(
    "INSERT INTO discarded_files (key, due_at) VALUES (:key, now() + :keep) ON CONFLICT DO NOTHING"
).bindparams(keep=KEEP_DISCARDED)
_FORGET = sa.text("DELETE FROM discarded_files WHERE key = ANY(:keys)")
_DUE = sa.text(
    "SELECT key FROM discarded_files WHERE due_at <= now()"
    " ORDER BY due_at LIMIT :batch FOR UPDATE SKIP LOCKED"
).bindparams(batch=_BATCH)
_POSTPONE = sa.text(
    "UPDATE discarded_files SET due_at = now() + :later WHERE key = ANY(:keys)"
).bindparams(later=RETRY_AFTER)


class FilesDeleted(RuntimeError):
    """The upload took so long that its files were deleted; rows must not refer to them."""


def discarded_files(metadata: sa.MetaData) -> sa.Table:
    """Add the table of unused files to a service's metadata."""
    return sa.Table(
        "discarded_files",
        metadata,
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("due_at", Timestamp, nullable=False, index=True),
    )


async def adopt(session: AsyncSession, keys: Iterable[str]) -> None:
    """Mark stored files as used by a row of this transaction. Raises `FilesDeleted`."""
    adopting = list(keys)
    connection = await session.connection()
    adopted = await connection.execute(_FORGET, {"keys": adopting})
    if adopted.rowcount != len(adopting):
        raise FilesDeleted(f"of {adopting}, {adopted.rowcount} are left")
    failpoints.hit("media.adopted")


async def discard(session: AsyncSession, keys: Iterable[str]) -> None:
    """Mark files as unused; they are deleted a day later."""
    connection = await session.connection()
    await connection.execute(_DISCARD, [{"key": key} for key in keys])


class MediaStore:
    """A service's stored files. Keys are new for each upload and never reused."""

    def __init__(self, database: Database, files: Files) -> None:
        self._database = database
        self._files = files

    async def store(self, contents: Mapping[str, bytes], media_type: str) -> None:
        """Write files by key, for a transaction that then adopts them.

        Call it before that transaction's first statement, so that no transaction waits for it.
        """
        async with self._database.transaction() as session:
            await discard(session, contents)
        failpoints.hit("media.announced")
        for key, content in contents.items():
            await self._files.put(key, content, media_type)
            failpoints.hit("media.written")

    async def read(self, key: str) -> bytes | None:
        """Return the content, or None if the file does not exist."""
        return await self._files.get(key)

    async def delete_discarded(self) -> int:
        """Delete due files and return their number; failed deletions are retried later.

        Their rows stay locked until then, so that no transaction adopts them.
        """
        async with self._database.transaction() as session:
            connection = await session.connection()
            due = list((await connection.execute(_DUE)).scalars())
            deleted = [key for key in due if await self._delete(key)]
            await connection.execute(_FORGET, {"keys": deleted})
            await connection.execute(_POSTPONE, {"keys": sorted({*due} - {*deleted})})
        return len(due)

    async def _delete(self, key: str) -> bool:
        try:
            await self._files.delete(key)
        except Exception:
            log.exception("a discarded file could not be deleted", key=key)
            return False
        failpoints.hit("media.deleted")
        return True


async def _media_store(
    database: DatabaseDep, files: Annotated[Files, Depends(FILES)]
) -> MediaStore:
    return MediaStore(database, files)


Media = Annotated[MediaStore, Depends(_media_store)]
"""The stored files, for routes."""


async def delete_discarded(context: Context) -> int:
    """Delete unused files, and return the number that were due."""
    return await MediaStore(context.database, context.files).delete_discarded()


TASKS = (Job("delete_discarded_files", timedelta(minutes=10), delete_discarded),)
