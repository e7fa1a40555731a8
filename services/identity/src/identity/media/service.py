"""Storing pictures so that none is lost and none is left over."""

import secrets
from datetime import timedelta
from functools import partial

from kit.app import Context
from kit.db import AsyncSession, Database
from kit.files import Files
from kit.messaging.periodic import Job
from sqlalchemy import delete, func, insert, select
from sqlmodel import col

from identity.media.addresses import DENSITIES, FILE, file_key
from identity.media.models import DiscardedFile

MEDIA_TYPE = "image/webp"
KEEP_DISCARDED = timedelta(days=1)
"""Pages and other services' copies may still show a replaced picture."""
BATCH = 50


async def store(database: Database, files: Files, contents: dict[int, bytes]) -> str:
    """Store a picture, one file a density, and return its key, which nobody can guess.

    It counts as discarded until `adopt` is called in the transaction that refers to it.
    """
    key = f"profiles/{secrets.token_urlsafe(24)}"
    async with database.transaction() as session:
        await discard(session, key)
    for density, content in contents.items():
        await files.put(file_key(key, density), content, MEDIA_TYPE)
    return key


async def adopt(session: AsyncSession, key: str) -> None:
    """Something refers to the picture now."""
    await session.execute(delete(DiscardedFile).where(col(DiscardedFile.key).in_(_files_of(key))))


async def discard(session: AsyncSession, key: str) -> None:
    """Nothing refers to the picture: its files are deleted a day later."""
    due = func.now() + KEEP_DISCARDED
    for name in _files_of(key):
        await session.execute(
            insert(DiscardedFile).values(id=func.gen_random_uuid(), key=name, due_at=due)
        )


def _files_of(key: str) -> list[str]:
    return [file_key(key, density) for density in DENSITIES]


async def read(files: Files, path: str) -> bytes | None:
    """A stored picture, or None; only names of the one form are looked up at all."""
    return await files.get(path) if FILE.fullmatch(path) else None


async def delete_discarded(database: Database, files: Files) -> int:
    """Delete files that are due; how many."""
    async with database.transaction() as session:
        due = (
            await session.scalars(
                select(DiscardedFile)
                .where(col(DiscardedFile.due_at) <= func.now())
                .limit(BATCH)
                .with_for_update(skip_locked=True)
            )
        ).all()
        for row in due:
            await files.delete(row.key)
            await session.delete(row)
    return len(due)


def jobs(context: Context) -> list[Job]:
    """The service's work outside the database."""
    run = partial(delete_discarded, context.database, context.files)
    return [Job("delete_discarded_files", timedelta(minutes=10), run)]
