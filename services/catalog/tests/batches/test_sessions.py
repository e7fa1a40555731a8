"""Sessions of a batch: planned by a rule, with venue, link and trainer, and their clashes."""

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from catalog.replicas.models import Trainer
from contracts.catalog import BatchUpdated
from kit.database.db import AsyncSession, new_id, utc_now
from kit.domain.timezone import RIYADH
from kit.testing import Actor, ServiceUnderTest

from services.catalog.tests.factories import (
    batch_json,
    make_batch,
    make_city,
    make_country,
    make_training,
    meeting,
    store,
)

START = (utc_now() + timedelta(days=20)).replace(microsecond=0)
RULE = {
    "title_en": "Session",
    "title_ar": "الجلسة",
    "weekdays": ["sunday", "monday", "tuesday", "wednesday", "thursday"],
    "first_day": "2027-03-04",
    "starts_at": "09:00",
    "ends_at": "13:00",
}


async def a_trainer(session: AsyncSession, organization_id: UUID, name: str = "Sara") -> Trainer:
    row = Trainer(
        id=new_id(),
        organization_id=organization_id,
        name_en=name,
        name_ar="سارة",
        active=True,
        source_version=1,
    )
    await store(session, row)
    return row


class TestRule:
    async def test_sundays_to_thursdays_eight_times_not_on_a_holiday(
        self, client: httpx.AsyncClient, owner: Actor
    ) -> None:
        # A Thursday, before a weekend; the next Monday is a holiday.
        body = RULE | {"count": 8, "except_days": ["2027-03-08"]}
        answer = await client.post("batches/sessions", json=body, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        sessions = answer.json()["sessions"]
        starts = [datetime.fromisoformat(each["starts_at"]) for each in sessions]
        days = [start.astimezone(RIYADH).strftime("%d %H:%M") for start in starts]
        assert days == [f"{day:02} 09:00" for day in (4, 7, 9, 10, 11, 14, 15, 16)]
        assert datetime.fromisoformat(sessions[0]["ends_at"]) - starts[0] == timedelta(hours=4)
        assert (sessions[7]["title_en"], sessions[7]["title_ar"]) == ("Session 8", "الجلسة 8")
        until = RULE | {"last_day": "2027-03-09"}
        answer = await client.post("batches/sessions", json=until, headers=owner.headers)
        assert len(answer.json()["sessions"]) == 4

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"count": 10_000}, "count"),
            ({}, "count"),
            ({"last_day": "2199-12-31"}, "last_day"),
            ({"last_day": "2027-03-03"}, "last_day"),
            ({"last_day": "2027-03-04", "except_days": ["2027-03-04"]}, "last_day"),
            ({"count": 1, "ends_at": "09:00"}, "ends_at"),
            ({"count": 1, "weekdays": []}, "weekdays"),
            ({"count": 1, "first_day": "9999-12-31"}, "first_day"),
            ({"count": 1, "except_days": ["2027-03-04"] * 121}, "except_days"),
        ],
    )
    async def test_422_at_the_field(
        self, client: httpx.AsyncClient, owner: Actor, change: dict[str, Any], field: str
    ) -> None:
        answer = await client.post("batches/sessions", json=RULE | change, headers=owner.headers)
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]


