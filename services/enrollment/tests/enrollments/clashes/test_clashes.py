"""Overlapping batches: warnings before enrolling and before rescheduling."""

from datetime import datetime, timedelta
from typing import Any

import httpx
from contracts.catalog import BatchMeeting
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest

from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    enrolled,
    make_batch,
    now,
    organization_of,
)

MONDAY = (now() + timedelta(days=30)).replace(microsecond=0)


def meets(*starts: datetime) -> dict[str, Any]:
    """Build a batch's times: sessions of four hours."""
    sessions = tuple(
        BatchMeeting(
            id=new_id(),
            title_en="Day",
            title_ar="يوم",
            starts_at=start,
            ends_at=start + timedelta(hours=4),
            venue_en="",
            venue_ar="",
            online_url=None,
        )
        for start in starts
    )
    return {
        "sessions": sessions,
        "starts_at": sessions[0].starts_at,
        "ends_at": sessions[-1].ends_at,
    }


async def test_whoever_would_be_in_two_batches_at_once_hears_of_it(
    service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
) -> None:
    tuesday = MONDAY + timedelta(days=1)
    first = await make_batch(service, **meets(MONDAY, tuesday))
    # It overlaps the second day, in another organization; the last batch starts when it ends.
    second = await make_batch(service, **meets(tuesday + timedelta(hours=3)))
    after = await make_batch(service, **meets(tuesday + timedelta(hours=4)))
    person, other = candidate(), candidate()
    await enrolled(client, person, first)
    await enrolled(client, other, first)

    async def clashes(batch: Any, who: Actor = person) -> httpx.Response:
        params = {"batch_id": str(batch.batch_id)}
        return await client.get("enrollments/clashes", params=params, headers=who.headers)

    answer = await clashes(second)
    assert answer.status_code == 200, answer.text
    (found,) = answer.json()
    assert found["batch"]["id"] == str(first.batch_id)
    assert datetime.fromisoformat(found["clashes_at"]) == tuesday
    assert (await clashes(after)).json() == (await clashes(first)).json() == []
    assert (await clashes(second, candidate())).json() == []
    assert (await clashes(second, organization_of(first))).status_code == 403

    # Overlaps do not prevent enrolling; the organization sees their number.
    await enrolled(client, person, second)
    path = f"enrollments/of-batch/{first.batch_id}/clashes"

    owner = organization_of(first)

    async def people(*starts: datetime, who: Actor = owner) -> httpx.Response:
        body = {
            "sessions": [
                {"starts_at": at.isoformat(), "ends_at": (at + timedelta(hours=4)).isoformat()}
                for at in starts
            ]
        }
        return await client.post(path, json=body, headers=who.headers)

    with queries() as counted:
        answer = await people(MONDAY, tuesday)
    assert (answer.status_code, answer.json()) == (200, {"people": 1})
    assert len(counted) == 2
    assert (await people(MONDAY)).json() == {"people": 0}
    assert (await people(MONDAY, who=organization_of(second))).status_code == 404
    assert (await people(MONDAY, who=person)).status_code == 403
    assert (await client.post(path, json={"sessions": []})).status_code == 401
    # Cancelled batches do not overlap.
    cancelled = batch_updated(**second.model_dump() | {"status": "cancelled"})
    await service.deliver(cancelled, sequence=2)
    assert (await people(MONDAY, tuesday)).json() == {"people": 0}
    assert (await clashes(first)).json() == []
