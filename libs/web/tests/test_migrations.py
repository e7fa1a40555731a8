"""Migrations run one by one, and indexes come without stopping those who write."""

import asyncio
from functools import partial
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from alembic import command
from kit.testing import eventually, fresh_database
from kit.web import migrations
from sqlalchemy.exc import IntegrityError

VERSION = '''"""{number}."""

from alembic import op
from kit.database.indexes import create_index, drop_index

revision = "{number}"
down_revision = {before!r}


def upgrade() -> None:
    {does}
'''
STEPS = (
    'op.execute("CREATE TABLE places (city text, noted text)")',
    "op.execute(\"INSERT INTO places SELECT 'Riyadh', current_setting('lock_timeout')\")",
    'create_index(op, "places_by_city", "places", ["city"], unique=True)',
    "op.execute(\"INSERT INTO places SELECT 1, current_setting('lock_timeout')\")",
    'drop_index(op, "places_by_city", "places")',
)
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%INDEX CONCURRENTLY%'
"""
INDEX = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('places_by_city')"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, does in enumerate(STEPS):
        before = str(number - 1) if number else None
        text = VERSION.format(number=number, before=before, does=does)
        (tmp_path / f"{number}.py").write_text(text)
    return tmp_path


async def waits_for_a_writer(connection: asyncpg.Connection) -> bool:
    return bool(await connection.fetchval(WAITING))


async def test_an_index_is_made_again_that_could_not_be_made(
    folder: Path, postgres_url: str
) -> None:
    config = migrations._build_config(folder)
    async with fresh_database(postgres_url, "indexes") as url:
        config.attributes.update(database_url=url, metadata=[sa.MetaData()])
        await asyncio.to_thread(command.upgrade, config, "1")
        other, third = await asyncpg.connect(url), await asyncpg.connect(url)
        await other.execute("INSERT INTO places VALUES ('Riyadh')")
        with pytest.raises(IntegrityError):
            await asyncio.to_thread(command.upgrade, config, "4")
        version = "SELECT version_num FROM alembic_version"
        assert await other.fetchval(version) == "1", "what was done before it stays"
        assert await other.fetchval(INDEX) is False

        await other.execute("DELETE FROM places WHERE noted IS NULL")
        async with other.transaction():
            # Earlier transactions continue; the index waits without blocking others.
            await other.execute("INSERT INTO places VALUES ('Jeddah')")
            making = asyncio.create_task(asyncio.to_thread(command.upgrade, config, "3"))
            await eventually(partial(waits_for_a_writer, third))
            await asyncio.wait_for(third.execute("INSERT INTO places VALUES ('Abha')"), 60)
        await making
        assert await other.fetchval(INDEX) is True
        noted = await other.fetch("SELECT DISTINCT noted FROM places WHERE noted IS NOT NULL")
        assert [each["noted"] for each in noted] == [migrations.LOCK_TIMEOUT]

        await asyncio.to_thread(command.upgrade, config, "head")
        assert await other.fetchval(INDEX) is None
        await other.close()
        await third.close()
