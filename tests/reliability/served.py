"""Replicas of payments, optionally of notifications, behind a real gateway and supervisor, with the
provider's sandbox and a load.
"""

import asyncio
import itertools
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from fastapi import FastAPI
from joserfc.jwk import KeySet
from kit.testing import SIGNING_KEY, actor, eventually, fresh_database
from kit.web import migrations
from kit.web.app import Service
from notifications.main import app as notifications
from payments.main import app as payments

from deploy.local import gateway
from deploy.local.layout import SERVICES
from deploy.local.plan import Process
from deploy.local.restart import is_used
from deploy.local.state import State
from deploy.local.supervisor import Supervisor
from deploy.local.system import is_healthy
from deploy.sandboxes.paymob.serving import serve
from deploy.sandboxes.paymob.signature import sign

_SECRET_KEYS = ("secret_key", "api_key", "hmac_secret")
_KEYS = (*_SECRET_KEYS, "public_key")
_READER = actor("admin", roles=["super-admin"])


@dataclass
class Served:
    """The running system; `copies` are the processes of payments."""

    supervisor: Supervisor
    copies: list[Process]
    notifications: list[Process]
    gateway: Process
    sandbox: Process
    url: str
    private_url: str
    sandbox_url: str
    database_url: str
    """Database of payments, or of notifications if payments does not run."""
    keys: Mapping[str, str]
    """Secrets shared by payments and the provider, by the sandbox's settings. Each is new, so that
    tests can search for leaks.
    """
    secrets: Path
    """The folder of files in which payments finds the secret ones."""

    def give(self, name: str, key: str | None) -> None:
        """Write a key of the provider into its file, or take the file away."""
        file = self.secrets / f"itqan_paymob_{name}"
        if key is None:
            file.unlink()
            return
        draft = self.secrets / "draft"
        draft.write_text(key)
        draft.replace(file)

    @property
    def processes(self) -> Sequence[Process]:
        """All that runs."""
        return [*self.copies, *self.notifications, self.gateway, self.sandbox]

    @property
    def metrics(self) -> str:
        """Return the URL of the gateway's metrics."""
        return f"{self.private_url}/metrics"

    @property
    def logs(self) -> Path:
        """The folder in which each process writes."""
        return self.supervisor.state.logs

    def pid(self, process: Process) -> int:
        """The process's id, 0 while it does not run."""
        found = self.supervisor.information()
        return next(info.pid for info in found if info.name == process.name)

    async def recorded(self) -> int:
        """Return the number of stored webhooks."""
        connection = await asyncpg.connect(self.database_url)
        try:
            return int(await connection.fetchval("SELECT count(*) FROM callbacks"))
        finally:
            await connection.close()


@asynccontextmanager
async def copies_served(
    postgres_url: str,
    folder: Path,
    *,
    count: int = 2,
    count_notifications: int = 0,
    broker_url: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Served]:
    """Start everything on free ports with these additional settings, and stop it at the end.

    Without a broker events stay in the outbox.
    """
    services: tuple[tuple[Service[Any, Any], int], ...] = (
        (payments, count),
        (notifications, count_notifications),
    )
    async with AsyncExitStack() as stack:
        parts = []
        for service, copies in services:
            if copies:
                url = await stack.enter_async_context(fresh_database(postgres_url, service.name))
                await asyncio.to_thread(migrations.migrate, service, url)
                parts.append(_Part(service.name, copies, url))
        keys_url = stack.enter_context(_public_keys())
        served = stack.enter_context(
            _supervised(folder, parts, keys_url, broker_url, settings or {})
        )
        await eventually(lambda: all(map(is_healthy, served.processes)), seconds=120)
        # It may have looked before they listened, and then looks again a second later.
        behind_it = [*served.copies, *served.notifications]
        await eventually(
            lambda: all(is_used(copy, served.metrics) for copy in behind_it), seconds=60
        )
        yield served


@dataclass(frozen=True)
class _Part:
    """A service, how often it runs, and the database of all its copies."""

    name: str
    count: int
    database_url: str

    @property
    def numbers(self) -> Sequence[str]:
        """Return the names of its replicas."""
        return [f"{self.name}-{number}" for number in range(1, self.count + 1)]


@contextmanager
def _public_keys() -> Iterator[str]:
    identity = FastAPI()

    @identity.get("/internal/jwks")
    async def jwks() -> dict[str, object]:
        return {**KeySet([SIGNING_KEY]).as_dict(private=False)}

    with serve(identity) as url:
        yield f"{url}/internal/jwks"


