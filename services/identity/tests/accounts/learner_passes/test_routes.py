from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from identity.accounts.learner_passes import service as passes
from identity.config import Settings
from kit.security.learner_passes import PASS_LENGTH, read_pass
from kit.security.rate_limiter import RateLimiter
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, a_civil_number, execute, scalar, signed_up


@pytest.fixture
async def person(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    """Return a person with both numbers, a birth date and both names."""
    person = await signed_up(client)
    await execute(
        service,
        "UPDATE users SET civil_number = :civil, passport_number = 'K1234567', "
        "passport_country = 'EG', birth_date = '1990-05-17', name_en = 'Huda Al-Otaibi', "
        "name_ar = 'هدى العتيبي' WHERE id = :id",
        id=person.id,
        civil=a_civil_number(),
    )
    return person


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the rate limit."""
    monkeypatch.setattr(passes, "_LOOKS", RateLimiter(30, timedelta(hours=1)))


async def civil_of(service: ServiceUnderTest[Settings], person: Person) -> str:
    found: str = await scalar(
        service, "SELECT civil_number FROM users WHERE id = :id", id=person.id
    )
    return found


async def whose(
    service: ServiceUnderTest[Settings], client: httpx.AsyncClient, **body: Any
) -> UUID:
    answer = await client.post("learner-passes", json=body)
    assert answer.status_code == 200, answer.text
    token = answer.json()["token"]
    assert len(token) == PASS_LENGTH
    found = read_pass(service.settings.learner_secret.get_secret_value(), token)
    assert found is not None
    return found.user_id


NOBODY = UUID(int=0)
PASSPORT = {"passport_number": "k-123 4567", "passport_country": "eg"}


@pytest.mark.parametrize(
    "knows",
    [
        {"birth_date": "1990-05-17"},
        {"name": "huda  al-otaibi"},
        {"name": "هدي العتيبى"},
        {"birth_date": "1999-01-01", "name": "Huda Al-Otaibi"},
    ],
)
async def test_the_number_together_with_the_birth_date_or_the_name_names_somebody(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    person: Person,
    knows: dict[str, str],
) -> None:
    civil = await civil_of(service, person)
    assert await whose(service, client, civil_number=civil, **knows) == person.id
    assert await whose(service, client, **PASSPORT, **knows) == person.id


@pytest.mark.parametrize(
    "knows", [{"birth_date": "1990-05-18"}, {"name": "Huda"}, {"name": "%"}, {"name": "Al-Otaibi"}]
)
async def test_anything_less_names_nobody(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    person: Person,
    knows: dict[str, str],
) -> None:
    civil = await civil_of(service, person)
    assert await whose(service, client, civil_number=civil, **knows) == NOBODY
    assert await whose(service, client, **PASSPORT, **knows) == NOBODY


async def test_a_number_of_another_country_or_of_nobody_names_nobody(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person
) -> None:
    born = {"birth_date": "1990-05-17"}
    other = PASSPORT | {"passport_country": "JO"}
    assert await whose(service, client, **other, **born) == NOBODY
    assert await whose(service, client, civil_number=a_civil_number(), **born) == NOBODY


async def test_the_same_is_done_for_a_number_of_somebody_and_of_nobody(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person, queries: Any
) -> None:
    known = {"civil_number": await civil_of(service, person), "birth_date": "1990-05-17"}
    with queries() as of_known:
        first = await client.post("learner-passes", json=known)
    with queries() as of_unknown:
        second = await client.post(
            "learner-passes", json=known | {"civil_number": a_civil_number()}
        )
    assert of_known == of_unknown
    assert len(of_known) == 1
    assert len(first.content) == len(second.content)
    assert first.json()["token"] != second.json()["token"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"birth_date": "1990-05-17"},
        {"civil_number": "1", "birth_date": "1990-05-17"},
        {"passport_number": "K1234567", "birth_date": "1990-05-17"},
        {"passport_number": "K1234567", "passport_country": "EG"},
        {"passport_number": "K1234567", "passport_country": "EG", "name": "  "},
    ],
)
async def test_what_names_nobody_exactly_is_refused(
    client: httpx.AsyncClient, body: dict[str, str]
) -> None:
    assert (await client.post("learner-passes", json=body)).status_code == 422


async def test_a_number_is_not_asked_for_all_the_time_whether_or_not_anybody_has_it(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person
) -> None:
    for civil in (await civil_of(service, person), a_civil_number()):
        body = {"civil_number": civil, "birth_date": "1990-05-18"}
        statuses = [(await client.post("learner-passes", json=body)).status_code for _ in range(32)]
        assert statuses == [200] * 30 + [429] * 2
