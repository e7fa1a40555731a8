"""Identity and notifications as processes of their own, behind a real gateway or several of it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

import httpx
from kit.testing import eventually, fresh_database
from kit.web import migrations

from deploy.local import gateway, ports
from deploy.local.layout import SERVICES
from deploy.local.servers import PrivateRabbit
from deploy.local.state import State

PARTS = ("identity", "notifications")
PASSWORD = "edge-for-trying-out-only-1A"
"""Password of the super-admin `admin`, whose address is admin@itqan.example."""


@dataclass(frozen=True)
class Edge:
    """The running system."""

    urls: list[str]
    """URLs of the gateways."""
    databases: Mapping[str, str]
    """By service."""
    client: httpx.AsyncClient
    """One browser: what it is given by one gateway it takes to the others."""


@contextmanager
def rabbit_of_its_own(folder: Path) -> Iterator[str]:
    """The address of a broker that has only these queues."""
    state = State.load(folder / ".local")
    first = ports.choose()
    second = ports.choose({first})
    node = PrivateRabbit(
        state.data / "rabbit", first, second, ports.choose({first, second}), "secret"
    )
    with node.running(folder / "rabbit.log"):
        yield node.url
    state.wipe()


@asynccontextmanager
async def edge(
    postgres_url: str,
    folder: Path,
    *,
    gateways: int = 1,
    variables: Mapping[str, str] | None = None,
) -> AsyncIterator[Edge]:
    """Start everything on free ports, with these variables of the services besides."""
    async with AsyncExitStack() as stack:
        taken: dict[str, int] = {}
        for name in (*PARTS, "nobody"):
            taken[name] = ports.choose(set(taken.values()))
        shared = {
            "ITQAN_ENV": "test",
            "ITQAN_BROKER_URL": stack.enter_context(rabbit_of_its_own(folder)),
            "ITQAN_JWKS_URL": f"http://127.0.0.1:{taken['identity']}/internal/jwks",
            "ITQAN_FILES_URL": folder.as_uri(),
            "ITQAN_LOG_LEVEL": "ERROR",
            "ITQAN_SMTP_URL": f"smtp://127.0.0.1:{taken['nobody']}",
            "ITQAN_FIRST_ADMIN": "1",
            "ITQAN_FIRST_ADMIN_PASSWORD": PASSWORD,
            **(variables or {}),
        }
        databases = {}
        for service in PARTS:
            url = await stack.enter_async_context(fresh_database(postgres_url, service))
            databases[service] = url
            await asyncio.to_thread(migrations.migrate, import_module(f"{service}.main").app, url)
            kit = [sys.executable, "-m", "kit", service]
            environment = {**shared, "ITQAN_DATABASE_URL": url}
            if service == "identity":
                seeding = await asyncio.create_subprocess_exec(
                    *kit, "seed", env={**os.environ, **environment}
                )
                assert await seeding.wait() == 0
            command = [*kit, "serve", "--port", str(taken[service])]
            await stack.enter_async_context(_process(command, environment))
        copies = {name: [taken.get(name, taken["nobody"])] for name in SERVICES}
        urls = []
        for number in range(gateways):
            port, private = ports.choose(set(taken.values())), ports.choose(set(taken.values()))
            file = folder / f"traefik-{number}.yaml"
            gateway.write_static_configuration(file, port=port, private_port=private)
            await stack.enter_async_context(
                _process(
                    gateway.command(file, port=port, private_port=private),
                    gateway.environment(copies, taken["nobody"], "https://checkout.example", {}),
                )
            )
            urls.append(f"http://127.0.0.1:{port}/api/v1")
        client = await stack.enter_async_context(httpx.AsyncClient(timeout=60, trust_env=False))

        async def answers(url: str, status: int) -> bool:
            try:
                return (await client.get(url)).status_code == status
            except httpx.TransportError:
                return False

        for service in PARTS:
            ready = f"http://127.0.0.1:{taken[service]}/health/ready"
            await eventually(partial(answers, ready, 200))
        for url in urls:
            for path in ("users", "notifications"):
                await eventually(partial(answers, f"{url}/{path}", 401))
        yield Edge(urls, databases, client)


@asynccontextmanager
async def _process(command: list[str], environment: Mapping[str, str]) -> AsyncIterator[None]:
    child = await asyncio.create_subprocess_exec(*command, env={**os.environ, **environment})
    try:
        yield
    finally:
        child.terminate()
        await child.wait()
