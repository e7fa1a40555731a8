"""The database: one engine a process, and the only place that commits."""

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
"""How long anybody waits for a free connection."""
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 60.0
"""How long a single statement of ours may take: of a handler, a sweep or a job, since requests end
long before (`ANSWER_SECONDS` of kit.telemetry). Migrations have limits of their own."""


class Share(StrEnum):
    """Work with connections of its own, so that it cannot starve other work of the process."""

    REQUESTS = "requests"
    CONSUMERS = "consumers"
    BACKGROUND = "background"


SHARE: ContextVar[Share] = ContextVar("share", default=Share.REQUESTS)
"""The share that the running task takes its connections from. A task sets it at its start."""
_WEIGHTS = {Role.ALL: (2, 2), Role.API: (1, 1), Role.WORKER: (6, 4)}
"""Fourteenths of the pools for consumers and for background work; requests have the rest."""


class CommitNote(Protocol):
    """Adds a statement to each transaction of the running task (`kit.web.idempotency`)."""

    async def mark(self, session: AsyncSession) -> None:
        """Run it in a session that is about to be committed."""

    async def mark_raw(self, connection: asyncpg.Connection) -> None:
        """Run it in the transaction of a bare connection."""


BEFORE_COMMIT: ContextVar[CommitNote | None] = ContextVar("before_commit", default=None)
OUTBOX_WRITTEN = "outbox_written"
"""Set in `session.info` by the outbox; the relay is woken after the commit."""
RUN_AFTER_COMMIT = "hurried"
"""Set in `session.info` by `kit.messaging.periodic.run_after_commit`: sweeps to run after the commit."""
VOLATILE_ONLY = "figures_only"
"""Set in `session.info` by `kit.web.cache.mark_volatile_only`."""
_BEGAN = "began"
"""Set in `session.info` by `now`: the transaction, and when it began."""


def new_id() -> UUID:
    """A UUIDv7: unique, and in the order of its making, so that indexes stay compact."""
    return uuid_utils.compat.uuid7()


def new_id_text() -> str:
    """A new id as a text, which takes a tenth of the time: where thousands are only stored."""
    return str(uuid_utils.uuid7())


def utc_now() -> datetime:
    """The process's clock in UTC. Deadlines are compared on the database's clock instead."""
    return datetime.now(UTC)


Timestamp = DateTime(timezone=True)
"""The column type of every time."""


def timestamp(*, default_now: bool = False, nullable: bool = False, index: bool = False) -> Any:
    """A `timestamptz` field of a table; with `default_now` the database fills it."""
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
    # A raw connection that broke in the middle of its protocol.
    asyncpg.InternalClientError,
)


def is_unavailable(error: BaseException) -> bool:
    """Whether an error says that the database is down, starting or overrun, and nothing is
    wrong with the request."""
    if isinstance(error, DBAPIError):
        cause = error.orig.__cause__ if error.orig else None
        return error.connection_invalidated or isinstance(cause, _AWAY)
    if isinstance(error, asyncpg.InterfaceError):
        # The others of this kind are wrong uses of the driver; it has no class of its own for this.
        return "is closed" in str(error) or "is closing" in str(error)
    return isinstance(error, _AWAY)


async def _keep(_: Any) -> None:
    """Give a connection back without the query that clears the session's state.

    `raw_connection` leaves none, and the query would be a round trip in every request.
    """


_UNCACHED: dict[str, Any] = {"statement_cache_size": 0}
UNPREPARED: dict[str, Any] = {
    **_UNCACHED,
    "prepared_statement_cache_size": 0,
    # Without a name it lives until the next one, so none is left on another's connection.
    "prepared_statement_name_func": lambda: "",
}
"""What an engine is given so that no statement stays prepared after its transaction."""


def _arguments(application: str, command_seconds: float | None) -> dict[str, Any]:
    return {
        "server_settings": {"application_name": application},
        "timeout": CONNECT_SECONDS,
        "command_timeout": command_seconds,
    }


