"""The migration that services call makes the tables that the code uses."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from kit.database.db import Database
from kit.messaging import migration, tables
from kit.testing import fresh_database
from sqlalchemy import Connection


class TestMigration:
    async def test_makes_the_tables_of_the_code(self, postgres_url: str) -> None:
        def upgrade(connection: Connection) -> list[Any]:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            migration.upgrade(Operations(context))
            return list(compare_metadata(context, tables.metadata))

        async with fresh_database(postgres_url, "migration") as url:
            database = Database(url)
            async with database.engine.begin() as connection:
                assert await connection.run_sync(upgrade) == []
            await database.close()
