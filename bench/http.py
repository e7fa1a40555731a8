"""The HTTP cases: the catalogue list, one batch, an enrollment."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import httpx
from contracts.catalog import BatchUpdated
from kit.database.db import Database, new_id, utc_now
from kit.messaging import outbox
from kit.messaging.broker import Broker
from kit.messaging.relay import Relay
from kit.testing import actor, eventually

from bench.bare import SCHEMA
from bench.load import Comparison, Target, compare
from bench.system import System

BATCHES = 50
CANDIDATES = 500
"""For each round: more than can enroll in every batch while it lasts."""
LUA = Path(__file__).with_name("enroll.lua")


def run(system: System) -> Iterator[Comparison]:
    """All three, on a running system."""
    batch_ids = asyncio.run(_prepare(system))
    (system.folder / "batches").write_text("".join(f"{batch_id}\n" for batch_id in batch_ids))
    url = system.gateway_url
    first = httpx.get(f"{url}/api/v1/batches?page_size=1", trust_env=False).json()["data"][0]["id"]
    yield compare(
        system,
        "catalogue list, 50 batches / constant",
        Target(f"{url}/api/v1/batches?page_size=50"),
        Target(f"{url}/bench/constant"),
        target=0.7,
    )
    yield compare(
        system,
        "one batch by id / one row with asyncpg",
        Target(f"{url}/api/v1/batches/{first}"),
        Target(f"{url}/bench/batches/{batch_ids[0]}"),
        target=0.6,
    )
    yield compare(
        system,
        "enrollment / bare transaction of three",
        Target(f"{url}/api/v1/enrollments", LUA, partial(_enrolling, system.folder)),
        Target(f"{url}/bench/enrollments", LUA, lambda: [str(system.folder / "batches")]),
        target=0.5,
    )


def _enrolling(folder: Path) -> list[str]:
    """Return the input of the wrk script: batches, and a token per line of people without
    enrollments.
    """
    tokens = (actor("candidate").token for _ in range(CANDIDATES))
    (folder / "tokens").write_text("".join(f"{token}\n" for token in tokens))
    return [str(folder / "batches"), str(folder / "tokens")]


async def _prepare(system: System) -> list[UUID]:
    """Batches with room for everybody: delivered to enrollment as catalog would."""
    batch_ids = [new_id() for _ in range(BATCHES)]
    bare = await asyncpg.connect(system.database_urls["bare"])
    await bare.execute(SCHEMA)
    for batch_id in batch_ids:
        await bare.execute("INSERT INTO seats VALUES ($1, 1000000, 0)", batch_id)
        await bare.execute(
            "INSERT INTO batches VALUES ($1, 'Warehouse operations', 'عمليات المستودعات', "
            "'Riyadh', 125000, now())",
            batch_id,
        )
    await bare.close()

    database = Database(system.database_urls["catalog"])
    relay = Relay(database, Broker(system.broker_url))
    relay.start()
    async with database.transaction() as session:
        for batch_id in batch_ids:
            await outbox.publish(session, _batch(batch_id), sequence=1)
    enrollment = await asyncpg.connect(system.database_urls["enrollment"])

    async def heard() -> bool:
        found = await enrollment.fetchval(
            "SELECT count(*) FROM seats WHERE batch_id = ANY($1)", batch_ids
        )
        return bool(found == BATCHES)

    await eventually(heard, seconds=60)
    await enrollment.close()
    await relay.stop()
    await database.close()
    return batch_ids


def _batch(batch_id: UUID) -> BatchUpdated:
    now = utc_now()
    return BatchUpdated(
        batch_id=batch_id,
        training_id=uuid4(),
        organization_id=uuid4(),
        code="BENCH",
        title_en="Warehouse operations",
        title_ar="عمليات المستودعات",
        city_en="Riyadh",
        city_ar="الرياض",
        starts_at=now + timedelta(days=20),
        ends_at=now + timedelta(days=25),
        enrollment_opens_at=now - timedelta(days=5),
        enrollment_closes_at=now + timedelta(days=15),
        capacity=1_000_000,
        price_minor=125_000,
        currency="SAR",
        requires_acceptance=False,
        payment_window_minutes=2880,
        status="published",
    )
