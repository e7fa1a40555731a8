"""Registration fees: current and future ones, and allowed changes."""

import asyncio
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Self

import httpx
import pytest
from catalog.answers.events import publish_catalogue_changed
from catalog.settings.service import create_defaults
from contracts import ProfileType
from contracts.catalog import SettingsUpdated
from kit.domain import timezone
from kit.testing import Actor, ServiceUnderTest

PATH = "settings/registration-fees"
SOON = timezone.today() + timedelta(days=10)


def fee(**changes: Any) -> dict[str, Any]:
    return changed_fee(profile_type="candidate") | changes


def changed_fee(**changes: Any) -> dict[str, Any]:
    """Build the body of a change, without the profile type."""
    return {"amount_minor": 150_00, "valid_from": SOON.isoformat()} | changes


def travel_to(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    """Set the time to noon of this day in Riyadh."""

    class Then(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(day.year, day.month, day.day, 9, tzinfo=UTC).astimezone(tz)

    monkeypatch.setattr(timezone, "datetime", Then)


@pytest.fixture(autouse=True)
async def defaults(service: ServiceUnderTest) -> None:
    async with service.database.transaction() as session:
        await create_defaults(session)
        await publish_catalogue_changed(session, "settings")


@pytest.fixture
def admin(client: httpx.AsyncClient, settings_admin: Actor) -> httpx.AsyncClient:
    """Return a client that calls as an admin of the settings."""
    client.headers.update(settings_admin.headers)
    return client


async def listed(client: httpx.AsyncClient) -> list[tuple[str, int, str | None]]:
    rows = (await client.get(PATH, params={"profile_type": "candidate"})).json()["data"]
    return [(row["status"], row["amount_minor"], row["valid_until"]) for row in rows]


async def test_a_fee_is_planned_changed_and_withdrawn_before_its_day(
    admin: httpx.AsyncClient, service: ServiceUnderTest
) -> None:
    before = (SOON - timedelta(days=1)).isoformat()
    made = await admin.post(PATH, json=fee())
    assert (made.status_code, made.json()["status"]) == (201, "planned")
    assert await listed(admin) == [("planned", 150_00, None), ("in_effect", 115_00, before)]
    settings = (await admin.get("settings/json")).json()["data"]
    assert settings["registration_fees"]["candidate_minor"] == 115_00

    path, version = f"{PATH}/{made.json()['id']}", made.json()["version"]
    body = changed_fee(amount_minor=160_00, version=version)
    assert (await admin.put(path, json=body)).json()["amount_minor"] == 160_00
    stale = await admin.put(path, json=body)
    assert (stale.status_code, stale.json()["code"]) == (409, "resource.edit_conflict")
    assert (await admin.delete(path)).status_code == 204
    assert (await admin.delete(path)).status_code == 404
    assert await listed(admin) == [("in_effect", 115_00, None)]

    events = await service.published(SettingsUpdated)
    planned = [[each.amount_minor for each in event.planned_fees] for event in events]
    assert planned == [[150_00], [160_00], []]
    assert all(event.registration_fees[ProfileType.CANDIDATE] == 115_00 for event in events)


async def test_a_fee_that_has_begun_stays(
    admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, service: ServiceUnderTest
) -> None:
    made = (await admin.post(PATH, json=fee())).json()
    travel_to(monkeypatch, SOON)
    later = changed_fee(valid_from=(SOON + timedelta(days=5)).isoformat(), version=made["version"])
    path = f"{PATH}/{made['id']}"
    for answer in (await admin.put(path, json=later), await admin.delete(path)):
        assert (answer.status_code, answer.json()["code"]) == (409, "registration_fee.in_effect")
    assert [row[:2] for row in await listed(admin)] == [("in_effect", 150_00), ("over", 115_00)]
    # A fee can be corrected on its first day.
    corrected = await admin.post(PATH, json=fee(amount_minor=155_00))
    assert (corrected.status_code, corrected.json()["id"]) == (201, made["id"])
    settings = (await admin.get("settings/json")).json()["data"]["registration_fees"]
    assert (settings["candidate_minor"], settings["staff_minor"]) == (155_00, 230_00)
    assert settings["effective_on"] == SOON.isoformat()
    newest = (await service.published(SettingsUpdated))[-1]
    assert (newest.registration_fees[ProfileType.CANDIDATE], newest.effective_on) == (155_00, SOON)


async def test_two_who_plan_for_one_day_at_once(admin: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(admin.post(PATH, json=fee(amount_minor=n)) for n in (1, 2)))
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    assert len(await listed(admin)) == 2


async def test_two_fees_do_not_come_to_one_day_by_a_change(admin: httpx.AsyncClient) -> None:
    await admin.post(PATH, json=fee())
    other = await admin.post(PATH, json=fee(valid_from=(SOON + timedelta(days=1)).isoformat()))
    body = changed_fee(version=other.json()["version"])
    answer = await admin.put(f"{PATH}/{other.json()['id']}", json=body)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "valid_from")


async def test_422_at_the_field_and_nothing_changed(admin: httpx.AsyncClient) -> None:
    yesterday = (timezone.today() - timedelta(days=1)).isoformat()
    for changes in (
        {"amount_minor": -1},
        {"amount_minor": 100_000_001},
        {"valid_from": yesterday},
        {"valid_from": "soon"},
        {"profile_type": "admin"},
        {"currency": "EUR"},
    ):
        answer = await admin.post(PATH, json=fee(**changes))
        assert answer.status_code == 422, changes
        assert answer.json()["fields"][0]["field"] == next(iter(changes))
    settings = {"registration_fees": {"staff_minor": 1, "effective_on": yesterday}}
    answer = await admin.post("settings", json=settings)
    assert answer.json()["fields"][0]["field"] == "registration_fees.effective_on"
    assert await listed(admin) == [("in_effect", 115_00, None)]


async def test_the_list_takes_two_queries(admin: httpx.AsyncClient, queries: Any) -> None:
    with queries() as statements:
        await admin.get(PATH)
    assert len(statements) == 2
