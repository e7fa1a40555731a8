"""Calendar of the dashboard, iCalendar files of batches, and feed links."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
from catalog.batches.models import Batch, BatchSession
from catalog.calendars.models import CalendarFeed
from catalog.replicas.models import Trainer
from icalendar import Calendar
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import select, update
from sqlmodel import col

from services.catalog.tests.factories import make_batch, make_training, store


def summaries(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    return [str(event["summary"]) for event in Calendar.from_ical(answer.content).events]


async def change_sessions(session: AsyncSession, batch: Batch, **changes: object) -> None:
    is_its = col(BatchSession.batch_id) == batch.id
    await session.execute(update(BatchSession).where(is_its).values(**changes))
    await session.commit()


class TestCalendar:
    async def test_shows_the_sessions_of_the_days_and_filters(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        queries: Any,
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        batches = [await make_batch(session, training, starts_in=10 + day) for day in (0, 1)]
        first, second = (batch.code for batch in batches)
        day = batches[0].starts_at.astimezone(RIYADH).date()

        async def shown(who: Actor, days: int, **filters: str) -> list[str]:
            params = {"first_day": day.isoformat(), "days": str(days)} | filters
            answer = await client.get("batches/calendar", params=params, headers=who.headers)
            assert answer.status_code == 200, answer.text
            assert answer.json()["more"] is False
            return [each["batch_code"] for each in answer.json()["sessions"]]

        with queries() as statements:
            assert await shown(owner, 2) == [first, second]
        assert len(statements) == 1
        assert await shown(owner, 1) == [first]
        assert await shown(owner, 2, search=second) == [second]
        assert await shown(owner, 2, status="draft") == []
        assert await shown(stranger, 2) == []
        for wrong in ({"days": "63"}, {"days": "0"}, {"first_day": "x"}):
            params = {"first_day": day.isoformat(), "days": "1"} | wrong
            answer = await client.get("batches/calendar", params=params, headers=owner.headers)
            assert answer.status_code == 422


class TestFile:
    async def test_is_public_without_the_link_of_the_meeting(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training)
        await change_sessions(session, batch, online_url="https://meet.example/abc")
        answer = await client.get(f"batches/{batch.id}/calendar.ics?language=en")
        assert summaries(answer) == [f"{training.title_en}: Day 1"]
        assert "meet.example" not in answer.text
        assert f'{batch.code}.ics"' in answer.headers["content-disposition"]
        draft = await make_batch(session, training, status="draft")
        assert (await client.get(f"batches/{draft.id}/calendar.ics")).status_code == 404


class TestFeed:
    async def test_is_read_by_whoever_has_the_newest_link(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        await make_batch(session, training)
        given = await make_batch(session, training, starts_in=20)
        giver = actor("trainer", organization_id=organization_id)
        assert giver.profile is not None
        trainer = Trainer(
            id=giver.profile.id,
            organization_id=organization_id,
            name_en="Sara",
            name_ar="سارة",
            active=True,
            source_version=1,
        )
        await store(session, trainer)
        url = "https://meet.example/abc"
        await change_sessions(session, given, trainer_id=trainer.id, online_url=url)

        async def link(who: Actor) -> str:
            answer = await client.post("batches/calendars/mine", headers=who.headers)
            assert answer.status_code == 201, answer.text
            return str(answer.json()["path"]).removeprefix("/api/v1/")

        assert (await client.get("batches/calendars/mine", headers=owner.headers)).json() == {
            "created_at": None
        }
        # Concurrent first requests leave one valid link.
        *made, own = await asyncio.gather(*(link(owner) for _ in range(4)), link(giver))
        (first,) = [path for path in made if (await client.get(path)).status_code == 200]
        assert len(summaries(await client.get(first))) == 2
        answer = await client.get(f"{own}?language=en")
        assert summaries(answer) == [f"{training.title_en}: Day 1"]
        assert url in answer.text
        async with service.database.transaction() as fresh:
            stored = (await fresh.scalars(select(CalendarFeed))).all()
        assert all(first[-47:-4].encode() not in feed.token_hash for feed in stored)
        renewed = await link(owner)
        answers = [await client.get(path) for path in (first, renewed)]
        assert [answer.status_code for answer in answers] == [404, 200]
        # Former trainers lose access.
        trainer.active = False
        await store(session, trainer)
        assert summaries(await client.get(own)) == []
        ended = await client.delete("batches/calendars/mine", headers=owner.headers)
        assert ended.status_code == 204
        assert (await client.get(renewed)).status_code == 404
