"""Public responses are cached as bytes and change with their data."""

import asyncio
import time
from uuid import UUID

import httpx
import pytest
from catalog.handlers import BROADCASTS
from contracts.catalog import CatalogueChanged
from contracts.enrollment import SeatsChanged
from contracts.testing import event
from kit.database.db import AsyncSession
from kit.testing import Actor, QueryCounter, ServiceUnderTest, running
from kit.web.cache import ANSWERS
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

    async def test_are_looked_at_now_and_then_while_seats_change_all_the_time(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        organization_id: UUID,
        queries: QueryCounter,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        path = f"batches/{batch.id}"
        monkeypatch.setattr("catalog.batches.seat_changes.queries.BUSY_POLL_SECONDS", 3600.0)
        await client.get(path)
        await service.deliver(event(SeatsChanged, batch_id=batch.id, taken=4, waiting=0))
        with queries() as statements:
            assert (await client.get(path)).json()["seats_left"] == 10
        assert statements == []
        monkeypatch.setattr("catalog.batches.seat_changes.queries.BUSY_POLL_SECONDS", 0.0)
        assert (await client.get(path)).json()["seats_left"] == 6

    async def test_of_another_copy_change_when_it_hears_the_broadcast_or_looks_by_itself(
        self,
        session: AsyncSession,
        service: ServiceUnderTest,
        organization_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        async with running(service.declaration, service.settings) as copy:
            transport = httpx.ASGITransport(app=copy.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://copy") as client:
                path = f"/api/v1/batches/{batch.id}"
                assert (await client.get(path)).json()["seats_left"] == 10
                # This worker receives no broadcast of the change.
                await session.execute(text("UPDATE batches SET seats_taken = 3"))
                await session.commit()
                assert (await client.get(path)).json()["seats_left"] == 10
                BROADCASTS[CatalogueChanged](CatalogueChanged(scope="seats"))
                assert (await client.get(path)).json()["seats_left"] == 7
                # The next broadcast is lost.
                await session.execute(text("UPDATE batches SET seats_taken = 4"))
                await session.commit()
                monkeypatch.setattr("catalog.batches.seat_changes.queries.POLL_SECONDS", 0.0)
                assert (await client.get(path)).json()["seats_left"] == 6

    async def test_of_a_copy_that_hears_nothing_change_within_half_a_minute(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        organization_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The same applies when only time has passed."""
        batch = await make_batch(session, await make_training(session, organization_id))
        path = f"batches/{batch.id}"
        assert (await client.get(path)).json()["availability"] == "open"
        await session.execute(text("UPDATE batches SET starts_at = now()"))
        await session.commit()
        assert (await client.get(path)).json()["availability"] == "open"
        later = time.monotonic() + 31
        monkeypatch.setattr("kit.web.cache.monotonic", lambda: later)
        monkeypatch.setattr("catalog.batches.seat_changes.queries.monotonic", lambda: later)
        assert (await client.get(path)).json()["availability"] == "closed"

    async def test_a_change_of_seats_costs_a_look_and_each_answer_that_shows_it_once(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        organization_id: UUID,
        queries: QueryCounter,
    ) -> None:
        training = await make_training(session, organization_id)
        batch, other = [await make_batch(session, training) for _ in range(2)]
        paths = [
            "batches",
            "batches?sort=price&mode=in_person",
            f"batches/{batch.id}",
            f"batches/{other.id}",
            "trainings?search=warehouse",
            f"trainings/{training.id}",
            "batches/facets",
            "trainings/facets",
            "categories/tree",
            "web",
        ]

        async def answers() -> dict[str, httpx.Response]:
            # Each is requested concurrently by many clients.
            found = await asyncio.gather(*(client.get(path) for path in paths * 10))
            return dict(zip(paths, found, strict=False))

        before = await answers()
        full = event(SeatsChanged, batch_id=batch.id, taken=10, waiting=2)
        await service.deliver(full, sequence=4)
        with queries() as statements:
            after = await answers()
        assert len([each for each in statements if "changed_in" in each]) == 1
        changed = {
            path for path in paths if before[path].headers["etag"] != after[path].headers["etag"]
        }
        assert changed == {
            "batches",
            f"batches/{batch.id}",
            "trainings?search=warehouse",
            f"trainings/{training.id}",
            "batches/facets",
        }
        # One poll, and each response that shows the batch or counts batches.
        assert len(statements) == 1 + len(changed | {"trainings/facets"})
        ANSWERS.of(service.app).clear()
        made = await answers()
        assert {path: made[path].json() for path in paths} == {
            path: after[path].json() for path in paths
        }

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