class Database:
    """Engines with their sessions. `after_commit` callbacks run when events were written, those of
    `after_change` unless nothing but figures of `kit.web.cache` has changed.

    It opens at most `pool_size` connections: one for `ping`, the others divided between the shares
    by the process's role. Of the requests' `raw_transaction` has a third. Nothing is asked for at
    their start but a name, since a pooler such as PgBouncer refuses the rest: the database's own
    settings count (`ALTER DATABASE … SET`). Behind one that gives a client another
    connection for each transaction, `prepared` must be off.
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
        # A class of its own, so that what listens to it hears of this database only.
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
        """Is given the sweeps that a committed session has `RUN_AFTER_COMMIT`."""
        self.after_change: list[Callable[[], None]] = []

    def _create_engine(self, share: Share, size: int) -> AsyncEngine:
        return create_async_engine(
            make_url(self.url).set(drivername="postgresql+asyncpg"),
            pool_size=max(1, size),
            max_overflow=0,
            # Nobody waits for a background job, which a time-out would only fail.
            pool_timeout=COMMAND_SECONDS if share is Share.BACKGROUND else POOL_SECONDS,
            pool_pre_ping=False,
            pool_recycle=1800,
            # A failed statement is logged: not with the passwords and codes that were in it.
            hide_parameters=True,
            connect_args=_arguments(self._application, self._command_seconds)
            | ({} if self._prepared else UNPREPARED),
        )

    @property
    def engine(self) -> AsyncEngine:
        """The engine of the running task's share."""
        return self._engines[SHARE.get()]

    async def ping(self, seconds: float) -> None:
        """Raise unless the database answers in time, on a connection of its own: a full pool must
        not look like a failed database."""
        async with asyncio.timeout(seconds), self._pinging:
            connection = await self.connect("ping")
            try:
                await connection.execute("SELECT 1")
            finally:
                connection.terminate()

    async def connect(self, application: str) -> asyncpg.Connection:
        """A connection beside the pools, which whoever asks for it closes."""
        return await asyncpg.connect(
            self.url, **_arguments(application, self._command_seconds), **self._raw_arguments
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that is committed once at the end, or rolled back when the block raises."""
        async with self._sessions(bind=self.engine) as session:
            yield session
            if (note := BEFORE_COMMIT.get()) is not None:
                await note.mark(session)
            await session.commit()
            if session.info.get(OUTBOX_WRITTEN):
                self._committed(figures_only=session.info.get(VOLATILE_ONLY, False))
            if self.run_after_commit and (hurried := session.info.get(RUN_AFTER_COMMIT)):
                self.run_after_commit(hurried)

    @asynccontextmanager
    async def raw_connection(self, *, publishes: bool = True) -> AsyncIterator[asyncpg.Connection]:
        """A bare asyncpg connection, for the few hot paths where the ORM's cost shows: each
        statement commits by itself, of a request with an idempotency key all together.

        The caller that wrote to the outbox table needs nothing more: the relay is woken, unless it
        says that it writes nothing there.
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
        """A bare asyncpg connection for statements that change nothing."""
        async with self._raw() as connection:
            if self._prepared:
                yield connection
            else:
                # A pooler keeps to one connection, which alone knows the statement, no longer.
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
        # The pool's own time limit makes a task of each wait.
        async with asyncio.timeout(POOL_SECONDS):
            connection = await pool.acquire()
        try:
            yield connection
        finally:
            await pool.release(connection, timeout=POOL_SECONDS)

    @asynccontextmanager
    async def raw_transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Several statements of a `raw_connection` that are committed together."""
        async with self.raw_connection() as connection, connection.transaction():
            yield connection

    async def raw_pool(self) -> asyncpg.Pool:
        """The asyncpg pool of requests behind `raw_connection`, made on its first use."""
        if self._pool is None:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=0,
                max_size=self._raw_size,
                reset=_keep,
                **_arguments(self._application, self._command_seconds),
                **self._raw_arguments,
            )
        return self._pool

    def usage(self) -> dict[str, tuple[int, int]]:
        """How many connections are at work, and may be opened, by share; `raw` has its own."""
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
        """Close every connection."""
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
    """The one row that meets the conditions, as it is now, locked until the transaction ends.

    None when there is none. With `share` others may lock it so too, and nobody changes it.
    """
    statement = _as_now(select(model).where(*where)).with_for_update(read=share)
    return (await session.scalars(statement)).one_or_none()


async def lock_all(
    session: AsyncSession,
    model: type[Row],
    *where: ColumnElement[bool],
    order_by: Sequence[SQLColumnExpression[Any]],
) -> Sequence[Row]:
    """All rows that meet the conditions, as they are now, locked until the transaction ends.

    They are locked in their order, which has to be the same wherever several are locked: two
    transactions would else wait for one another.
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
    """The first rows that meet the conditions and that nobody else has locked, locked until the
    transaction ends: for work that several copies of a service share."""
    statement = _as_now(select(model).where(*where)).order_by(*order_by).limit(limit)
    return (await session.scalars(statement.with_for_update(skip_locked=True))).all()


async def delete_portion(
    session: AsyncSession, model: type[SQLModel], *where: ColumnElement[bool], limit: int = 500
) -> int:
    """Delete rows that meet the conditions and that nobody else has locked, for a clean-up; how
    many they were.

    The portion stands in a CTE: in a subquery it may be chosen anew for each row.
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
    """Insert many rows by COPY, for a tenth of what an INSERT of them takes. What is made of them
    on the way is done `kit.messaging.cooperative.iterate_cooperatively` where they are thousands.

    A record has a value for each of the columns, JSON as its text; no other column gets the value
    that the model would give it. The rows are not in the session.
    """
    connection = await session.connection()
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, asyncpg.Connection)
    if not driver.is_in_transaction():
        # It begins one with the first statement, and knows nothing of a COPY.
        await connection.execute(select(1))
    table = inspect(model).local_table
    await driver.copy_records_to_table(table.name, columns=columns, records=records)


def in_array(column: SQLColumnExpression[Row], values: Collection[Row]) -> ColumnElement[bool]:
    """Whether the column has one of the values, which go as one parameter: of `in_`, which makes
    one of each, no statement takes more than 32,767."""
    kind = column.type  # type: ignore[attr-defined]
    return column == any_(literal(list(values), ARRAY(kind)))


def in_literals(
    column: SQLColumnExpression[Any], members: Collection[StrEnum]
) -> ColumnElement[bool]:
    """Whether the column has one of these values, which stand in the statement itself. Where it is
    prepared PostgreSQL plans without its parameters, and so without knowing how many rows have
    them, or that they are those of a partial index."""
    return column.in_([literal_column(f"'{member.value}'") for member in members])


async def insert_many(
    session: AsyncSession, model: type[SQLModel], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert rows that name the same columns by `copy`, without making a model of each. Other
    columns get what the model gives to all rows, or the database."""
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
    """What the session has read before is read again: it may be from before the lock."""
    return statement.execution_options(populate_existing=True)


async def now(session: AsyncSession) -> datetime:
    """When the transaction began, on the database's clock: the time of all that it writes. It is
    asked for once.

    What is changed and not written yet stays so: the database may refuse it, which is for whoever
    writes it to answer (`kit.database.constraints`).
    """
    known: tuple[object, datetime] | None = session.info.get(_BEGAN)
    if known is not None and known[0] is session.sync_session.get_transaction():
        return known[1]
    with session.no_autoflush:
        began = (await session.execute(select(func.now()))).scalar_one()
    session.info[_BEGAN] = session.sync_session.get_transaction(), began
    return began


async def advisory_lock(session: AsyncSession, *names: str) -> None:
    """Wait until no other transaction of the service's database holds one of the names, and hold
    them until this one ends: for what no row can be locked for, such as one that is still to be
    made. Several are locked in their order: two transactions would else wait for one another."""
    ordered = func.unnest(cast(sorted(names), ARRAY(String))).table_valued("name")
    key = func.hashtextextended(ordered.c.name, 0)
    await session.execute(select(func.pg_advisory_xact_lock(key)))


DATABASE: StateKey[Database] = StateKey("database")
DatabaseDep = Annotated[Database, Depends(DATABASE)]
"""The database itself, for routes whose service makes transactions of its own: more than one, or
one that is committed even when the request is then refused."""


async def _request_session(request: Request) -> AsyncIterator[AsyncSession]:
    async with DATABASE.of(request.app).transaction() as session:
        yield session


# The function scope ends before the response is sent: a client never hears of a success that
# then fails to commit.
Session = Annotated[AsyncSession, Depends(_request_session, scope="function")]
"""The transaction of a request, for routes."""
