"""Stored files that rows refer to: none is lost, and none is left over.

A file cannot be written in the transaction that refers to it, so it goes the other way round:
it counts as discarded from before it is written, until the transaction that refers to it adopts
it. Whatever fails in between, even the process, leaves a file that is cleaned up like a replaced
one. A service that keeps files has the table `discarded_files` and the job of `TASKS`.
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
"""Pages and other services' copies may still show a replaced file; an upload is never as slow."""
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
    """The upload took so long that its files were cleaned up; nothing may refer to them."""


def discarded_files(metadata: sa.MetaData) -> sa.Table:
    """The table of the files that nothing refers to, for a service's metadata."""
    return sa.Table(
        "discarded_files",
        metadata,
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("due_at", Timestamp, nullable=False, index=True),
    )


async def adopt(session: AsyncSession, keys: Iterable[str]) -> None:
    """A row of this transaction refers to these stored files now. Raises `FilesDeleted`."""
    adopting = list(keys)
    connection = await session.connection()
    adopted = await connection.execute(_FORGET, {"keys": adopting})
    if adopted.rowcount != len(adopting):
        raise FilesDeleted(f"of {adopting}, {adopted.rowcount} are left")
    failpoints.hit("media.adopted")


async def discard(session: AsyncSession, keys: Iterable[str]) -> None:
    """No row refers to these files any more: they are deleted a day later."""
    connection = await session.connection()
    await connection.execute(_DISCARD, [{"key": key} for key in keys])


class MediaStore:
    """A service's stored files. Keys are made anew for each upload and never used again."""

    def __init__(self, database: Database, files: Files) -> None:
        self._database = database
        self._files = files

    async def store(self, contents: Mapping[str, bytes], media_type: str) -> None:
        """Write files by their keys, for a transaction that then adopts them.

        Call it before that transaction's first statement, which would otherwise wait for it.
        """
        async with self._database.transaction() as session:
            await discard(session, contents)
        failpoints.hit("media.announced")
        for key, content in contents.items():
            await self._files.put(key, content, media_type)
            failpoints.hit("media.written")

    async def read(self, key: str) -> bytes | None:
        """The content, or None when there is no such file."""
        return await self._files.get(key)

    async def delete_discarded(self) -> int:
        """Delete files that are due; how many. One that cannot be deleted is tried again later.

        Their rows stay locked meanwhile, so that nobody adopts what is being deleted.
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
    """Delete files that nothing refers to; how many were due."""
    return await MediaStore(context.database, context.files).delete_discarded()


TASKS = (Job("delete_discarded_files", timedelta(minutes=10), delete_discarded),)
