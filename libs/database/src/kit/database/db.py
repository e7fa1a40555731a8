"""Database engines and transactions: the only module that commits."""

import asyncio
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Protocol, TypeVar
from uuid import UUID

import asyncpg
import uuid_utils.compat
from fastapi import Depends, Request
from kit.core.config import Role
from kit.core.state import StateKey
from pydantic_core import PydanticUndefined
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    DateTime,
    Select,
    SQLColumnExpression,
    String,
    any_,
    cast,
    delete,
    func,
    inspect,
    literal,
    literal_column,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)
from sqlalchemy.orm import Session as SyncSession
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlmodel import Field, SQLModel

__all__ = [
    "DATABASE",
    "SHARE",
    "AsyncSession",
    "Database",
    "DatabaseDep",
    "PoolTimeout",
    "Session",
    "Share",
    "Timestamp",
    "advisory_lock",
    "claim",
    "copy",
    "delete_portion",
    "in_array",
    "in_literals",
    "lock",
    "lock_all",
    "new_id",
    "now",
    "timestamp",
    "utc_now",
]

Row = TypeVar("Row")

POOL_SECONDS = 3.0
"""Maximum wait for a free connection."""
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 60.0
"""Maximum duration of a statement in handlers, sweeps and jobs. Requests end earlier
(`ANSWER_SECONDS`), and migrations have their own limits.
"""


class Share(StrEnum):
    """A pool of connections of one kind of work, so that it cannot starve the others."""

    REQUESTS = "requests"
    CONSUMERS = "consumers"
    BACKGROUND = "background"


SHARE: ContextVar[Share] = ContextVar("share", default=Share.REQUESTS)
"""Share that the running task takes connections from; set at the task's start."""
_WEIGHTS = {Role.ALL: (2, 2), Role.API: (1, 1), Role.WORKER: (6, 4)}
"""Fourteenths of the pool for consumers and background work; requests get the rest."""


class CommitNote(Protocol):
    """A hook that adds a statement to each transaction of the running task; see
    `kit.web.idempotency`.
    """

    async def mark(self, session: AsyncSession) -> None:
        """Run the statement in a session before its commit."""

    async def mark_raw(self, connection: asyncpg.Connection) -> None:
        """Run the statement in the transaction of a raw connection."""


BEFORE_COMMIT: ContextVar[CommitNote | None] = ContextVar("before_commit", default=None)
OUTBOX_WRITTEN = "outbox_written"
"""Key of `session.info`, set by the outbox: wake the relay after the commit."""
RUN_AFTER_COMMIT = "run_after_commit"
"""Key of `session.info`: names of the sweeps to run after the commit; see `kit.messaging.periodic`.
"""
VOLATILE_ONLY = "volatile_only"
"""Key of `session.info`, set by `kit.web.cache.mark_volatile_only`."""
_BEGAN = "began"
"""Key of `session.info`, set by `now`: the transaction and its start time."""


def new_id() -> UUID:
    """Return a UUIDv7, whose time order keeps indexes compact."""
    return uuid_utils.compat.uuid7()


def new_id_text() -> str:
    """Return a new ID as text, for bulk inserts; much faster than `new_id`."""
    return str(uuid_utils.uuid7())


def utc_now() -> datetime:
    """Return the process's time in UTC. Compare deadlines with the database's clock instead."""
    return datetime.now(UTC)


Timestamp = DateTime(timezone=True)


def timestamp(*, default_now: bool = False, nullable: bool = False, index: bool = False) -> Any:
    """Build a `timestamptz` field; with `default_now` the database fills it in."""
    kwargs: dict[str, Any] = {"server_default": func.now()} if default_now else {}
    return Field(
        default=None,
        sa_type=Timestamp,
        nullable=nullable,
        index=index,
        sa_column_kwargs=kwargs,
    )


_AWAY = (
    ConnectionError,
    TimeoutError,
    PoolTimeout,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    # A raw connection broke in the middle of its protocol.
    asyncpg.InternalClientError,
)


def is_unavailable(error: BaseException) -> bool:
    """Tell if an error means that the database is down, starting or overloaded, not that the
    request is wrong.
    """
    if isinstance(error, DBAPIError):
        cause = error.orig.__cause__ if error.orig else None
        return error.connection_invalidated or isinstance(cause, _AWAY)
    if isinstance(error, asyncpg.InterfaceError):
        # Other errors of this class are wrong uses of the driver.
        return "is closed" in str(error) or "is closing" in str(error)
    return isinstance(error, _AWAY)


