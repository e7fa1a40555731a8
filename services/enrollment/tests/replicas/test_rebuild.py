"""Emptied replicas are rebuilt from republished events alone."""

from typing import Any

import httpx
from contracts import Event
from contracts.enrollment import RefundRequested
from enrollment.main import app
from kit.database.db import new_id
from kit.messaging.replicas import Replica
from kit.testing import ServiceUnderTest
from sqlalchemy import inspect

from services.enrollment.tests.factories import (
    candidate,
    charge_opened,
    charge_paid,
    enrolled,
    execute,
    make_batch,
    organization_updated,
    profile_updated,
)

TABLES = app.metadata.tables
REPLICAS = {
    inspect(model).local_table.name
    for model in Replica.__subclasses__()
    if inspect(model).local_table.metadata is app.metadata
}


async def read_all(service: ServiceUnderTest, names: set[str]) -> dict[str, list[str]]:
    found = {}
    for name in names:
        columns = ", ".join(column.name for column in TABLES[name].columns)
        rows = await execute(service, f"SELECT ROW({columns})::text FROM {name}")
        found[name] = sorted(row[0] for row in rows)
    return found


async def test_emptied_replicas_are_rebuilt_by_republishing(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    people = [candidate() for _ in range(4)]
    batch = await make_batch(service)
    published: list[tuple[Event, int]] = [(batch, 1), (organization_updated(batch), 1)]
    published += [(profile_updated(person), 1) for person in people]
    enrollments: list[dict[str, Any]] = []
    for person in people:
        enrollment = await enrolled(client, person, batch)
        charge_id = new_id()
        await service.deliver(charge_opened(enrollment, charge_id), sequence=1)
        enrollments.append(enrollment)
        published.append((charge_paid(enrollment, charge_id), 2))
    for event, sequence in published:
        await service.deliver(event, sequence=sequence)
    # One enrollment was cancelled and refunded; another was paid twice.
    path = f"enrollments/{enrollments[0]['id']}/cancel"
    assert (await client.post(path, headers=people[0].headers)).status_code == 200
    again = charge_paid(enrollments[1], new_id())
    published.append((again, 2))
    await service.deliver(again, sequence=2)

    kept = set(TABLES) - REPLICAS
    replicas, own = await read_all(service, REPLICAS), await read_all(service, kept)
    assert len(await service.published(RefundRequested)) == 2
    assert replicas["charges"] and own["settlements"]
    await execute(service, f"TRUNCATE {', '.join(sorted(REPLICAS))}")
    for event, sequence in published:
        await service.deliver(event, sequence=sequence, restated=True)
    assert await read_all(service, REPLICAS) == replicas
    assert await read_all(service, kept) == own
    assert len(await service.published(RefundRequested)) == 2
