"""Stored files: every reference has its file, and every file is referred to."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from kit.core.files import Files
from kit.database.db import Database
from kit.documents import media
from kit.documents.media import FilesDeleted, MediaStore, adopt, discard
from kit.testing import fresh_database

from libs.documents.tests.replace_picture import replace_picture

PROCESS = Path(__file__).with_name("replace_picture.py")


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    metadata = sa.MetaData()
    media.discarded_files(metadata)
    async with fresh_database(postgres_url, "media") as url:
        database = Database(url)
        async with database.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
            await connection.execute(sa.text("CREATE TABLE albums (keys text[])"))
            await connection.execute(sa.text("INSERT INTO albums VALUES (NULL)"))
        yield database
        await database.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "files"


@pytest.fixture
def files(folder: Path) -> Files:
    return Files(f"file://{folder}")


@pytest.fixture
def store(database: Database, files: Files) -> MediaStore:
    return MediaStore(database, files)


async def execute(database: Database, statement: str) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(sa.text(statement))


async def scalar(database: Database, query: str) -> Any:
    async with database.engine.connect() as connection:
        return (await connection.execute(sa.text(query))).scalar_one()


async def due(database: Database) -> None:
    """Let the day pass after which discarded files are deleted."""
    await execute(database, "UPDATE discarded_files SET due_at = now()")


def stored(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class TestStore:
    async def test_what_is_adopted_stays(
        self, database: Database, store: MediaStore, folder: Path
    ) -> None:
        await store.store({"a": b"1", "b": b"2"}, "text/plain")
        async with database.transaction() as session:
            await adopt(session, ["a", "b"])
        await due(database)
        assert await store.delete_discarded() == 0
        assert await store.read("a") == b"1"
        assert stored(folder) == ["a", "b"]

    async def test_what_nobody_adopts_is_deleted_a_day_later(
        self, database: Database, store: MediaStore, folder: Path
    ) -> None:
        await store.store({"a": b"1"}, "text/plain")
        async with database.transaction() as session:
            await adopt(session, ["a"])
            await session.rollback()
        assert await store.delete_discarded() == 0
        hours = "SELECT extract(epoch FROM due_at - now()) / 3600 FROM discarded_files"
        assert 23 < await scalar(database, hours) <= 24
        await due(database)
        assert await store.delete_discarded() == 1
        assert stored(folder) == []

    async def test_what_is_replaced_is_deleted_unless_the_transaction_fails(
        self, database: Database, store: MediaStore, folder: Path
    ) -> None:
        await store.store({"a": b"1"}, "text/plain")
        async with database.transaction() as session:
            await adopt(session, ["a"])
        async with database.transaction() as session:
            await discard(session, ["a"])
            await session.rollback()
        await due(database)
        assert await store.delete_discarded() == 0
        async with database.transaction() as session:
            await discard(session, ["a"])
        await due(database)
        assert await store.delete_discarded() == 1
        assert stored(folder) == []

    async def test_what_was_cleaned_up_already_cannot_be_adopted(
        self, database: Database, store: MediaStore
    ) -> None:
        await store.store({"a": b"1", "b": b"2"}, "text/plain")
        await execute(database, "UPDATE discarded_files SET due_at = now() WHERE key = 'a'")
        await store.delete_discarded()
        with pytest.raises(FilesDeleted):
            async with database.transaction() as session:
                await adopt(session, ["a", "b"])
        assert await scalar(database, "SELECT count(*) FROM discarded_files") == 1

    async def test_what_is_being_adopted_is_passed_over(
        self, database: Database, store: MediaStore
    ) -> None:
        await store.store({"a": b"1"}, "text/plain")
        await due(database)
        async with database.transaction() as session:
            await adopt(session, ["a"])
            assert await store.delete_discarded() == 0
        assert await store.read("a") == b"1"

    async def test_nobody_adopts_what_is_being_deleted(
        self,
        database: Database,
        store: MediaStore,
        files: Files,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        await store.store({"a": b"1"}, "text/plain")
        await due(database)
        deleting, go_on = asyncio.Event(), asyncio.Event()

        async def delete(key: str) -> None:
            deleting.set()
            await go_on.wait()
            await Files.delete(files, key)

        async def adopt_it() -> None:
            async with database.transaction() as session:
                await adopt(session, ["a"])

        monkeypatch.setattr(files, "delete", delete)
        sweep = asyncio.create_task(store.delete_discarded())
        await deleting.wait()
        adoption = asyncio.create_task(adopt_it())
        go_on.set()
        assert await sweep == 1
        with pytest.raises(FilesDeleted):
            await adoption

    async def test_one_that_cannot_be_deleted_holds_up_no_other(
        self,
        database: Database,
        store: MediaStore,
        files: Files,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        await store.store({"a": b"1", "b": b"2"}, "text/plain")
        await due(database)

        async def delete(key: str) -> None:
            if key == "a":
                raise OSError("the store does not answer")
            await Files.delete(files, key)

        with monkeypatch.context() as patch:
            patch.setattr(files, "delete", delete)
            assert await store.delete_discarded() == 2
            assert stored(folder) == ["a"]
            assert await store.delete_discarded() == 0
        later = await scalar(database, "SELECT due_at - now() FROM discarded_files")
        assert timedelta(minutes=50) < later <= media.RETRY_AFTER
        await due(database)
        assert await store.delete_discarded() == 1
        assert stored(folder) == []


class TestCrash:
    @pytest.mark.parametrize(
        "failpoint",
        [
            "media.announced",
            "media.written",
            "media.written:2",
            "media.adopted",
            "media.deleted",
            "media.deleted:2",
        ],
    )
    async def test_anywhere_loses_no_file_and_leaves_none_over(
        self,
        database: Database,
        store: MediaStore,
        files: Files,
        folder: Path,
        failpoint: str,
    ) -> None:
        await replace_picture(database, files)
        before = await scalar(database, "SELECT keys FROM albums")
        # Something to delete for the process that dies while deleting.
        await store.store({"left": b"1", "over": b"2"}, "text/plain")
        await due(database)
        died = await asyncio.create_subprocess_exec(
            sys.executable,
            PROCESS,
            database.url,
            f"file://{folder}",
            env={**os.environ, "ITQAN_FAILPOINT": failpoint, "ITQAN_ENV": "test"},
        )
        assert await died.wait() == 9
        kept = await scalar(database, "SELECT keys FROM albums")
        assert (kept == before) == (not failpoint.startswith("media.deleted"))
        for key in kept:
            assert await store.read(key) == key.encode()
        await due(database)
        while await store.delete_discarded():
            pass
        assert stored(folder) == sorted(kept)
