"""Publishing and cancelling batches."""

import asyncio
from uuid import UUID

import httpx
from catalog.batches.models import Batch
from catalog.trainings.models import TrainingStatus
from contracts.catalog import BatchStatus, BatchUpdated
from kit.database.db import AsyncSession
from kit.testing import Actor, ServiceUnderTest, eventually
from sqlalchemy import select, text
from sqlmodel import col

from services.catalog.tests.factories import make_batch, make_training


class TestPublish:
    async def test_opens_it_to_the_public(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training, status=BatchStatus.DRAFT)
        assert (await client.get(f"batches/{batch.id}")).status_code == 404
        assert (await client.get("batches/no-id")).status_code == 404
        assert (await client.get("batches")).json()["data"] == []
        answer = await client.post(f"batches/{batch.id}/publish", headers=owner.headers)
        assert (answer.status_code, answer.json()["availability"]) == (200, "open")
        (shown,) = (await client.get("batches")).json()["data"]
        assert shown["id"] == str(batch.id)
        (event,) = await service.published(BatchUpdated)
        assert event.status == "published"

    async def test_409_when_the_state_does_not_allow_it(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        hidden = await make_training(session, organization_id, status=TrainingStatus.DRAFT)
        for batch, code in (
            (await make_batch(session, training), "batch.already_published"),
            (
                await make_batch(session, training, status=BatchStatus.CANCELLED),
                "batch.cancelled",
            ),
            (
                await make_batch(session, training, starts_in=-9, status=BatchStatus.DRAFT),
                "batch.ended",
            ),
            (
                await make_batch(session, hidden, status=BatchStatus.DRAFT),
                "training.not_published",
            ),
        ):
            answer = await client.post(f"batches/{batch.id}/publish", headers=owner.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, code)

    async def test_a_training_is_not_archived_while_its_batch_is_published(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training, status=BatchStatus.DRAFT)
        # The publishing request has read the training by then, and waits for the batch.
        await session.execute(select(Batch).where(col(Batch.id) == batch.id).with_for_update())
        publishing = asyncio.create_task(
            client.post(f"batches/{batch.id}/publish", headers=owner.headers)
        )
        await waiting_for_locks(service, 1)
        archiving = asyncio.create_task(
            client.post(f"trainings/{training.id}/archive", headers=owner.headers)
        )
        await waiting_for_locks(service, 2)
        await session.rollback()
        published, refused = await asyncio.gather(publishing, archiving)
        assert published.status_code == 200
        assert (refused.status_code, refused.json()["code"]) == (
            409,
            "training.used_by_batches",
        )


async def waiting_for_locks(service: ServiceUnderTest, count: int) -> None:
    """Wait until this many of the service's statements wait for a lock."""
    statement = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )

    async def wait() -> bool:
        async with service.database.engine.connect() as connection:
            waiting: int = (await connection.execute(statement)).scalar_one()
            return waiting == count

    await eventually(wait, seconds=60)


class TestCancel:
    async def test_takes_it_off_the_list_and_still_shows_it_to_its_candidates(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        answer = await client.post(f"batches/{batch.id}/cancel", headers=owner.headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
        assert (await client.get("batches")).json()["data"] == []
        shown = await client.get(f"batches/{batch.id}")
        assert shown.json()["availability"] == "cancelled"
        (event,) = await service.published(BatchUpdated)
        assert event.status == "cancelled"
        again = await client.post(f"batches/{batch.id}/cancel", headers=owner.headers)
        assert (again.status_code, again.json()["code"]) == (409, "batch.cancelled")

    async def test_409_when_it_is_over(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training, starts_in=-9)
        answer = await client.post(f"batches/{batch.id}/cancel", headers=owner.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "batch.ended")
