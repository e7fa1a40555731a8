"""A copy of the service that dies in the middle of a step: the file goes on to the same result."""

import asyncio
import os
import sys
from uuid import UUID

import httpx
from contracts.enrollment import ChargeRequested, EnrollmentChanged
from contracts.people import PeopleAdmissionRequested, PeopleMatchRequested
from kit.testing import Client, ServiceUnderTest

from services.enrollment.tests.bulk_enrollments.factories import (
    admit,
    check,
    people,
    press,
    read,
    send,
)
from services.enrollment.tests.factories import make_batch, scalar, seats_of

STEP = """
import asyncio, sys
from uuid import UUID
from enrollment.bulk_enrollments.confirm import confirm
from enrollment.bulk_enrollments.schemas import BulkConfirm
from enrollment.main import app
from kit.auth import Partner
from kit.db import Database

async def main(url, step, bulk_id, organization_id):
    async with Database(url).transaction() as session:
        if step == "confirm":
            partner = Partner(UUID(bulk_id), UUID(organization_id), frozenset())
            await confirm(session, partner, UUID(bulk_id), BulkConfirm())
        else:
            await next(each for each in app.sweeps if each.name == step).run(session)

asyncio.run(main(*sys.argv[1:]))
"""


async def die(service: ServiceUnderTest, failpoint: str, step: str, *ids: UUID | str) -> None:
    """Do a step in a process of its own, which dies before the end of its transaction."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STEP, service.database.url, step, *map(str, ids),
        env={**os.environ, "ITQAN_ENV": "test", "ITQAN_FAILPOINT": f"bulk_enrollments.{failpoint}"},
    )  # fmt: skip
    assert await process.wait() == 9


async def test_each_step_may_die(service: ServiceUnderTest, client: httpx.AsyncClient) -> None:
    batch = await make_batch(service)
    program = Client(permissions=frozenset({"create-bulk-enrollments"}))
    bulk = (await send(client, program, people(3), batch)).json()
    ids = bulk["id"], program.organization_id
    await die(service, "rows_checked", "check_bulk_enrollments", *ids)
    assert await service.published(PeopleMatchRequested) == []
    await check(service)
    await die(service, "confirmed", "confirm", *ids)
    assert await seats_of(service, batch) == (10, 0, 0)
    assert (await press(client, program, bulk, "confirm")).status_code == 200
    await die(service, "admission_requested", "request_admission", *ids)
    assert await service.sweep("request_admission") == 3
    await admit(service, ends=False)
    await die(service, "admitted", "end_admission", *ids)
    assert await service.published(ChargeRequested) == []
    assert await service.sweep("end_admission") == 1
    assert (await read(client, program, bulk))["status"] == "awaiting_payment"
    assert await seats_of(service, batch) == (10, 3, 0)
    assert await scalar(service, "SELECT count(*) FROM enrollments") == 3
    for kind, count in (
        (PeopleAdmissionRequested, 1),
        (ChargeRequested, 1),
        (EnrollmentChanged, 3),
    ):
        assert len(await service.published(kind)) == count, kind
