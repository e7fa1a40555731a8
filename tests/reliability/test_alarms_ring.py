"""Metrics behind the alarms while the broker is down and back again."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aio_pika
import httpx
import pytest
import sqlalchemy as sa
from contracts.identity import OrganizationUpdated
from kit.core.config import Environment, KitSettings
from kit.database.db import Database
from kit.messaging import depths
from kit.messaging.broker import Broker, open_channel, publish
from kit.testing.messaging import eventually, publish_events, record
from kit.web import gauges
from kit.web.app import Service
from kit.web.invariants import checks
from prometheus_client.parser import text_string_to_metric_families

from deploy.local import ports
from deploy.local.servers import PrivateRabbit
from deploy.local.state import State

CATALOG = Service(
    name="catalog",
    settings=KitSettings,
    metadata=sa.MetaData(),
    routers=[],
    handlers={OrganizationUpdated: record},
)


@pytest.fixture
def rabbit(tmp_path: Path) -> Iterator[PrivateRabbit]:
    """A node of this test's own, which it starts and stops itself."""
    state = State.load(tmp_path / ".local")
    first = ports.choose()
    second = ports.choose({first})
    chosen = (first, second, ports.choose({first, second}))
    yield PrivateRabbit(state.data / "rabbit", *chosen, "secret")
    state.wipe()


@pytest.fixture
async def client(
    database: Database, rabbit: PrivateRabbit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    """A service that runs, whether or not its broker does, and looks often."""
    for module in (gauges, depths):
        monkeypatch.setattr(module, "LOOK_EVERY", 0.2)
    async with database.engine.begin() as connection:
        await connection.run_sync(checks.metadata.create_all)
    app = CATALOG.create_app(
        KitSettings(
            env=Environment.TEST,
            database_url=database.url,
            broker_url=rabbit.url,
            files_url=(tmp_path / "files").as_uri(),
            log_level="ERROR",
        )
    )
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        yield client


async def number(client: httpx.AsyncClient, name: str, **labels: str) -> float:
    text = (await client.get("/metrics")).text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return sample.value
    return -1


async def test_the_outbox_is_measured_while_the_broker_is_down(
    client: httpx.AsyncClient, database: Database, rabbit: PrivateRabbit, tmp_path: Path
) -> None:
    async def shows(expected: float, name: str, **labels: str) -> bool:
        return await number(client, name, **labels) == expected

    broker = Broker(rabbit.url)
    with rabbit.running(tmp_path / "rabbit.log"):
        await eventually(lambda: shows(1, "itqan_broker_connected"))
        await park(broker, "catalog")
        dead = broker.dead_name("catalog")
        await eventually(lambda: shows(1, "itqan_queue_messages", queue=dead))
        await eventually(lambda: shows(1, "itqan_invariant_broken", invariant=checks.PARKED))
        await eventually(lambda: shows(0, "itqan_outbox_backlog"))

    await publish_events(database, 7)
    await eventually(lambda: shows(7, "itqan_outbox_backlog"))
    await eventually(lambda: shows(0, "itqan_broker_connected"))
    before = await number(client, "itqan_outbox_oldest_seconds")

    async def is_older() -> bool:
        return await number(client, "itqan_outbox_oldest_seconds") > before + 1

    await eventually(is_older)
    await publish_events(database, 3)
    await eventually(lambda: shows(10, "itqan_outbox_backlog"))
    assert await shows(1, "itqan_database_reached")

    with rabbit.running(tmp_path / "rabbit.log"):
        await eventually(lambda: shows(0, "itqan_outbox_backlog"))
        await eventually(lambda: shows(0, "itqan_outbox_oldest_seconds"))


async def park(broker: Broker, service: str) -> None:
    async with broker.connect("parking") as connection:
        channel = await open_channel(connection)
        message = aio_pika.Message(b"{}", type="demo")
        await publish(channel.default_exchange, message, broker.dead_name(service))