class TestOwnPlace:
    async def test_the_public_sees_the_place_and_the_trainer_and_not_the_link(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        batch = await make_batch(session, await make_training(session, organization_id))
        trainer = await a_trainer(session, organization_id)
        own = {
            "venue_en": "Hall 2",
            "online_url": "https://meet.example/abc",
            "trainer_id": str(trainer.id),
        }
        body = batch_json(version=1, venue_en="Hall 1")
        body["sessions"][1] |= own
        answer = await client.put(f"batches/{batch.id}", json=body, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        first, second = answer.json()["sessions"]
        assert {name: second[name] for name in own} == own
        assert (first["online_url"], second["trainer_en"]) == (None, "Sara")
        shown = await client.get(f"batches/{batch.id}")
        assert shown.json()["sessions"][1]["venue_en"] == "Hall 2"
        assert "meet.example" not in shown.text
        (event,) = await service.published(BatchUpdated)
        assert [each.venue_en for each in event.sessions] == ["Hall 1", "Hall 2"]
        assert event.sessions[1].online_url == own["online_url"]

    async def test_is_refused_where_it_is_nobodys(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        foreign = await a_trainer(session, new_id())
        for wrong, field in (
            ({"trainer_id": str(foreign.id)}, "sessions.0.trainer_id"),
            ({"trainer_id": str(uuid4())}, "sessions.0.trainer_id"),
            ({"online_url": "javascript:alert(1)"}, "sessions.0.online_url"),
        ):
            body = batch_json(training_id=str(training.id), sessions=[meeting(START) | wrong])
            answer = await client.post("batches", json=body, headers=owner.headers)
            assert answer.status_code == 422
            assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        managed = await client.get("batches/managed", headers=owner.headers)
        assert managed.json()["meta"]["total"] == 0


class TestClashes:
    async def test_of_trainers_and_venues_are_shown_and_cancelled_batches_have_none(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        trainer = await a_trainer(session, organization_id)
        city = await make_city(session, await make_country(session))
        other = await make_batch(
            session,
            training,
            trainer_id=trainer.id,
            city_id=city.id,
            venue_en="Hall 1",
            venue_ar="القاعة ١",
        )
        during = other.starts_at + timedelta(hours=1)
        asked = {
            "trainer_id": str(trainer.id),
            "city_id": str(city.id),
            "venue_en": "hall 1",
            "sessions": [meeting(other.ends_at), meeting(during, hours=1)],
        }

        async def clashes(**changes: Any) -> list[tuple[str, int, str]]:
            body = asked | changes
            answer = await client.post("batches/clashes", json=body, headers=owner.headers)
            assert answer.status_code == 200, answer.text
            return [(c["kind"], c["session"], c["name_en"]) for c in answer.json()["clashes"]]

        by_trainer, by_venue = ("trainer", 1, "Sara"), ("venue", 1, "Hall 1")
        assert await clashes() == [by_trainer, by_venue]
        assert await clashes(trainer_id=None) == [by_venue]
        assert await clashes(city_id=None) == [by_trainer]
        assert await clashes(venue_en="Hall 2") == [by_trainer]
        assert await clashes(venue_en="", venue_ar="القاعه ١") == [by_trainer, by_venue]
        assert await clashes(batch_id=str(other.id)) == []
        answer = await client.post("batches/clashes", json=asked, headers=stranger.headers)
        assert answer.json()["clashes"] == []
        foreign = asked | {"batch_id": str(other.id)}
        answer = await client.post("batches/clashes", json=foreign, headers=stranger.headers)
        assert answer.status_code == 404
        await client.post(f"batches/{other.id}/cancel", headers=owner.headers)
        assert await clashes() == []

    async def test_a_trainer_in_two_places_is_refused_until_it_is_confirmed(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        trainer = await a_trainer(session, organization_id)
        bodies = [
            batch_json(training_id=str(training.id), trainer_id=str(trainer.id), code=code)
            for code in ("B-1", "B-2")
        ]
        # Without the lock, concurrent requests would miss each other's rows.
        answers = await asyncio.gather(
            *(client.post("batches", json=body, headers=owner.headers) for body in bodies)
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (refused,) = [
            (answer, body)
            for answer, body in zip(answers, bodies, strict=True)
            if answer.status_code == 409
        ]
        assert refused[0].json()["code"] == "trainer.double_booked"
        confirmed = refused[1] | {"accept_clashes": True}
        answer = await client.post("batches", json=confirmed, headers=owner.headers)
        assert answer.status_code == 201
        # An existing clash does not prevent a session of another trainer.
        batch = answer.json()
        change = confirmed | {"version": batch["version"], "accept_clashes": False}
        del change["training_id"]
        answer = await client.put(f"batches/{batch['id']}", json=change, headers=owner.headers)
        assert answer.status_code == 409
        change["trainer_id"] = None
        answer = await client.put(f"batches/{batch['id']}", json=change, headers=owner.headers)
        assert answer.status_code == 200


class TestTerms:
    async def test_become_only_better_once_somebody_is_in_it(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training, seats_taken=1, kept_percent=50)

        async def change(**changes: Any) -> httpx.Response:
            body = batch_json(version=1, kept_percent=50) | changes
            return await client.put(f"batches/{batch.id}", json=body, headers=owner.headers)

        for worse in ({"kept_percent": 51}, {"free_cancellation_hours": 49}):
            answer = await change(**worse)
            assert answer.status_code == 422
            (problem,) = answer.json()["fields"]
            assert (problem["field"], problem["code"]) == (*worse, "batch.policy_worse")
        for wrong, field in (
            ({"minimum": 13}, "minimum"),
            ({"kept_percent": 101}, "kept_percent"),
            ({"free_cancellation_hours": -1}, "free_cancellation_hours"),
            ({"capacity": 0}, "capacity"),
            ({"price_10_minor": 1_250_01}, "price_10_minor"),
            ({"price_50_minor": 1_250_01}, "price_50_minor"),
            ({"price_10_minor": 900_00, "price_50_minor": 900_01}, "price_50_minor"),
            ({"price_50_minor": -1}, "price_50_minor"),
        ):
            answer = await change(**wrong)
            assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)
        prices = {"price_10_minor": 900_00, "price_50_minor": 900_00}
        terms = {"free_cancellation_hours": 24, "waiting_list": False, "minimum": 3}
        answer = await change(**terms, **prices)
        assert answer.status_code == 200, answer.text
        changed = answer.json()
        assert (changed["minimum"], changed["waiting_list"]) == (3, False)
        (event,) = await service.published(BatchUpdated)
        assert (event.free_cancellation_hours, event.kept_percent) == (24, 50)
        assert event.waiting_list is False
        assert (changed["price_10_minor"], event.price_50_minor) == (900_00, 900_00)