async def _keep(_: Any) -> None:
    """Release a connection without the query that resets the session.

    `raw_connection` leaves no state, and the query would cost a round trip in every request.
    """


_UNCACHED: dict[str, Any] = {"statement_cache_size": 0}
UNPREPARED: dict[str, Any] = {
    **_UNCACHED,
    "prepared_statement_cache_size": 0,
    # An unnamed statement lives until the next one, so none remains on another client's connection.
    "prepared_statement_name_func": lambda: "",
}
"""Engine options that leave no prepared statement after its transaction."""


def _build_connect_args(application: str, command_seconds: float | None) -> dict[str, Any]:
    return {
        "server_settings": {"application_name": application},
        "timeout": CONNECT_SECONDS,
        "command_timeout": command_seconds,
    }


class Database:
    """Engines and sessions of one database.

    `after_commit` callbacks run if events were written. `after_change` callbacks run unless only
    `VolatileFields` changed.

    Opens at most `pool_size` connections: one for `ping`, the others divided between the shares by
    the process's role. `raw_transaction` uses a third of the requests' share. Poolers such as
    PgBouncer reject start-up parameters, so `ALTER DATABASE … SET` holds the settings. Turn
    `prepared` off behind a pooler that changes the connection between transactions.
    """

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 15,
        role: Role = Role.ALL,
        application: str = "itqan",
        prepared: bool = True,
        command_seconds: float | None = COMMAND_SECONDS,
    ) -> None:
        self.url = url
        self._command_seconds = command_seconds
        self._application = application
        self._prepared = prepared
        self._raw_arguments = {} if prepared else _UNCACHED
        sizes = _divide(pool_size - 1, role)
        self._raw_size = max(1, sizes[Share.REQUESTS] // 3)
        sizes[Share.REQUESTS] -= self._raw_size
        self._engines = {share: self._create_engine(share, size) for share, size in sizes.items()}
        self._pinging = asyncio.Lock()
        # A class for each database, so that its event listeners see no other database.
        self.session_class = type("DatabaseSession", (SyncSession,), {})
        self._sessions = async_sessionmaker(
            class_=AsyncSession,
            sync_session_class=self.session_class,
            expire_on_commit=False,
            autoflush=True,
        )
        self._pool: asyncpg.Pool | None = None
        self.after_commit: list[Callable[[], None]] = []
        self.run_after_commit: Callable[[Collection[str]], None] | None = None
        """Callback with the names of sweeps that a committed session has requested."""
        self.after_change: list[Callable[[], None]] = []

    def _create_engine(self, share: Share, size: int) -> AsyncEngine:
        return create_async_engine(
            make_url(self.url).set(drivername="postgresql+asyncpg"),
            pool_size=max(1, size),
            max_overflow=0,
            # Background jobs may wait, since no user does and a timeout would only fail them.
            pool_timeout=COMMAND_SECONDS if share is Share.BACKGROUND else POOL_SECONDS,
            pool_pre_ping=False,
            pool_recycle=1800,
            # Failed statements are logged, so their passwords and codes are left out.
            hide_parameters=True,
            connect_args=_build_connect_args(self._application, self._command_seconds)
            | ({} if self._prepared else UNPREPARED),
        )

    @property
    def engine(self) -> AsyncEngine:
        """Return the engine of the running task's share."""
        return self._engines[SHARE.get()]

    async def ping(self, seconds: float) -> None:
        """Raise unless the database answers in time. A separate connection keeps a full pool from
        looking like a failed database.
        """
        async with asyncio.timeout(seconds), self._pinging:
            connection = await self.connect("ping")
            try:
                await connection.execute("SELECT 1")
            finally:
                connection.terminate()

    async def connect(self, application: str) -> asyncpg.Connection:
        """Open a connection outside the pools; the caller closes it."""
        return await asyncpg.connect(
            self.url,
            **_build_connect_args(application, self._command_seconds),
            **self._raw_arguments,
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Open a session that is committed at the end, or rolled back if the block raises."""
        async with self._sessions(bind=self.engine) as session:
            yield session
            if (note := BEFORE_COMMIT.get()) is not None:
                await note.mark(session)
            await session.commit()
            if session.info.get(OUTBOX_WRITTEN):
                self._committed(figures_only=session.info.get(VOLATILE_ONLY, False))
            if self.run_after_commit and (names := session.info.get(RUN_AFTER_COMMIT)):
                self.run_after_commit(names)

    @asynccontextmanager
    async def raw_connection(self, *, publishes: bool = True) -> AsyncIterator[asyncpg.Connection]:
        """Borrow an asyncpg connection for the few hot paths where the ORM is too slow.

        Each statement commits by itself; with an idempotency key all statements commit together.
        The relay is woken unless `publishes` is false.
        """
        note = BEFORE_COMMIT.get()
        async with self.raw_reading() as connection:
            if note is None:
                yield connection
            else:
                async with connection.transaction():
                    yield connection
                    await note.mark_raw(connection)
        if publishes:
            self._committed()

    @asynccontextmanager
    async def raw_reading(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow an asyncpg connection for statements that only read."""
        async with self._raw() as connection:
            if self._prepared:
                yield connection
            else:
                # A pooler keeps the connection with the prepared statement only within a
                # transaction.
                async with connection.transaction():
                    yield connection

    @asynccontextmanager
    async def _raw(self) -> AsyncIterator[asyncpg.Connection]:
        if SHARE.get() is not Share.REQUESTS:
            async with self.engine.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                assert isinstance(driver, asyncpg.Connection)
                yield driver
            return
        pool = await self.raw_pool()
        # The pool's own timeout creates a task for each wait.
        async with asyncio.timeout(POOL_SECONDS):
            connection = await pool.acquire()
        try:
            yield connection
        finally:
            await pool.release(connection, timeout=POOL_SECONDS)

    @asynccontextmanager
    async def raw_transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow an asyncpg connection whose statements commit together."""
        async with self.raw_connection() as connection, connection.transaction():
            yield connection

    async def raw_pool(self) -> asyncpg.Pool:
        """Return the asyncpg pool behind `raw_connection`, created on first use."""
        if self._pool is None:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=0,
                max_size=self._raw_size,
                reset=_keep,
                **_build_connect_args(self._application, self._command_seconds),
                **self._raw_arguments,
            )
        return self._pool

    def usage(self) -> dict[str, tuple[int, int]]:
        """Return the connections in use and their maximum, by share; `raw` has its own entry."""
        shown = {}
        for share, engine in self._engines.items():
            assert isinstance(engine.pool, AsyncAdaptedQueuePool)
            shown[str(share)] = engine.pool.checkedout(), engine.pool.size()
        raw = self._pool
        raw_at_work = raw.get_size() - raw.get_idle_size() if raw is not None else 0
        return {**shown, "raw": (raw_at_work, self._raw_size)}

    def _committed(self, *, figures_only: bool = False) -> None:
        for callback in self.after_commit:
            callback()
        if not figures_only:
            for callback in self.after_change:
                callback()

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()
            self._pool = None
        for engine in self._engines.values():
            await engine.dispose()


def _divide(connections: int, role: Role) -> dict[Share, int]:
    consumers, background = (max(1, connections * each // 14) for each in _WEIGHTS[role])
    return {
        Share.REQUESTS: connections - consumers - background,
        Share.CONSUMERS: consumers,
        Share.BACKGROUND: background,
    }


async def lock(
    session: AsyncSession, model: type[Row], *where: ColumnElement[bool], share: bool = False
) -> Row | None:
    """Read the current version of one row and lock it until the transaction ends.

    Return None if no row matches. `share` takes a shared lock: others may lock too, but not change
    it.
    """
    statement = _as_now(select(model).where(*where)).with_for_update(read=share)
    return (await session.scalars(statement)).one_or_none()


async def lock_all(
    session: AsyncSession,
    model: type[Row],
    *where: ColumnElement[bool],
    order_by: Sequence[SQLColumnExpression[Any]],
) -> Sequence[Row]:
    """Read the current versions of all matching rows and lock them until the transaction ends.

    Rows are locked in `order_by`. Use the same order everywhere to avoid deadlocks.
    """
    statement = _as_now(select(model).where(*where)).order_by(*order_by).with_for_update()
    return (await session.scalars(statement)).all()


async def claim(
    session: AsyncSession,
    model: type[Row],
    *where: ColumnElement[bool],
    order_by: Sequence[SQLColumnExpression[Any]],
    limit: int,
) -> Sequence[Row]:
    """Lock the first matching rows that no other transaction has locked, until this one ends.

    Use it for work that several replicas share.
    """
    statement = _as_now(select(model).where(*where)).order_by(*order_by).limit(limit)
    return (await session.scalars(statement.with_for_update(skip_locked=True))).all()


async def delete_portion(
    session: AsyncSession, model: type[SQLModel], *where: ColumnElement[bool], limit: int = 500
) -> int:
    """Delete at most `limit` matching rows that are not locked, and return their number.

    The rows are chosen in a CTE: PostgreSQL may evaluate a subquery again for each row.
    """
    table = inspect(model).local_table
    (key,) = table.primary_key
    portion = select(key).where(*where).limit(limit).with_for_update(skip_locked=True).cte()
    statement = delete(table).where(key == portion.c[key.name])
    return (await (await session.connection()).execute(statement)).rowcount


async def copy(
    session: AsyncSession,
    model: type[SQLModel],
    columns: Sequence[str],
    records: Iterable[Sequence[Any]] | AsyncIterable[Sequence[Any]],
) -> None:
    """Insert many rows by COPY, which is much faster than INSERT.

    Each record has a value for every named column, JSON as text. Other columns get no model
    defaults, and the session does not know the rows. For thousands of records pass
    `kit.messaging.cooperative.iterate_cooperatively`.
    """
    connection = await session.connection()
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, asyncpg.Connection)
    if not driver.is_in_transaction():
        # The driver starts its transaction with the first statement, but not with a COPY.
        await connection.execute(select(1))
    table = inspect(model).local_table
    await driver.copy_records_to_table(table.name, columns=columns, records=records)


def in_array(column: SQLColumnExpression[Row], values: Collection[Row]) -> ColumnElement[bool]:
    """Match any of the values, passed as one array parameter. `in_` is limited to 32,767
    parameters.
    """
    kind = column.type  # type: ignore[attr-defined]
    return column == any_(literal(list(values), ARRAY(kind)))


def in_literals(
    column: SQLColumnExpression[Any], members: Collection[StrEnum]
) -> ColumnElement[bool]:
    """Match any of the values, written as literals.

    PostgreSQL plans prepared statements without parameter values, so it would miss row estimates
    and partial indexes.
    """
    return column.in_([literal_column(f"'{member.value}'") for member in members])


async def insert_many(
    session: AsyncSession, model: type[SQLModel], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert rows that name the same columns by `copy`, with the model's and the database's
    defaults.
    """
    if not rows:
        return
    same = {
        name: field.default
        for name, field in model.model_fields.items()
        if name not in rows[0] and field.default not in (None, PydanticUndefined)
    }
    records = ((*row.values(), *same.values()) for row in rows)
    await copy(session, model, (*rows[0], *same), records)


def _as_now(statement: Select[Row]) -> Select[Row]:
    """Refresh rows that the session has read before, since they may predate the lock."""
    return statement.execution_options(populate_existing=True)


async def now(session: AsyncSession) -> datetime:
    """Return the start time of the transaction on the database's clock, queried once.

    Pending changes are not flushed: the code that writes them handles constraint violations
    (`kit.database.constraints`).
    """
    known: tuple[object, datetime] | None = session.info.get(_BEGAN)
    if known is not None and known[0] is session.sync_session.get_transaction():
        return known[1]
    with session.no_autoflush:
        began = (await session.execute(select(func.now()))).scalar_one()
    session.info[_BEGAN] = session.sync_session.get_transaction(), began
    return began


async def advisory_lock(session: AsyncSession, *names: str) -> None:
    """Take advisory locks on the names until the transaction ends, waiting for other holders.

    Use it where no row exists to lock. Names are locked in sorted order to avoid deadlocks.
    """
    ordered = func.unnest(cast(sorted(names), ARRAY(String))).table_valued("name")
    key = func.hashtextextended(ordered.c.name, 0)
    await session.execute(select(func.pg_advisory_xact_lock(key)))


DATABASE: StateKey[Database] = StateKey("database")
DatabaseDep = Annotated[Database, Depends(DATABASE)]
"""The database, for routes that open several transactions or commit before they refuse a request.
"""


async def _request_session(request: Request) -> AsyncIterator[AsyncSession]:
    async with DATABASE.of(request.app).transaction() as session:
        yield session


# The function scope ends before the response is sent, so a client never sees success before the
# commit.
Session = Annotated[AsyncSession, Depends(_request_session, scope="function")]
"""The transaction of a request."""
