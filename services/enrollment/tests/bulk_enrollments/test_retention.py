"""Personal data of rows is deleted some time after the file's end."""

from datetime import datetime, timedelta

import httpx
from kit.testing import ServiceUnderTest

from services.enrollment.tests.bulk_enrollments.factories import (
    Json,
    checked,
    confirmed,
    organization,
    pay,
    people,
    press,
    read,
    rows_of,
)
from services.enrollment.tests.factories import execute, make_batch, scalar

KEPT = timedelta(days=90)


async def empty(service: ServiceUnderTest) -> int:
    return await service.run_job("empty_bulk_rows")


async def let_pass(service: ServiceUnderTest, bulk: Json, time: timedelta) -> None:
    """Move the file's last change into the past."""
    await execute(
        service,
        "UPDATE bulk_enrollments SET updated_at = now() - CAST(:time AS interval) WHERE id = :id",
        time=time,
        id=bulk["id"],
    )


async def test_an_ended_file_forgets_its_people(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    finished = await confirmed(service, client, us, people(2), batch)
    assert finished["people_until"] is None
    await pay(service)
    cancelled = await checked(service, client, us, people(1), batch)
    await press(client, us, cancelled, "cancel")
    open_ = await checked(service, client, us, [*people(3)][2:], batch)
    for bulk in (finished, cancelled, open_):
        await let_pass(service, bulk, KEPT - timedelta(minutes=1))
    assert await empty(service) == 0

    finished = await read(client, us, finished)
    ended = datetime.fromisoformat(finished["updated_at"])
    assert datetime.fromisoformat(finished["people_until"]) == ended + KEPT
    for bulk in (finished, cancelled, open_):
        await let_pass(service, bulk, KEPT + timedelta(minutes=1))
    assert [await empty(service) for _ in range(3)] == [1, 1, 0]

    for bulk, states in ((finished, ["enrolled"] * 2), (cancelled, ["valid"])):
        rows = await rows_of(client, us, bulk)
        assert [row["cells"] for row in rows] == [{}] * len(states)
        assert [row["state"] for row in rows] == states
    left = "SELECT count(*) FROM bulk_rows WHERE id_number IS NOT NULL OR email IS NOT NULL"
    assert await scalar(service, left) == 1, "of the open file"
    left = "SELECT count(*) FROM bulk_rows WHERE CAST(bulk_rows AS text) ~ 'Huda|هدى|@'"
    assert await scalar(service, left) == 1, "of the open file"
    finished = await read(client, us, finished)
    assert (finished["status"], finished["confirmed"]) == ("finished", 2)
    emptied = await scalar(
        service, "SELECT emptied_at FROM bulk_enrollments WHERE id = :id", id=finished["id"]
    )
    assert datetime.fromisoformat(finished["people_until"]) == emptied