@contextmanager
def _supervised(
    folder: Path,
    parts: Sequence[_Part],
    keys_url: str,
    broker_url: str | None,
    settings: Mapping[str, str],
) -> Iterator[Served]:
    state = State(folder / "state", folder / "data")
    state.folder.mkdir()
    numbers = [number for part in parts for number in part.numbers]
    state.assign_ports(["supervisor", *numbers, "gateway", "private", "sandbox", "nothing"])
    keys = {name: f"{name}-{secrets.token_hex(16)}" for name in _KEYS}
    sandbox = _sandbox(state, keys)
    files = state.folder / "secrets"
    files.mkdir()
    environment = {
        "ITQAN_SECRETS_DIR": str(files),
        "ITQAN_ENV": "test",
        "ITQAN_BROKER_URL": broker_url or f"amqp://nobody@127.0.0.1:{state.port('nothing')}/",
        "ITQAN_JWKS_URL": keys_url,
        "ITQAN_JWKS_FILE": str(state.folder / "identity-keys.json"),
        "ITQAN_FILES_URL": folder.as_uri(),
        "ITQAN_PUBLIC_URL": f"http://127.0.0.1:{state.port('gateway')}",
        "ITQAN_PAYMOB_API_URL": _address(sandbox),
        "ITQAN_PAYMOB_CHECKOUT_URL": f"{_address(sandbox)}/unifiedcheckout/",
        "ITQAN_PAYMOB_PUBLIC_KEY": keys["public_key"],
        **settings,
    }
    copies = {part.name: _copies(state, part, environment) for part in parts}
    edge = _gateway(state, parts)
    supervisor = Supervisor(state)
    supervisor.start([*itertools.chain.from_iterable(copies.values()), edge, sandbox])
    served = Served(
        supervisor,
        copies.get("payments", []),
        copies.get("notifications", []),
        edge,
        sandbox,
        f"http://127.0.0.1:{state.port('gateway')}",
        f"http://127.0.0.1:{state.port('private')}",
        _address(sandbox),
        parts[0].database_url,
        keys,
        files,
    )
    for name in _SECRET_KEYS:
        served.give(name, keys[name])
    try:
        supervisor.launch(served.processes)
        yield served
    finally:
        supervisor.stop()


def _copies(state: State, part: _Part, environment: Mapping[str, str]) -> list[Process]:
    return [
        Process(
            number,
            part.name,
            [sys.executable, "-m", "kit", part.name, "serve", "--port", str(state.port(number))],
            {
                **environment,
                "ITQAN_DATABASE_URL": part.database_url,
                "ITQAN_HEARTBEAT_FILE": str(state.folder.resolve() / "heartbeats" / number),
            },
            stop_signal="INT",
            health_url=f"http://127.0.0.1:{state.port(number)}/health/ready",
        )
        for number in part.numbers
    ]


def _sandbox(state: State, keys: Mapping[str, str]) -> Process:
    port = state.port("sandbox")
    variables = {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    variables |= {name.upper(): key for name, key in keys.items()}
    return Process(
        "sandbox",
        "sandbox",
        [sys.executable, "-m", "deploy.sandboxes.paymob"],
        {f"PAYMOB_SANDBOX_{name}": value for name, value in variables.items()},
        health_url=f"http://127.0.0.1:{port}/sandbox/health",
    )


def _address(sandbox: Process) -> str:
    assert sandbox.health_url
    return sandbox.health_url.removesuffix("/sandbox/health")


def _gateway(state: State, parts: Sequence[_Part]) -> Process:
    file = state.folder / "traefik.yaml"
    gateway.write_static_configuration(
        file, port=state.port("gateway"), private_port=state.port("private")
    )
    upstreams = {name: [state.port("nothing")] for name in SERVICES}
    upstreams |= {part.name: [state.port(name) for name in part.numbers] for part in parts}
    return Process(
        "gateway",
        "gateway",
        gateway.command(file, port=state.port("gateway"), private_port=state.port("private")),
        gateway.environment(upstreams, state.port("nothing"), "http://checkout.example", {}),
        health_url=f"http://127.0.0.1:{state.port('private')}/ping",
    )


@dataclass
class Load:
    """Reads of a signed-in user and webhooks in turn, from a few clients until stopped."""

    answers: Counter[str]
    webhooks: int = 0
    longest: float = 0.0
    """In seconds."""

    @property
    def total(self) -> int:
        """Return the number of requests, answered or not."""
        return self.answers.total()

    @property
    def failed(self) -> dict[str, int]:
        """Return the results other than a 200, with their numbers."""
        return {what: count for what, count in self.answers.items() if what != "200"}


@asynccontextmanager
async def loaded(served: Served, clients: int = 4) -> AsyncIterator[Load]:
    """Keep the gateway busy within the block."""
    load = Load(Counter())
    lists = ["payments", *(["notifications"] if served.notifications else [])]
    numbers = itertools.count(1)
    stopping = asyncio.Event()

    async def client() -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=60, trust_env=False) as http:
            while not stopping.is_set():
                webhook = call_back(http, next(numbers), served.keys["hmac_secret"])
                for request in (*(_read(http, each) for each in lists), webhook):
                    began = time.monotonic()
                    load.answers[await _outcome(request)] += 1
                    load.longest = max(load.longest, time.monotonic() - began)
                load.webhooks += 1

    tasks = [asyncio.create_task(client()) for _ in range(clients)]
    try:
        yield load
    finally:
        stopping.set()
        await asyncio.gather(*tasks)


async def _outcome(request: Awaitable[httpx.Response]) -> str:
    try:
        return str((await request).status_code)
    except httpx.TransportError as error:
        return type(error).__name__


async def _read(http: httpx.AsyncClient, what: str) -> httpx.Response:
    return await http.get(f"/api/v1/{what}", headers=_READER.headers)


async def call_back(http: httpx.AsyncClient, number: int, secret: str) -> httpx.Response:
    """Send a callback like the provider, for an order that does not exist."""
    body = {
        "id": number, "order": {"id": number}, "amount_cents": 100, "currency": "SAR",
        "integration_id": 1, "success": True, "pending": False, "error_occured": False,
        "is_auth": False, "is_capture": False, "is_refunded": False, "is_voided": False,
        "is_3d_secure": True, "is_standalone_payment": True, "has_parent_transaction": False,
        "created_at": "2026-11-01T10:00:00", "owner": 1,
        "source_data": {"pan": "2346", "sub_type": "MasterCard", "type": "card"},
    }  # fmt: skip
    return await http.post(
        "/api/v1/webhooks/paymob",
        params={"hmac": sign(body, secret)},
        json={"type": "TRANSACTION", "obj": body},
    )
