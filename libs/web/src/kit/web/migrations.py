"""Alembic environment shared by all services.

A service's `migrations/` folder only holds version files. Each runs in its own transaction, except
for autocommit blocks such as those of `indexes`.
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
"""A migration that waits longer for a table would block the service."""
SET_LOCK_TIMEOUT = f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"
MIGRATION_LOCK = 7_011_223
"""Advisory lock, so that replicas that start together migrate one after the other."""
MIGRATION_LOCK_TIMEOUT = "5min"
"""Maximum wait for another migration; then the start fails and is retried."""

LEFT_FOR_OLDER = "left_for_older"
"""Key of `MetaData.info` for columns, as `table.column`, that only the previous release uses. The
next release drops them.
"""


def migrate(service: Service[S, R], database_url: str) -> None:
    """Upgrade the database to the latest revision."""
    command.upgrade(_config(service, database_url), "head")


def check(service: Service[S, R], database_url: str) -> None:
    """Raise `CommandError` if the models differ from a migrated database."""
    command.check(_config(service, database_url))


def revision(service: Service[S, R], database_url: str, message: str) -> Path:
    """Write a migration from the difference between models and a migrated database."""
    migrate(service, database_url)
    made = command.revision(_config(service, database_url), message=message, autogenerate=True)
    if made is None or isinstance(made, list):
        raise CommandError("no single version file was made")
    return Path(made.path)


def statements(folder: Path, since: str) -> Iterator[tuple[Path, str | None]]:
    """Yield the migrations after this version with their SQL, oldest first.

    The SQL is None if the migration queries the database.
    """
    config = _build_config(folder)
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
            # Offline mode has no connection, so queries return None.
            yield Path(version.path), None
        else:
            yield Path(version.path), config.output_buffer.getvalue()


def _config(service: Service[S, R], database_url: str) -> Config:
    config = _build_config(service.migrations)
    config.attributes["database_url"] = database_url
    config.attributes["metadata"] = [
        service.metadata,
        messaging_tables.metadata,
        checks.metadata,
        idempotency.metadata,
    ]
    return config


def _build_config(folder: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "alembic"))
    config.set_main_option("version_locations", str(folder))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(year)d%%(month).2d%%(day).2d_%%(slug)s")
    return config


def run_environment(context: EnvironmentContext) -> None:
    """Run migrations; alembic's `env.py` calls it."""
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
            # In an autocommit block there is no transaction, so SET LOCAL has no effect.
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
    """Exclude other migrations during the block, which uses other transactions.

    The lock belongs to a transaction: a session lock could remain on a pooled connection.
    """
    async with engine.connect() as connection:
        await connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_LOCK_TIMEOUT}'"))
        await connection.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}
        )
        # The previous statement keeps its snapshot until another runs, and a concurrent index build
        # waits for all snapshots.
        await connection.execute(text("SET LOCAL lock_timeout = 0"))
        yield
