"""Fixtures shared by the tests of all services.

A service's `conftest.py` creates `service`, `client`, `session`, `queries`:

    from kit.testing import service_fixtures

    service, client, session, queries, clean = service_fixtures("identity")

Tests use the real, migrated database of `postgres_url` (root `conftest.py`), emptied before each
test. `service.deliver(event)` handles messages by the real inbox without a broker;
`libs/messaging/tests` cover the broker.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Generic
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
from contracts import EVENTS, Event, ProfileType
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import KeySet, OKPKey
from kit.core.config import Environment, KitSettings
from kit.database.db import AsyncSession, Database, new_id, utc_now
from kit.messaging import inbox
from kit.messaging.envelope import Meta, get_publisher
from kit.messaging.periodic import Job, Sweep
from kit.security.auth import VERIFIER, Principal
from kit.security.claims import ALGORITHM, AUDIENCE, ISSUER, ProfileClaim
from kit.security.rules import ACCESS_TOKEN_SECONDS, PARTNER_TOKEN_SECONDS
from kit.security.tokens import Verifier
from kit.web import migrations
from kit.web.app import Context, Service, opened
from kit.web.gauges import GAUGES
from kit.web.invariants.checks import check_sweep, runs
from sqlalchemy import SelectBase, delete, select, text
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import DBAPIError
from typing_extensions import TypeVar

E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=KitSettings, default=KitSettings)
R = TypeVar("R", default=None)
SIGNING_KEY = OKPKey.generate_key("Ed25519", parameters={"kid": "test"})


@dataclass(frozen=True, slots=True)
class Actor:
    """A caller of the API in a test; `actor.headers` authorizes the request."""

    profile: ProfileClaim | None
    user_id: UUID = field(default_factory=uuid4)
    session_id: UUID = field(default_factory=uuid4)
    roles: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    verified: bool = True
    identified: bool = True
    principal_version: int = 1
    others: tuple[ProfileClaim, ...] = ()
    """Further profiles of the user, who acts through `profile`."""

    @property
    def headers(self) -> dict[str, str]:
        """Return the authorization header, plus the profile's if there are several."""
        chosen = {"x-profile": str(self.profile_id)} if self.others else {}
        return {"Authorization": f"Bearer {self.token}"} | chosen

    @property
    def token(self) -> str:
        """Sign an access token like identity's, valid for ten minutes."""
        claims = {
            "sub": str(self.user_id),
            "sid": str(self.session_id),
            "pv": self.principal_version,
            "verified": self.verified,
            "identified": self.identified,
            "profiles": [profile.model_dump(mode="json") for profile in self._profiles],
        }
        return _signed(claims, ACCESS_TOKEN_SECONDS)

    @property
    def _profiles(self) -> tuple[ProfileClaim, ...]:
        if self.profile is None:
            return self.others
        held = {"roles": self.roles, "permissions": self.permissions}
        return (*self.others, self.profile.model_copy(update=held))

    @property
    def principal(self) -> Principal:
        """Build the principal of the token, for calls without a request."""
        return Principal(
            user_id=self.user_id,
            session_id=self.session_id,
            verified=self.verified,
            identified=self.identified,
            profile=self._profiles[-1],
            profiles=self._profiles,
            roles=self.roles,
            permissions=self.permissions,
        )

    @property
    def profile_id(self) -> UUID:
        assert self.profile
        return self.profile.id


@dataclass(frozen=True, slots=True)
class Client:
    """A partner client that calls the API in a test; `client.headers` authorizes the request."""

    organization_id: UUID = field(default_factory=uuid4)
    permissions: frozenset[str] = frozenset()
    networks: tuple[str, ...] = ()
    client_id: UUID = field(default_factory=uuid4)
    version: int = 1
    test: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def token(self) -> str:
        """Sign an access token like identity's, valid for fifteen minutes."""
        claims = {
            "sub": str(self.client_id),
            "client_id": str(self.client_id),
            "pv": self.version,
            "organization_id": str(self.organization_id),
            "permissions": sorted(self.permissions),
            "networks": self.networks,
            "test": self.test,
        }
        return _signed(claims, PARTNER_TOKEN_SECONDS)


