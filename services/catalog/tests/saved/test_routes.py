"""Saved batches are private to their candidate."""

import asyncio
from uuid import UUID

import httpx
from catalog.batches.models import Batch
from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, actor

from services.catalog.tests.factories import make_batch, make_training


async def test_batches_are_saved_once_by_whom_they_are_for(
    client: httpx.AsyncClient,
    session: AsyncSession,
    candidate: Actor,
    owner: Actor,
    organization_id: UUID,
) -> None:
    async def saved(who: Actor) -> list[str]:
        found: list[str] = (await client.get("batches/saved", headers=who.headers)).json()[
            "batch_ids"
        ]
        return found

    async def save(*batches: Batch) -> httpx.Response:
        body = {"batch_ids": [str(batch.id) for batch in batches]}
        return await client.post("batches/saved", json=body, headers=candidate.headers)

    training = await make_training(session, organization_id)
    one, other = [await make_batch(session, training, starts_in=day) for day in (3, 4)]
    draft = await make_batch(session, training, starts_in=5, status=BatchStatus.DRAFT)
    # Concurrent requests save a batch once; drafts and unknown IDs are skipped.
    for answer in await asyncio.gather(save(one), save(one, draft)):
        assert answer.status_code == 200, answer.text
    assert await saved(candidate) == [str(one.id)]
    unknown = {"batch_ids": [str(other.id), str(new_id())]}
    answer = await client.post("batches/saved", json=unknown, headers=candidate.headers)
    assert set(answer.json()["batch_ids"]) == {str(one.id), str(other.id)}
    assert await saved(actor("candidate")) == []

    # The list shows only these, identical for every caller.
    listed = (await client.get("batches", params={"id": [str(other.id)]})).json()["data"]
    assert [batch["id"] for batch in listed] == [str(other.id)]

    for _ in range(2):
        gone = await client.delete(f"batches/saved/{one.id}", headers=candidate.headers)
        assert gone.status_code == 204
    assert await saved(candidate) == [str(other.id)]
    too_many = {"batch_ids": [str(new_id()) for _ in range(51)]}
    answer = await client.post("batches/saved", json=too_many, headers=candidate.headers)
    assert answer.status_code == 422
    for headers, status in (({}, 401), (owner.headers, 403)):
        assert (await client.get("batches/saved", headers=headers)).status_code == status
