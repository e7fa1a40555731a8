"""Migrations of one service, run by alembic; one environment for all six.

A service's `migrations/` folder holds the version files and nothing else.
"""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from kit.app import R, S, Service
from kit.db import UNPREPARED
from kit.invariants import checks
from kit.messaging import tables as messaging_tables

LOCK_TIMEOUT = "5s"
"""A migration that waits longer for a table would stop the service behind it."""
MIGRATION_LOCK = 7_011_223
"""Advisory lock: two copies that start at once migrate one after the other."""
MIGRATION_LOCK_TIMEOUT = "5min"
"""How long one waits for the other; then its start fails and is tried again."""


def migrate(service: Service[S, R], database_url: str) -> None:
    """Bring the database to the newest version."""
    command.upgrade(_config(service, database_url), "head")


def check(service: Service[S, R], database_url: str) -> None:
    """Raise `CommandError` when the tables in code differ from a migrated database."""
    command.check(_config(service, database_url))


def revision(service: Service[S, R], database_url: str, message: str) -> Path:
    """Write a new version file from the difference between code and a migrated database."""
    migrate(service, database_url)
    made = command.revision(_config(service, database_url), message=message, autogenerate=True)
    if made is None or isinstance(made, list):
        raise CommandError("no single version file was made")
    return Path(made.path)


def _config(service: Service[S, R], database_url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "alembic"))
    config.set_main_option("version_locations", str(service.migrations))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(year)d%%(month).2d%%(day).2d_%%(slug)s")
    config.attributes["database_url"] = database_url
    config.attributes["metadata"] = [
        service.metadata,
        messaging_tables.metadata,
        checks.metadata,
    ]
    return config


def run_environment(context: EnvironmentContext) -> None:
    """What alembic's `env.py` calls."""
    config = context.config
    asyncio.run(
        _run_online(context, config.attributes["database_url"], config.attributes["metadata"])
    )


async def _run_online(
    context: EnvironmentContext, database_url: str, metadata: list[MetaData]
) -> None:
    engine = create_async_engine(
        make_url(database_url).set(drivername="postgresql+asyncpg"),
        poolclass=NullPool,
        connect_args=UNPREPARED,
    )

    def migrate_on(connection: Connection) -> None:
        context.configure(connection=connection, target_metadata=metadata, compare_type=True)
        with context.begin_transaction():
            # The transaction's lock: one of a session would stay behind at a pooler.
            connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_LOCK_TIMEOUT}'"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            context.run_migrations()

    async with engine.connect() as connection:
        await connection.run_sync(migrate_on)
        await connection.commit()
    await engine.dispose()
