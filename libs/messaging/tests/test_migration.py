"""The migration that services call makes the tables that the code uses."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from kit.database.db import Database
from kit.messaging import migration, tables
from kit.testing import fresh_database
from sqlalchemy import Connection, inspect


class TestMigration:
    async def test_makes_the_same_tables_and_takes_them_away(self, postgres_url: str) -> None:
        def upgrade(connection: Connection) -> list[Any]:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            migration.upgrade(Operations(context))
            migration.upgrade_handled_types(Operations(context))
            return list(compare_metadata(context, tables.metadata))

        def downgrade(connection: Connection) -> list[str]:
            operations = Operations(MigrationContext.configure(connection))
            migration.downgrade_handled_types(operations)
            migration.downgrade(operations)
            return list(inspect(connection).get_table_names())

        async with fresh_database(postgres_url, "migration") as url:
            database = Database(url)
            async with database.engine.begin() as connection:
                assert await connection.run_sync(upgrade) == []
                assert await connection.run_sync(downgrade) == []
            await database.close()
