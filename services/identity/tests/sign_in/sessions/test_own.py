from typing import Any

import httpx
from contracts.identity import SessionEnded
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, Person, new_browser, verified

PATH = "auth/sessions"
OTHERS = ("Mozilla/5.0 (iPhone) Safari/604", "Mozilla/5.0 (Windows NT 10.0) Firefox/145.0")


async def signed_in_elsewhere(
    service: ServiceUnderTest[Settings], person: Person, user_agent: str
) -> Person:
    async with new_browser(service) as browser:
        answer = await browser.post(
            "auth/login",
            json={"username": person.user["username"], "password": PASSWORD},
            headers={"User-Agent": user_agent},
        )
    body = answer.json()
    return Person(body["user"], body["access_token"], answer.cookies["refresh_token"])


async def listed(client: httpx.AsyncClient, person: Person) -> list[dict[str, Any]]:
    answer = await client.get(PATH, headers=person.headers)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()
    return rows


async def test_they_are_listed_and_ended(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person, stranger = await verified(client, service), await verified(client, service)
    phone, office = [await signed_in_elsewhere(service, person, each) for each in OTHERS]
    rows = await listed(client, person)
    assert [row["is_current"] for row in rows] == [True, False, False]
    assert [row["user_agent"] for row in rows[1:]] == [*reversed(OTHERS)]
    of_office = f"{PATH}/{rows[1]['id']}"
    foreign = await client.delete(of_office, headers=stranger.headers)
    assert (foreign.status_code, foreign.json()["code"]) == (404, "session.not_found")
    assert (await client.delete(of_office, headers=person.headers)).status_code == 204
    assert (await client.delete(of_office, headers=person.headers)).status_code == 404
    # Immediately, not only after the access token expires.
    assert (await client.get(PATH, headers=office.headers)).status_code == 401
    assert (await client.post("auth/refresh", headers=office.cookies)).status_code == 401
    assert (await client.delete(PATH, headers=person.headers)).status_code == 204
    assert [row["is_current"] for row in await listed(client, person)] == [True]
    assert (await client.get(PATH, headers=phone.headers)).status_code == 401
    assert len(await listed(client, stranger)) == 1, "nobody else is signed out"
    ended = await service.published(SessionEnded)
    assert [event.user_id for event in ended] == [person.id] * 2