def _signed(claims: dict[str, Any], seconds: int) -> str:
    now = int(time.time())
    times = {"iat": now, "exp": now + seconds}
    payload = {"iss": ISSUER, "aud": AUDIENCE, **times, **claims}
    header = {"alg": ALGORITHM, "kid": "test"}
    return jwt.encode(header, payload, SIGNING_KEY, algorithms=[ALGORITHM])


def actor(
    type_: ProfileType | str,
    *,
    organization_id: UUID | None = None,
    approved: bool = True,
    paid: bool = True,
    image: bool = True,
    suspended: bool = False,
    **kwargs: Any,
) -> Actor:
    """Create a user with one profile that passes every gate by default."""
    profile = ProfileClaim(
        id=new_id(),
        type=ProfileType(type_),
        organization_id=organization_id,
        approved=approved,
        paid=paid,
        image=image,
        suspended=suspended,
    )
    for name in ("roles", "permissions"):
        kwargs[name] = frozenset(kwargs.get(name, ()))
    return Actor(profile=profile, **kwargs)


DEADLOCK = "40P01"
"""PostgreSQL's error code."""

_LIMITS = (
    "kit.telemetry.instrumentation.ANSWER_SECONDS",
    "kit.telemetry.admission.WAIT_SECONDS",
    "kit.database.db.POOL_SECONDS",
    "kit.documents.upload_sandbox._SECONDS",
)
"""Timeouts of requests and of their waits."""

# Locks wait for running transactions. DELETE is sixty times faster than TRUNCATE for few rows,
# since truncated tables and indexes get new files. Tables above 1 MB are truncated, because deleted
# rows keep their space without VACUUM.
_DELETE_ALL = """
DO $$
DECLARE
    names text[] := ARRAY(
        SELECT quote_ident(tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    );
    name text;
BEGIN
    IF cardinality(names) > 0 THEN
        EXECUTE 'LOCK TABLE ' || array_to_string(names, ', ');
    END IF;
    -- Neither order nor cascades: foreign keys are not looked at.
    SET LOCAL session_replication_role = replica;
    FOREACH name IN ARRAY names LOOP
        IF pg_relation_size(name) > {max_bytes} THEN
            EXECUTE 'TRUNCATE ' || name || ' CASCADE';
        ELSE
            EXECUTE 'DELETE FROM ' || name;
        END IF;
    END LOOP;
END
$$
"""


