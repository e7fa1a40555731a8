"""A passport number is unique per issuing country."""

import asyncio

import httpx
import pytest
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.numbers.factories import (
    PASSPORT,
    a_decider,
    ask,
    decide,
    own_cases,
    update,
)
from services.identity.tests.factories import (
    Person,
    a_civil_number,
    codes_of,
    execute,
    scalar,
    verified,
)

Service = ServiceUnderTest[Settings]


async def holder(client: httpx.AsyncClient, service: Service) -> Person:
    person = await verified(client, service)
    person.use(await update(client, person, **PASSPORT))
    return person


class TestGiving:
    @pytest.mark.parametrize("typed", ["A1234567", " a 123-4567 ", "A١٢٣٤٥٦٧"])
    async def test_one_that_another_account_has_is_refused_however_it_is_typed(
        self, client: httpx.AsyncClient, service: Service, typed: str
    ) -> None:
        await holder(client, service)
        person = await verified(client, service)
        answer = await update(client, person, passport_number=typed, passport_country="eg")
        assert codes_of(answer) == {"passport_number": "passport_number.taken"}

    async def test_two_countries_may_give_the_same_number(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        await holder(client, service)
        person = await verified(client, service)
        answer = await update(client, person, **(PASSPORT | {"passport_country": "JO"}))
        assert answer.json()["user"]["passport_country"] == "JO"
        answer = await update(client, person, passport_country="EG")
        assert codes_of(answer) == {"passport_number": "passport_number.taken"}

    async def test_the_country_is_the_nationality_unless_it_is_given(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await verified(client, service)
        answer = await update(client, person, passport_number="A1234567")
        assert codes_of(answer) == {"passport_country": "field.missing"}
        person.use(await update(client, person, passport_number="A1234567", nationality="SD"))
        assert person.user["passport_country"] == "SD"
        person.use(await update(client, person, nationality="YE"))
        assert person.user["passport_country"] == "SD"

    async def test_it_goes_with_its_number(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await holder(client, service)
        number = a_civil_number()
        person.use(await update(client, person, passport_number=None, civil_number=number))
        assert person.user["passport_country"] is None

    async def test_of_two_at_once_one_has_it(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        people = [await verified(client, service) for _ in range(4)]
        answers = await asyncio.gather(*(update(client, person, **PASSPORT) for person in people))
        assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
        assert await scalar(service, "SELECT count(passport_number) FROM users") == 1

    async def test_other_countries_are_counted_as_other_numbers(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await holder(client, service)
        countries = ["JO", "SD", "YE", "PK", "IN"]
        statuses = [
            (await update(client, person, passport_country=c)).status_code for c in countries
        ]
        assert statuses == [200, 200, 200, 200, 429]


class TestFixed:
    async def test_the_country_stays_with_the_number(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await holder(client, service)
        await execute(service, "UPDATE users SET numbers_fixed_at = now()")
        answer = await update(client, person, passport_country="JO")
        assert codes_of(answer) == {"passport_number": "identity_number.fixed"}
        assert (await update(client, person, name_en="Huda Ali", **PASSPORT)).is_success

    async def test_a_passport_of_before_is_given_its_country(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await holder(client, service)
        await execute(service, "UPDATE users SET numbers_fixed_at = now(), passport_country = NULL")
        assert (await update(client, person, name_en="Huda Ali")).is_success
        person.use(await update(client, person, **PASSPORT))
        assert person.user["passport_country"] == "EG"


class TestClaiming:
    async def test_a_granted_one_moves_with_its_country(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        owner, claimant = await holder(client, service), await verified(client, service)
        claimant.use(await ask(client, claimant, None, **PASSPORT))
        assert claimant.user["identified"]
        (case,) = await own_cases(client, claimant)
        assert (case["cause"], case["country"]) == ("claim", "EG")
        boss = await a_decider(client, service)
        assert (await decide(client, boss, case["id"], "granted")).is_success
        rows = "SELECT passport_number || passport_country FROM users WHERE id = :id"
        assert await scalar(service, rows, id=claimant.id) == "A1234567EG"
        assert await scalar(service, rows, id=owner.id) is None

    async def test_that_of_another_country_need_not_be_claimed(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        await holder(client, service)
        person = await verified(client, service)
        answer = await ask(client, person, None, **(PASSPORT | {"passport_country": "JO"}))
        assert answer.json()["code"] == "number_case.not_needed"
