"""Two copies of payments behind a real gateway, under the supervisor, and a load on them."""

import asyncio
import itertools
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx
from fastapi import FastAPI
from joserfc.jwk import KeySet
from kit import migrations
from kit.testing import SIGNING_KEY, actor, eventually, fresh_database
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

_HMAC_SECRET = "secret-for-trying-out"
_READER = actor("admin", roles=["super-admin"])


@dataclass
class Served:
    """What runs; `copies` are the processes of payments."""

    supervisor: Supervisor
    copies: list[Process]
    gateway: Process
    url: str
    private_url: str
    database_url: str

    @property
    def metrics(self) -> str:
        """Where the gateway reports what it does."""
        return f"{self.private_url}/metrics"

    def pid(self, process: Process) -> int:
        """The process's id, 0 while it does not run."""
        found = self.supervisor.information()
        return next(info.pid for info in found if info.name == process.name)

    async def recorded(self) -> int:
        """How many webhooks are stored."""
        connection = await asyncpg.connect(self.database_url)
        try:
            return int(await connection.fetchval("SELECT count(*) FROM callbacks"))
        finally:
            await connection.close()


@asynccontextmanager
async def two_copies(postgres_url: str, folder: Path) -> AsyncIterator[Served]:
    """Start everything on free ports; nothing is left at the end."""
    async with fresh_database(postgres_url, "served") as database_url:
        await asyncio.to_thread(migrations.migrate, payments, database_url)
        with _keys() as keys_url, _supervised(folder, database_url, keys_url) as served:
            await eventually(lambda: all(map(is_healthy, served.copies)), seconds=120)
            await eventually(lambda: is_healthy(served.gateway), seconds=60)
            # It may have looked before they listened, and then looks again a second later.
            await eventually(
                lambda: all(is_used(copy, served.metrics) for copy in served.copies), seconds=60
            )
            yield served


@contextmanager
def _keys() -> Iterator[str]:
    identity = FastAPI()

    @identity.get("/internal/jwks")
    async def jwks() -> dict[str, object]:
        return {**KeySet([SIGNING_KEY]).as_dict(private=False)}

    with serve(identity) as url:
        yield f"{url}/internal/jwks"


@contextmanager
def _supervised(folder: Path, database_url: str, keys_url: str) -> Iterator[Served]:
    state = State(folder / "state", folder / "data")
    state.folder.mkdir()
    state.assign_ports(["supervisor", "one", "two", "gateway", "private", "nothing"])
    copies = [_copy(state, name, database_url, keys_url, folder) for name in ("one", "two")]
    edge = _gateway(state)
    supervisor = Supervisor(state)
    supervisor.start([*copies, edge])
    try:
        supervisor.launch([*copies, edge])
        yield Served(
            supervisor,
            copies,
            edge,
            f"http://127.0.0.1:{state.port('gateway')}",
            f"http://127.0.0.1:{state.port('private')}",
            database_url,
        )
    finally:
        supervisor.stop()


def _copy(state: State, name: str, database_url: str, keys_url: str, folder: Path) -> Process:
    port = state.port(name)
    environment = {
        "ITQAN_ENV": "test",
        "ITQAN_DATABASE_URL": database_url,
        "ITQAN_BROKER_URL": f"amqp://nobody@127.0.0.1:{state.port('nothing')}/",
        "ITQAN_JWKS_URL": keys_url,
        "ITQAN_FILES_URL": folder.as_uri(),
        "ITQAN_PAYMOB_API_URL": f"http://127.0.0.1:{state.port('nothing')}",
        "ITQAN_PAYMOB_HMAC_SECRET": _HMAC_SECRET,
        "ITQAN_LOG_LEVEL": "ERROR",
    }
    return Process(
        f"payments-{name}",
        "payments",
        [sys.executable, "-m", "kit", "payments", "serve", "--port", str(port)],
        environment,
        stop_signal="INT",
        health_url=f"http://127.0.0.1:{port}/health/ready",
    )


def _gateway(state: State) -> Process:
    file = state.folder / "traefik.yaml"
    gateway.write_static_configuration(
        file, port=state.port("gateway"), private_port=state.port("private")
    )
    upstreams = {name: [state.port("nothing")] for name in SERVICES}
    upstreams["payments"] = [state.port("one"), state.port("two")]
    return Process(
        "gateway",
        "gateway",
        gateway.command(file, port=state.port("gateway"), private_port=state.port("private")),
        gateway.environment(upstreams, state.port("nothing"), "http://checkout.example", {}),
        health_url=f"http://127.0.0.1:{state.port('private')}/ping",
    )


@dataclass
class Load:
    """Reads and webhooks, half and half, from a few clients until stopped."""

    answers: Counter[str]
    webhooks: int = 0
    longest: float = 0.0
    """In seconds."""

    @property
    def total(self) -> int:
        """How many requests have been answered, or not."""
        return self.answers.total()

    @property
    def failed(self) -> dict[str, int]:
        """What was answered, or went wrong, instead of a 200; each with how often."""
        return {what: count for what, count in self.answers.items() if what != "200"}


@asynccontextmanager
async def loaded(url: str, clients: int = 4) -> AsyncIterator[Load]:
    """Keep the gateway busy within the block."""
    load = Load(Counter())
    numbers = itertools.count(1)
    stopping = asyncio.Event()

    async def client() -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as http:
            while not stopping.is_set():
                for request in (_read, _webhook):
                    began = time.monotonic()
                    load.answers[await _outcome(request(http, next(numbers)))] += 1
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


async def _read(http: httpx.AsyncClient, _: int) -> httpx.Response:
    return await http.get("/api/v1/payments", headers=_READER.headers)


async def _webhook(http: httpx.AsyncClient, number: int) -> httpx.Response:
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
        params={"hmac": sign(body, _HMAC_SECRET)},
        json={"type": "TRANSACTION", "obj": body},
    )