@dataclass(slots=True)
class ServiceUnderTest(Generic[S, R]):
    """A service on a real database. A test starts background work if needed."""

    declaration: Service[S, R]
    app: FastAPI
    context: Context[S, R]

    @property
    def database(self) -> Database:
        return self.context.database

    @property
    def settings(self) -> S:
        return self.context.settings

    async def empty(self, *, as_new: bool = False) -> None:
        """Delete all rows, including outbox and inbox; `as_new` also drops statistics and files.

        A running request of the previous test may deadlock with it; PostgreSQL then cancels one of
        the two.
        """
        for attempt in range(5):
            try:
                await self._delete(as_new=as_new)
            except DBAPIError as error:
                if attempt == 4 or getattr(error.orig, "sqlstate", None) != DEADLOCK:
                    raise
            else:
                return

    async def _delete(self, *, as_new: bool) -> None:
        statement = _DELETE_ALL.format(max_bytes=-1 if as_new else 1_000_000)
        async with self.database.engine.begin() as connection:
            await connection.exec_driver_sql(statement)
            if as_new:
                await connection.exec_driver_sql("DELETE FROM pg_statistic")

    async def deliver(
        self,
        event: Event,
        *,
        sequence: int = 1,
        message_id: UUID | None = None,
        time: datetime | None = None,
        restated: bool = False,
    ) -> bool:
        """Handle an event like the consumer; return False for a duplicate.

        `time` is the event's time, by default now; `restated` is as in `Meta`.
        """
        meta = _meta(event, sequence, message_id, time, restated=restated)
        return await inbox.handle_once(self.database, self.declaration.handlers, event, meta)

    async def deliver_batch(
        self, events: Iterable[tuple[Event, int]], *, time: datetime | None = None
    ) -> None:
        """Handle events of one type, each with its sequence, like the consumer's batches. `time` is
        as in `deliver`.
        """
        came = [(event, _meta(event, sequence, None, time)) for event, sequence in events]
        handler = self.declaration.handlers[type(came[0][0])]
        assert isinstance(handler, inbox.Batched)
        await inbox.handle_batch(self.database, handler, came)

    async def published(self, kind: type[E]) -> list[E]:
        """Return the outbox's events of a class, oldest first."""
        async with self.database.engine.connect() as connection:
            rows = await connection.execute(
                text(
                    "SELECT body::json -> 'data' FROM outbox WHERE type = :type"
                    " ORDER BY created_at, id"
                ),
                {"type": kind.type},
            )
            return [kind.model_validate(row[0]) for row in rows]

    async def measured(self, name: str) -> float | None:
        """Return a database metric, as `/metrics` shows it after a query."""
        gauges = GAUGES.of(self.app)
        await gauges.look()
        return gauges.registry.get_sample_value(name)

    async def broken(self) -> dict[str, list[str]]:
        """Return the violated invariants with the IDs of violating rows."""
        async with self.database.transaction() as session:
            await session.execute(delete(runs))
        checks = check_sweep(self.declaration.invariants)
        count = 1
        while count:
            async with self.database.transaction() as session:
                count = await checks.run(session)
        async with self.database.transaction() as session:
            found = await session.execute(select(runs).where(runs.c.found.is_distinct_from(0)))
            return {row.name: [each["id"] for each in row.findings] for row in found}

    async def sweep(self, name: str) -> int:
        """Run a sweep once, and return the number of rows."""
        (found,) = (task for task in self.declaration.tasks if task.name == name)
        assert isinstance(found, Sweep)
        async with self.database.transaction() as session:
            return await found.run(session)

    async def run_job(self, name: str) -> int:
        """Run a job once, and return the amount of work done."""
        (found,) = (task for task in self.declaration.tasks if task.name == name)
        assert isinstance(found, Job)
        return await found.run(self.context)


def _meta(
    event: Event,
    sequence: int,
    message_id: UUID | None,
    time: datetime | None,
    *,
    restated: bool = False,
) -> Meta:
    return Meta(
        id=message_id or new_id(),
        time=time or utc_now(),
        sequence=sequence,
        source=get_publisher(event.type),
        subject=event.subject,
        restated=restated,
    )


def service_fixtures(name: str, **overrides: Any) -> tuple[Any, ...]:
    """Create the fixtures `service, client, session, queries, clean` of a service."""

    @pytest.fixture(scope="session", name="service")
    async def service_fixture(
        postgres_url: str, tmp_path_factory: pytest.TempPathFactory
    ) -> AsyncIterator[ServiceUnderTest]:
        declaration: Service = import_module(f"{name}.main").app
        async with fresh_database(postgres_url, name) as database_url:
            await asyncio.to_thread(migrations.migrate, declaration, database_url)
            settings: KitSettings = declaration.settings(
                env=Environment.TEST,
                database_url=database_url,
                files_url=f"file://{tmp_path_factory.mktemp(name)}",
                log_level="WARNING",
                **overrides,
            )
            async with running(declaration, settings) as under_test:
                yield under_test

    @pytest.fixture(name="client")
    async def client_fixture(service: ServiceUnderTest) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=service.app, raise_app_exceptions=False)
        base_url = "http://test/api/v1/"
        async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
            yield client

    @pytest.fixture(name="session")
    async def session_fixture(service: ServiceUnderTest) -> AsyncIterator[AsyncSession]:
        """Open a separate session for setup and assertions; commit rows that others must see."""
        async with AsyncSession(service.database.engine, expire_on_commit=False) as session:
            yield session

    @pytest.fixture(name="queries")
    def queries_fixture(service: ServiceUnderTest) -> QueryCounter:
        return lambda: count_queries(service.database)

    @pytest.fixture(name="clean", autouse=True)
    async def clean_fixture(
        service: ServiceUnderTest, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
    ) -> None:
        # A slow machine is no failure of the service.
        for limit in _LIMITS:
            monkeypatch.setattr(limit, 120.0)
        await service.empty(as_new=request.node.get_closest_marker("plans") is not None)

    return service_fixture, client_fixture, session_fixture, queries_fixture, clean_fixture


