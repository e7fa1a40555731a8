"""Public answers are kept as bytes and change with their data."""

import time
from uuid import UUID

import httpx
import pytest
from catalog.handlers import BROADCASTS
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.testing import event
from kit.db import AsyncSession
from kit.testing import Actor, ServiceUnderTest, running
from sqlalchemy import text

from services.catalog.tests.factories import batch_json, make_batch, make_training


class TestKeptAnswers:
    async def test_are_confirmed_by_their_etag(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        await make_batch(session, await make_training(session, organization_id))
        first = await client.get("batches")
        assert first.headers["cache-control"] == "no-cache"
        etag = first.headers["etag"]
        same = await client.get("batches", headers={"if-none-match": f'"other", {etag}'})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", etag)
        other = await client.get("batches", headers={"if-none-match": '"other"'})
        assert (other.status_code, other.content) == (200, first.content)

    async def test_change_with_an_edit(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        before = await client.get("batches")
        body = batch_json(version=1, capacity=33)
        await client.put(f"batches/{batch.id}", json=body, headers=owner.headers)
        after = await client.get("batches", headers={"if-none-match": before.headers["etag"]})
        assert after.status_code == 200
        assert after.json()["data"][0]["capacity"] == 33

    async def test_change_with_the_seats_that_enrollment_publishes(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        path = f"batches/{batch.id}"
        assert (await client.get(path)).json()["seats_left"] == 10
        full = event(SeatsChanged, batch_id=batch.id, taken=10, waiting=2)
        await service.deliver(full, sequence=4)
        shown = (await client.get(path)).json()
        assert (shown["seats_left"], shown["waiting"]) == (0, 2)
        assert shown["availability"] == "full"

    async def test_of_another_copy_change_when_it_hears_the_broadcast(
        self, session: AsyncSession, service: ServiceUnderTest, organization_id: UUID
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        async with running(service.declaration, service.settings) as copy:
            transport = httpx.ASGITransport(app=copy.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://copy") as client:
                path = f"/api/v1/batches/{batch.id}"
                assert (await client.get(path)).json()["seats_left"] == 10
                # This copy does not hear of a change that nobody broadcasts.
                await session.execute(text("UPDATE batches SET seats_taken = 3"))
                await session.commit()
                assert (await client.get(path)).json()["seats_left"] == 10
                BROADCASTS[CatalogueChanged](CatalogueChanged(scope="batches"))
                assert (await client.get(path)).json()["seats_left"] == 7

    async def test_of_a_copy_that_hears_nothing_change_within_half_a_minute(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        organization_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """So they do when nothing but time has passed."""
        batch = await make_batch(session, await make_training(session, organization_id))
        path = f"batches/{batch.id}"
        assert (await client.get(path)).json()["availability"] == "open"
        await session.execute(text("UPDATE batches SET starts_at = now()"))
        await session.commit()
        assert (await client.get(path)).json()["availability"] == "open"
        later = time.monotonic() + 31
        monkeypatch.setattr(time, "monotonic", lambda: later)
        assert (await client.get(path)).json()["availability"] == "closed"

    async def test_an_error_is_not_kept(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        batch = await make_batch(
            session, await make_training(session, organization_id), status="draft"
        )
        assert (await client.get(f"batches/{batch.id}")).status_code == 404
        await session.execute(text("UPDATE batches SET status = 'published'"))
        await session.commit()
        assert (await client.get(f"batches/{batch.id}")).status_code == 200
