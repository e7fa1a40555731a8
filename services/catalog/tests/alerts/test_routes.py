"""Candidates set and delete their own alerts."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from catalog.alerts import service as alerts
from catalog.trainings.models import TrainingStatus
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, actor

from services.catalog.tests.factories import make_city, make_country, make_training


async def alerts_of(client: httpx.AsyncClient, who: Actor) -> list[dict[str, Any]]:
    answer = await client.get("trainings/alerts", headers=who.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_an_alert_is_set_once_and_ended_by_whom_it_is_for(
    client: httpx.AsyncClient,
    session: AsyncSession,
    candidate: Actor,
    owner: Actor,
    organization_id: UUID,
) -> None:
    async def create(**body: UUID) -> httpx.Response:
        json = {name: str(value) for name, value in body.items()}
        return await client.post("trainings/alerts", json=json, headers=candidate.headers)

    training = await make_training(session, organization_id)
    city = await make_city(session, await make_country(session))
    # Concurrent requests create one alert.
    answers = await asyncio.gather(*(create(training_id=training.id) for _ in range(2)))
    assert [answer.status_code for answer in answers] == [200, 200]
    (alert,) = await alerts_of(client, candidate)
    assert answers[0].json() == answers[1].json() == alert
    assert alert["training"] == {
        "id": str(training.id),
        "title_en": training.title_en,
        "title_ar": training.title_ar,
        "public": True,
    }
    assert alert["city"] is None
    assert await alerts_of(client, actor("candidate")) == []

    # An alert for a city replaces the one for all cities, and vice versa.
    assert (await create(training_id=training.id, city_id=city.id)).status_code == 200
    (alert,) = await alerts_of(client, candidate)
    assert alert["city"]["name_en"] == "Jeddah"
    assert (await create(training_id=training.id)).status_code == 200
    (alert,) = await alerts_of(client, candidate)
    assert alert["city"] is None

    training.status = TrainingStatus.ARCHIVED
    await session.commit()
    (kept,) = await alerts_of(client, candidate)
    assert not kept["training"]["public"]

    path = f"trainings/alerts/{alert['id']}"
    assert (await client.delete(path, headers=actor("candidate").headers)).status_code == 204
    assert len(await alerts_of(client, candidate)) == 1
    for _ in range(2):
        assert (await client.delete(path, headers=candidate.headers)).status_code == 204
    assert await alerts_of(client, candidate) == []
    for headers, status in (({}, 401), (owner.headers, 403)):
        assert (await client.get("trainings/alerts", headers=headers)).status_code == status


async def test_what_is_not_there_is_refused_at_its_field_and_too_many_are(
    client: httpx.AsyncClient,
    session: AsyncSession,
    candidate: Actor,
    organization_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alerts, "MAX_ALERTS", 1)
    training, other = [await make_training(session, organization_id) for _ in range(2)]
    draft = await make_training(session, organization_id, status=TrainingStatus.DRAFT)
    for body, field in (
        ({"training_id": str(new_id())}, "training_id"),
        ({"training_id": str(draft.id)}, "training_id"),
        ({"training_id": str(training.id), "city_id": str(new_id())}, "city_id"),
    ):
        answer = await client.post("trainings/alerts", json=body, headers=candidate.headers)
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
    for one, status in ((training, 200), (other, 409)):
        body = {"training_id": str(one.id)}
        answer = await client.post("trainings/alerts", json=body, headers=candidate.headers)
        assert answer.status_code == status
    assert answer.json()["code"] == "training_alert.limit_reached"
    assert len(await alerts_of(client, candidate)) == 1
