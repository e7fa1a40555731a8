"""Users with an alert are notified of a new batch once, in chunks, while enrollment is open."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from catalog.alerts import service as alerts
from catalog.alerts.models import TrainingAlert
from catalog.batches.models import Batch, BatchMode
from contracts.catalog import BatchAlerted, BatchStatus
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import Actor, ServiceUnderTest

from services.catalog.tests.factories import (
    batch_json,
    make_batch,
    make_city,
    make_country,
    make_training,
    store,
)


async def notified(service: ServiceUnderTest) -> list[list[UUID]]:
    """Run the sweep until nothing is left; return the notified users per event."""
    before = len(await service.published(BatchAlerted))
    while await service.sweep("publish_alerts"):
        pass
    return [list(event.user_ids) for event in (await service.published(BatchAlerted))[before:]]


async def publish(client: httpx.AsyncClient, owner: Actor, batch: Batch) -> None:
    answer = await client.post(f"batches/{batch.id}/publish", headers=owner.headers)
    assert answer.status_code == 200, answer.text


async def test_people_are_notified_of_a_batch_where_they_want_it_in_portions(
    client: httpx.AsyncClient,
    session: AsyncSession,
    service: ServiceUnderTest,
    owner: Actor,
    organization_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alerts, "CHUNK", 2)
    training, other = [await make_training(session, organization_id) for _ in range(2)]
    country = await make_country(session)
    here, there = [await make_city(session, country, name_en=name) for name in "AB"]
    everywhere = [new_id() for _ in range(3)]
    local, elsewhere, late = new_id(), new_id(), new_id()
    for user_id in everywhere:
        await store(session, TrainingAlert(user_id=user_id, training_id=training.id))
    await store(session, TrainingAlert(user_id=new_id(), training_id=other.id))
    for user_id, city in ((local, here), (elsewhere, there)):
        alert = TrainingAlert(user_id=user_id, training_id=training.id, city_id=city.id)
        await store(session, alert)
    draft = await make_batch(
        session, training, status=BatchStatus.DRAFT, mode=BatchMode.IN_PERSON, city_id=here.id
    )
    await publish(client, owner, draft)
    # Users who set an alert now see the batch.
    await store(session, TrainingAlert(user_id=late, training_id=training.id))
    assert await notified(service) == [everywhere[:2], [everywhere[2], local]]
    (event, _) = await service.published(BatchAlerted)
    assert (event.batch_id, event.city_en) == (draft.id, "A")
    assert event.starts_at == draft.starts_at
    assert await notified(service) == []

    # An online batch has no city.
    online = await make_batch(session, training, status=BatchStatus.DRAFT)
    await publish(client, owner, online)
    assert await notified(service) == [everywhere[:2], [everywhere[2], late]]


async def test_another_city_or_date_is_notified_and_another_price_is_not(
    client: httpx.AsyncClient,
    session: AsyncSession,
    service: ServiceUnderTest,
    owner: Actor,
    organization_id: UUID,
) -> None:
    training, user_id = await make_training(session, organization_id), new_id()
    batch = await make_batch(session, training)
    await store(session, TrainingAlert(user_id=user_id, training_id=training.id))
    body = batch_json(code=batch.code)

    async def change(version: int, **changes: object) -> None:
        json = body | {"version": version} | changes
        answer = await client.put(f"batches/{batch.id}", json=json, headers=owner.headers)
        assert answer.status_code == 200, answer.text

    await change(1)
    assert await notified(service) == [[user_id]]
    await change(2, price_minor=1)
    assert await notified(service) == []


@pytest.mark.parametrize("ended", ["cancelled", "started", "closed"])
async def test_nothing_is_said_of_a_batch_that_nobody_can_enroll_in_any_more(
    client: httpx.AsyncClient,
    session: AsyncSession,
    service: ServiceUnderTest,
    owner: Actor,
    organization_id: UUID,
    ended: str,
) -> None:
    training = await make_training(session, organization_id)
    await store(session, TrainingAlert(user_id=new_id(), training_id=training.id))
    batch = await make_batch(session, training, status=BatchStatus.DRAFT)
    await publish(client, owner, batch)
    await session.refresh(batch)
    if ended == "cancelled":
        await client.post(f"batches/{batch.id}/cancel", headers=owner.headers)
    elif ended == "started":
        batch.starts_at = utc_now() - timedelta(minutes=1)
    else:
        batch.enrollment_closes_at = utc_now() - timedelta(minutes=1)
    await session.commit()
    assert await notified(service) == []
    assert await service.sweep("publish_alerts") == 0