@asynccontextmanager
async def running(declaration: Service[S, R], settings: S) -> AsyncIterator[ServiceUnderTest[S, R]]:
    """Run a service with its resources and the tests' key, but without messaging."""
    app = declaration.create_app(settings)
    if declaration.keys is None:
        VERIFIER.put(app, Verifier(keys=KeySet([SIGNING_KEY])))
    else:
        # The first request may time out on a busy machine, since it also connects.
        await eventually(VERIFIER.of(app).refresh)
    async with opened(declaration, settings, app) as context:
        yield ServiceUnderTest(declaration, app, context)
    await context.database.close()


@asynccontextmanager
async def fresh_database(postgres_url: str, name: str) -> AsyncIterator[str]:
    """Create an empty database, drop it at the end, and yield its URL."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    database = f"test_{name}_{worker}_{uuid4().hex[:8]}"
    base = postgres_url.rstrip("/")
    admin = await asyncpg.connect(f"{base}/postgres")
    await admin.execute(f'CREATE DATABASE "{database}"')
    try:
        yield f"{base}/{database}"
    finally:
        await admin.execute(f'DROP DATABASE "{database}" WITH (FORCE)')
        await admin.close()


async def explain_plan(session: AsyncSession, statement: SelectBase) -> set[str]:
    """Return the indexes that a statement uses, and the tables that it scans sequentially."""
    return set(list_scans(await _explained(session, statement)))


async def vacuum(database: Database) -> None:
    """Vacuum and analyze all tables, like autovacuum in production."""
    async with database.engine.connect() as connection:
        # VACUUM cannot run in a transaction.
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("VACUUM (ANALYZE)"))


async def list_tables_read(session: AsyncSession, statement: SelectBase) -> set[str]:
    """Return the tables whose rows a statement reads; index-only scans read no rows."""
    # Disable sequential scans: the planner prefers them on small test tables.
    for setting in ("enable_seqscan", "enable_bitmapscan"):
        await session.execute(text(f"SET LOCAL {setting} = off"))
    return {
        node["Relation Name"]
        for node in _nodes(await _explained(session, statement))
        if "Relation Name" in node and node["Node Type"] != "Index Only Scan"
    }


async def _explained(session: AsyncSession, statement: SelectBase) -> Any:
    connection = await session.connection()
    compiled = statement.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
    plan = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {compiled}")
    return plan.scalar_one()


def list_scans(node: Any) -> Iterator[str]:
    """Yield the indexes, and the sequentially scanned tables, in a JSON plan of PostgreSQL."""
    for each in _nodes(node):
        if "Index Name" in each:
            yield each["Index Name"]
        if each.get("Node Type") == "Seq Scan":
            yield each["Relation Name"]


def _nodes(plan: Any) -> Iterator[dict[str, Any]]:
    if isinstance(plan, dict):
        yield plan
        plan = list(plan.values())
    for part in plan if isinstance(plan, list) else ():
        yield from _nodes(part)


QueryCounter = Callable[[], AbstractContextManager[list[str]]]
"""Type of the fixture `queries`: `with queries() as statements:`."""


@contextmanager
def count_queries(database: Database) -> Iterator[list[str]]:
    """Collect the SQL statements sent within the block, without transaction control."""
    statements: list[str] = []

    def record(_c: Any, _cur: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engine = database.engine.sync_engine
    sqlalchemy_event.listen(engine, "before_cursor_execute", record)
    try:
        yield statements
    finally:
        sqlalchemy_event.remove(engine, "before_cursor_execute", record)


async def eventually(check: Callable[[], Any], *, seconds: float = 120, every: float = 0.05) -> Any:
    """Wait until `check` (plain or async) returns a true value; fail after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        value = check()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"did not happen within {seconds} s")
        await asyncio.sleep(every)


def all_events() -> Sequence[type[Event]]:
    """Return every event class."""
    return list(EVENTS.values())
