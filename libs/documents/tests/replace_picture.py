"""A process that replaces a picture, as a service does, and that a test kills on the way."""

import asyncio
import sys

import sqlalchemy as sa
from kit.core.files import Files
from kit.database.db import Database, new_id
from kit.documents.media import MediaStore, adopt, discard


async def replace_picture(database: Database, files: Files) -> None:
    """Give the only row of `albums` two new files in place of those it has."""
    media = MediaStore(database, files)
    name = new_id().hex
    keys = [f"{name}@1x", f"{name}@2x"]
    await media.store({key: key.encode() for key in keys}, "text/plain")
    async with database.transaction() as session:
        before = await session.scalar(sa.text("SELECT keys FROM albums FOR UPDATE"))
        await adopt(session, keys)
        await session.execute(sa.text("UPDATE albums SET keys = :keys"), {"keys": keys})
        if before:
            await discard(session, before)
    await media.delete_discarded()


if __name__ == "__main__":
    asyncio.run(replace_picture(Database(sys.argv[1]), Files(sys.argv[2])))
