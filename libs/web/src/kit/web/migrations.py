"""Migrations of one service, run by alembic; one environment for all six.

A service's `migrations/` folder holds the version files and nothing else. Each runs in a
transaction of its own, except for what it does in an autocommit block, as `indexes` does.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from kit.database.db import UNPREPARED
from kit.messaging import tables as messaging_tables
from kit.web import idempotency
from kit.web.app import R, S, Service
from kit.web.invariants import checks
from sqlalchemy import Connection, MetaData, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

LOCK_TIMEOUT = "5s"
"""A migration that waits longer for a table would stop the service behind it."""
SET_LOCK_TIMEOUT = f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"
MIGRATION_LOCK = 7_011_223
"""Advisory lock: two copies that start at once migrate one after the other."""
MIGRATION_LOCK_TIMEOUT = "5min"
"""How long one waits for the other; then its start fails and is tried again."""

LEFT_FOR_OLDER = "left_for_older"
"""The key of `MetaData.info` with the columns, as `table.column`, that only copies of the release
before use: the code has them and their indexes no more, and the next release drops them."""


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


def statements(folder: Path, since: str) -> Iterator[tuple[Path, str | None]]:
    """The version files of a service's folder that came after this version, oldest first, and
    the SQL that each runs; None where it asks the database what to do."""
    config = _config_of(folder)
    newer = [
        version
        for version in ScriptDirectory.from_config(config).walk_revisions(since)
        if version.revision != since
    ]
    for version in reversed(newer):
        config.output_buffer = io.StringIO()
        try:
            command.upgrade(config, f"{version.down_revision}:{version.revision}", sql=True)
        except (AttributeError, TypeError):
            # There is no connection, and what is asked without one is answered by None.
            yield Path(version.path), None
        else:
            yield Path(version.path), config.output_buffer.getvalue()


def _config(service: Service[S, R], database_url: str) -> Config:
    config = _config_of(service.migrations)
    config.attributes["database_url"] = database_url
    config.attributes["metadata"] = [
        service.metadata,
        messaging_tables.metadata,
        checks.metadata,
        idempotency.metadata,
    ]
    return config


def _config_of(folder: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "alembic"))
    config.set_main_option("version_locations", str(folder))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(year)d%%(month).2d%%(day).2d_%%(slug)s")
    return config


def run_environment(context: EnvironmentContext) -> None:
    """What alembic's `env.py` calls."""
    if context.is_offline_mode():
        _write(context)
        return
    config = context.config
    asyncio.run(
        _run_online(context, config.attributes["database_url"], config.attributes["metadata"])
    )


def _write(context: EnvironmentContext) -> None:
    context.configure(
        dialect_name="postgresql", literal_binds=True, dialect_opts={"paramstyle": "named"}
    )
    with context.begin_transaction():
        context.execute(SET_LOCK_TIMEOUT)
        context.run_migrations()


async def _run_online(
    context: EnvironmentContext, database_url: str, metadata: list[MetaData]
) -> None:
    engine = create_async_engine(
        make_url(database_url).set(drivername="postgresql+asyncpg"),
        poolclass=NullPool,
        connect_args=UNPREPARED,
    )

    left = {name for each in metadata for name in each.info.get(LEFT_FOR_OLDER, ())}

    def include_object(item: Any, _: str | None, kind: str, *__: object) -> bool:
        columns = [item] if kind == "column" else item.columns if kind == "index" else ()
        names = {f"{each.table.name}.{each.name}" for each in columns}
        return not names or not names <= left

    def migrate_on(connection: Connection) -> None:
        @event.listens_for(connection, "begin")
        def limit(begun: Connection) -> None:
            # In an autocommit block there is no transaction, and PostgreSQL takes no notice of it.
            begun.execute(text(SET_LOCK_TIMEOUT))

        context.configure(
            connection=connection,
            target_metadata=metadata,
            compare_type=True,
            include_object=include_object,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()

    async with _alone(engine), engine.connect() as connection:
        await connection.run_sync(migrate_on)
        await connection.commit()
    await engine.dispose()


@asynccontextmanager
async def _alone(engine: AsyncEngine) -> AsyncIterator[None]:
    """Nobody else migrates within the block, whose transactions are others.

    It is a transaction's lock: one of a session would stay behind at a pooler.
    """
    async with engine.connect() as connection:
        await connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_LOCK_TIMEOUT}'"))
        await connection.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}
        )
        # The statement before keeps a snapshot until another one comes, and an index that is made
        # concurrently waits for the snapshots of all others.
        await connection.execute(text("SET LOCAL lock_timeout = 0"))
        yield
