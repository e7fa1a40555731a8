"""Batches: permissions, changes and forbidden transitions."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from catalog.batches.models import Batch
from catalog.batches.schemas import BatchRead
from catalog.trainings.models import TrainingStatus
from contracts.audit import CatalogAuditRecorded
from contracts.catalog import BatchStatus, BatchUpdated
from contracts.enrollment import SeatsChanged
from kit.database.db import AsyncSession, utc_now
from kit.testing import Actor, Client, ServiceUnderTest

from services.catalog.tests.factories import (
    batch_json,
    make_batch,
    make_city,
    make_country,
    make_training,
    meeting,
)

START = utc_now() + timedelta(days=20)


class TestCreate:
    async def test_makes_a_draft_that_lasts_from_its_first_session_to_its_last(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        city = await make_city(session, await make_country(session))
        body = batch_json(
            training_id=str(training.id), mode="in_person", city_id=str(city.id), venue_en="Hall"
        )
        body["sessions"].reverse()
        answer = await client.post("batches", json=body, headers=owner.headers)
        assert answer.status_code == 201, answer.text
        batch = answer.json()
        assert (batch["status"], batch["availability"]) == ("draft", "not_open")
        assert batch["city"] == {"id": str(city.id), "name_en": "Jeddah", "name_ar": "جدة"}
        assert [meeting["title_en"] for meeting in batch["sessions"]] == ["Day 1", "Day 2"]
        assert batch["starts_at"] == batch["sessions"][0]["starts_at"]
        assert batch["ends_at"] == batch["sessions"][1]["ends_at"]
        assert batch["payment_window_hours"] == 48
        (event,) = await service.published(BatchUpdated)
        assert (str(event.batch_id), event.status, event.city_ar) == (batch["id"], "draft", "جدة")
        assert (event.capacity, event.price_minor) == (12, 1_250_00)
        assert event.payment_window_minutes == 2880

    @pytest.mark.parametrize(
        ("change", "field", "word"),
        [
            ({"sessions": []}, "sessions", "item"),
            (
                # In the order of the request.
                {"sessions": [meeting(START + timedelta(hours=1)), meeting(START)]},
                "sessions.0.starts_at",
                "before the previous",
            ),
            ({"sessions": [meeting(START, hours=-1)]}, "sessions.0.ends_at", "after the start"),
            ({"mode": "in_person"}, "city_id", "city"),
            ({"mode": "in_person", "city_id": str(uuid4())}, "city_id", "find this city"),
            ({"capacity": 0}, "capacity", "greater"),
            ({"price_minor": -1}, "price_minor", "greater"),
            ({"price_minor": 12.5}, "price_minor", "fraction"),
            ({"price_minor": None}, "price_minor", "integer"),
            ({"currency": "USD"}, "currency", "SAR"),
            (
                {"enrollment_closes_at": (START + timedelta(hours=1)).isoformat()},
                "enrollment_closes_at",
                "closing time before",
            ),
            (
                {"enrollment_opens_at": (START + timedelta(days=9)).isoformat()},
                "enrollment_closes_at",
                "after enrollment opens",
            ),
            ({"enrollment_opens_at": "2026-01-01T00:00:00"}, "enrollment_opens_at", "timezone"),
        ],
    )
    async def test_422_and_nothing_made(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
        change: dict[str, Any],
        field: str,
        word: str,
    ) -> None:
        training = await make_training(session, organization_id)
        body = batch_json(training_id=str(training.id), **change)
        answer = await client.post("batches", json=body, headers=owner.headers)
        assert answer.status_code == 422
        (problem,) = answer.json()["fields"]
        assert (problem["field"], word in problem["message"]) == (field, True), problem
        managed = await client.get("batches/managed", headers=owner.headers)
        assert managed.json()["meta"]["total"] == 0

    async def test_404_for_a_foreign_training_and_409_for_an_archived_one(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        body = batch_json(training_id=str(training.id))
        foreign = await client.post("batches", json=body, headers=stranger.headers)
        assert foreign.status_code == 404
        training.status = TrainingStatus.ARCHIVED
        await session.commit()
        archived = await client.post("batches", json=body, headers=owner.headers)
        assert (archived.status_code, archived.json()["code"]) == (409, "training.archived")

    async def test_only_an_organization(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        staff_admin: Actor,
        super_admin: Actor,
        candidate: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        body = batch_json(training_id=str(training.id))
        assert (await client.post("batches", json=body)).status_code == 401
        for somebody in (staff_admin, super_admin, candidate):
            answer = await client.post("batches", json=body, headers=somebody.headers)
            assert answer.status_code == 403


class TestUpdate:
    async def test_changes_it_and_keeps_the_sessions_that_are_named(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        staff_admin: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        (kept,) = (await client.get(f"batches/{batch.id}")).json()["sessions"]
        body = batch_json(version=1, payment_window_hours=5)
        body["sessions"][0]["id"] = kept["id"]
        answer = await client.put(f"batches/{batch.id}", json=body, headers=staff_admin.headers)
        assert answer.status_code == 200, answer.text
        changed = answer.json()
        assert (changed["version"], changed["payment_window_hours"]) == (2, 5)
        assert changed["sessions"][0]["id"] == kept["id"]
        assert changed["sessions"][0]["starts_at"] != kept["starts_at"]
        (event,) = await service.published(BatchUpdated)
        assert (event.capacity, event.payment_window_minutes) == (12, 300)
        shown = await client.get(f"batches/{batch.id}")
        assert BatchRead.model_validate_json(shown.content) == BatchRead.model_validate(changed)
        # The audit trail shows the move, even of a session in the middle.
        entries = await service.published(CatalogAuditRecorded)
        (entry,) = [entry for entry in entries if entry.noun == "batch"]
        assert (len(entry.before["sessions"]), len(entry.after["sessions"])) == (1, 2)
        assert entry.organization_id == organization_id

    async def test_of_two_editors_the_second_is_refused(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        answers = await asyncio.gather(
            *(
                client.put(
                    f"batches/{batch.id}",
                    json=batch_json(version=1, capacity=capacity),
                    headers=owner.headers,
                )
                for capacity in (20, 30)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        winner = next(answer for answer in answers if answer.status_code == 200).json()
        shown = (await client.get(f"batches/{batch.id}")).json()
        assert (shown["capacity"], shown["version"]) == (winner["capacity"], 2)

    async def test_422_for_a_code_that_the_organization_uses_already(
        self, client: httpx.AsyncClient, session: AsyncSession, owner: Actor, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training)
        await make_batch(session, training, code="WHS-909-1")
        body = batch_json(code="WHS-909-1", version=1)
        answer = await client.put(f"batches/{batch.id}", json=body, headers=owner.headers)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == ["code"]

    async def test_409_with_a_code_and_nothing_changed(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        full = await make_batch(session, training, seats_taken=8)
        cancelled = await make_batch(session, training, status=BatchStatus.CANCELLED)
        answer = await client.put(
            f"batches/{full.id}", json=batch_json(version=1, capacity=7), headers=owner.headers
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "batch.capacity_below_taken")
        (problem,) = answer.json()["fields"]
        assert (problem["field"], "8" in problem["message"]) == ("capacity", True)
        for batch, change, code in (
            (full, {"version": 2}, "resource.edit_conflict"),
            (cancelled, {"version": 1}, "batch.cancelled"),
        ):
            answer = await client.put(
                f"batches/{batch.id}", json=batch_json(**change), headers=owner.headers
            )
            assert (answer.status_code, answer.json()["code"]) == (409, code)
        await session.refresh(full)
        assert (full.capacity, full.version) == (10, 1)

    async def test_what_people_enrolled_in_is_neither_past_nor_moved_into_the_past(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        past = utc_now() - timedelta(days=2)
        dates = {
            "sessions": [meeting(past)],
            "enrollment_opens_at": (past - timedelta(days=9)).isoformat(),
            "enrollment_closes_at": (past - timedelta(days=1)).isoformat(),
        }

        async def change(batch: Batch, **changes: Any) -> httpx.Response:
            body = batch_json(version=1, **changes)
            return await client.put(f"batches/{batch.id}", json=body, headers=owner.headers)

        over = await make_batch(session, training, starts_in=-9)
        answer = await change(over)
        assert (answer.status_code, answer.json()["code"]) == (409, "batch.ended")
        coming = await make_batch(session, training)
        answer = await change(coming, **dates)
        assert answer.status_code == 422
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == ("sessions", "batch.in_past")
        assert await service.published(BatchUpdated) == []
        draft = await make_batch(session, training, status=BatchStatus.DRAFT)
        assert (await change(draft, **dates)).status_code == 200

    async def test_401_403_and_404(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        staff: Actor,
        stranger: Actor,
        candidate: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        for method, action in (("PUT", ""), ("POST", "/publish"), ("POST", "/cancel")):
            for who, id_, status in (
                (None, batch.id, 401),
                (staff, batch.id, 403),
                (candidate, batch.id, 403),
                (stranger, batch.id, 404),
                (owner, uuid4(), 404),
            ):
                answer = await client.request(
                    method,
                    f"batches/{id_}{action}",
                    json=batch_json(version=1),
                    headers=who.headers if who else None,
                )
                assert answer.status_code == status, (method, action, status)


class TestManaged:
    async def test_lists_the_organizations_own_of_every_status_and_time(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        staff: Actor,
        stranger: Actor,
        super_admin: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        past = await make_batch(session, training, starts_in=-30)
        draft = await make_batch(session, training, status=BatchStatus.DRAFT, code="FLT-110-3")

        async def ids(who: Actor | Client, **params: Any) -> list[str]:
            answer = await client.get("batches/managed", params=params, headers=who.headers)
            assert answer.status_code == 200
            return [batch["id"] for batch in answer.json()["data"]]

        assert await ids(staff) == await ids(super_admin) == [str(draft.id), str(past.id)]
        partner = Client(organization_id, frozenset({"view-batch"}))
        assert await ids(partner) == await ids(staff)
        assert await ids(Client(permissions=partner.permissions)) == []
        assert await ids(staff, status="draft") == [str(draft.id)]
        assert await ids(staff, search="flt-110-3") == [str(draft.id)]
        assert await ids(staff, phase="ended", training_id=training.id) == [str(past.id)]
        assert await ids(stranger) == []
        path = f"batches/managed/{draft.id}"
        assert (await client.get(path, headers=staff.headers)).status_code == 200
        assert (await client.get(path, headers=stranger.headers)).status_code == 404

    async def test_401_and_403(self, client: httpx.AsyncClient, candidate: Actor) -> None:
        for path in ("batches/managed", f"batches/managed/{uuid4()}"):
            assert (await client.get(path)).status_code == 401
            assert (await client.get(path, headers=candidate.headers)).status_code == 403


class TestConcurrentSeats:
    async def test_an_edit_and_a_count_of_seats_at_once_keep_both(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        await asyncio.gather(
            *(
                service.deliver(
                    SeatsChanged(batch_id=batch.id, capacity=10, taken=taken, waiting=0),
                    sequence=taken,
                )
                for taken in range(1, 6)
            ),
            client.put(
                f"batches/{batch.id}",
                json=batch_json(version=1, capacity=11),
                headers=owner.headers,
            ),
        )
        row = await session.get(Batch, batch.id, populate_existing=True)
        assert row
        assert (row.seats_taken, row.capacity, row.version) == (5, 11, 2)
