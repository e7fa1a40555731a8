"""Enrollment, the catalogue and an enrollment request agree on the seats left in a batch."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

import httpx
import pytest
from contracts.catalog import BatchUpdated
from contracts.enrollment import SeatsChanged
from kit.core.config import Environment
from kit.database.db import new_id
from kit.testing import ServiceUnderTest, fresh_database, running
from kit.web import migrations
from kit.web.app import Service

from services.catalog.tests import factories as catalog_factories
from services.enrollment.tests import factories


@asynccontextmanager
async def started(name: str, postgres_url: str, files: str) -> AsyncIterator[ServiceUnderTest]:
    declaration: Service = import_module(f"{name}.main").app
    async with fresh_database(postgres_url, name) as database_url:
        await asyncio.to_thread(migrations.migrate, declaration, database_url)
        settings = declaration.settings(
            env=Environment.TEST, database_url=database_url, files_url=f"file://{files}"
        )
        async with running(declaration, settings) as service:
            yield service


@pytest.fixture(scope="module")
async def enrollment(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServiceUnderTest]:
    async with started("enrollment", postgres_url, str(tmp_path_factory.mktemp("e"))) as service:
        yield service


@pytest.fixture(scope="module")
async def catalog(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServiceUnderTest]:
    async with started("catalog", postgres_url, str(tmp_path_factory.mktemp("c"))) as service:
        yield service


def client_of(service: ServiceUnderTest) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=service.app)
    return httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/")


async def catalogued(catalog: ServiceUnderTest, batch: BatchUpdated) -> None:
    """Let the catalogue show the batch of enrollment's test."""
    async with catalog.database.transaction() as session:
        training = await catalog_factories.make_training(session, new_id())
        await catalog_factories.make_batch(
            session, training, id=batch.batch_id, capacity=batch.capacity
        )


@pytest.mark.parametrize(
    ("capacity", "taken", "waiting", "left"),
    [
        (10, 3, 0, 7),
        (10, 9, 0, 1),
        (10, 10, 0, 0),
        (10, 10, 2, 0),
        # More seats than those who wait are free, as where open requests claim them.
        (12, 9, 1, 0),
        # The capacity was lowered.
        (5, 9, 0, 0),
    ],
)
async def test_catalog_and_enrollment_show_the_same_seats(
    enrollment: ServiceUnderTest,
    catalog: ServiceUnderTest,
    capacity: int,
    taken: int,
    waiting: int,
    left: int,
) -> None:
    batch = await factories.make_batch(enrollment, capacity=capacity)
    await factories.execute(
        enrollment,
        "UPDATE seats SET taken = :taken, waiting = :waiting, version = version + 1, "
        "surplus = greatest(:taken - capacity, 0) WHERE batch_id = :id",
        id=batch.batch_id,
        taken=taken,
        waiting=waiting,
    )
    await catalogued(catalog, batch)
    await enrollment.sweep("publish_seats")
    events = await enrollment.published(SeatsChanged)
    (event,) = [event for event in events if event.batch_id == batch.batch_id]
    await catalog.deliver(event)
    async with client_of(enrollment) as client, client_of(catalog) as visitor:
        seats = (await client.get(f"seats/{batch.batch_id}")).json()
        query = {"batch_id": str(batch.batch_id)}
        eligibility = (await client.get("enrollments/eligibility", params=query)).json()
        shown = (await visitor.get(f"batches/{batch.batch_id}")).json()
        assert (seats["left"], eligibility["seats_left"], shown["seats_left"]) == (left,) * 3
        assert eligibility["can_enroll"] is (left > 0)
        answer = await factories.press_enroll(client, factories.candidate(), batch)
    assert answer.status_code == (201 if left else 409)
