"""Countries, states and cities: public to read, changed by admins of the settings."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from catalog.batches.models import BatchMode
from catalog.places.models import City, RemovedReference
from catalog.reference.adapters.places import CityRow, CountryRow, StateRow, place_id
from catalog.reference.service import load_places
from contracts.catalog import BatchUpdated, CatalogueChanged
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, ServiceUnderTest
from sqlalchemy import select

from services.catalog.tests.factories import (
    batch_json,
    make_batch,
    make_city,
    make_country,
    make_state,
    make_training,
)

COUNTRY = {
    "code": "sa",
    "alpha3": "sau",
    "numeric_code": "682",
    "name_en": "Saudi Arabia",
    "name_ar": "السعودية",
    "calling_code": "+966",
}
PATHS = ("countries", "states", "cities")


class TestList:
    async def test_finds_names_in_both_languages_however_they_are_typed(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        await make_city(session, country, name_en="Al Ahsa", name_ar="الأحساء")
        await make_city(session, country, name_en="Ḩā'il", name_ar="حائل")
        await make_city(session, country)
        for name, expected in {
            "الاحساء": ["Al Ahsa"],
            "hail": ["Ḩā'il"],
            "حايل": ["Ḩā'il"],
            "جده": ["Jeddah"],
            "AHSA al": ["Al Ahsa"],
            "100%": [],
            "_": [],
        }.items():
            answer = await client.get("cities", params={"name": name})
            assert [city["name_en"] for city in answer.json()["data"]] == expected, name

    async def test_names_are_in_the_order_of_a_dictionary(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        for number, name in enumerate(("Zambia", "Åland Islands", "eSwatini", "Albania", "Egypt")):
            code = f"X{'ABCDE'[number]}"
            await make_country(session, code=code, alpha3=f"{code}X", name_en=name)
        answer = await client.get("countries")
        names = [country["name_en"] for country in answer.json()["data"]]
        assert names == ["Åland Islands", "Albania", "Egypt", "eSwatini", "Zambia"]

    async def test_the_default_page_holds_all_countries_and_10_cities(
        self, client: httpx.AsyncClient
    ) -> None:
        sizes = [(await client.get(path)).json()["meta"]["page_size"] for path in PATHS]
        assert sizes == [300, 10, 10]

    async def test_cities_are_filtered_by_country_and_state_and_the_largest_come_first(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        other = await make_country(session, code="AE", alpha3="ARE", name_en="UAE")
        state = await make_state(session, country)
        await make_city(session, country, state_id=state.id, name_en="Taif", population=5)
        await make_city(session, country, state_id=state.id, name_en="Jeddah", population=9)
        await make_city(session, country, name_en="Riyadh", population=10)
        await make_city(session, other, name_en="Dubai", population=20)

        async def names(**params: Any) -> list[str]:
            answer = await client.get("cities", params=params)
            return [city["name_en"] for city in answer.json()["data"]]

        assert await names(state_id=state.id) == ["Jeddah", "Taif"]
        assert await names(country_id=country.id) == ["Riyadh", "Jeddah", "Taif"]
        assert await names(page_size=1, page=2) == ["Riyadh"]

    @pytest.mark.parametrize("path", PATHS)
    async def test_404_for_an_unknown_one(self, client: httpx.AsyncClient, path: str) -> None:
        assert (await client.get(f"{path}/{uuid4()}")).status_code == 404

    @pytest.mark.parametrize("query", ["page=0", "page_size=501", "country_id=x"])
    async def test_422_for_a_bad_query(self, client: httpx.AsyncClient, query: str) -> None:
        answer = await client.get(f"states?{query}")
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == query.split("=", maxsplit=1)[0]

    async def test_a_list_takes_two_queries(
        self, client: httpx.AsyncClient, session: AsyncSession, queries: Any
    ) -> None:
        await make_country(session)
        with queries() as statements:
            await client.get("countries")
        assert len(statements) == 2


class TestWrite:
    async def test_makes_changes_and_deletes_a_country(
        self, client: httpx.AsyncClient, settings_admin: Actor, service: ServiceUnderTest
    ) -> None:
        headers = settings_admin.headers
        made = await client.post("countries", json=COUNTRY, headers=headers)
        assert made.status_code == 201
        country = made.json()
        assert (country["code"], country["flag_emoji"]) == ("SA", "🇸🇦")
        path = f"countries/{country['id']}"
        changed = await client.put(path, json=COUNTRY | {"name_en": "KSA"}, headers=headers)
        assert changed.json()["name_en"] == "KSA"
        assert (await client.get(path)).json() == changed.json()
        assert (await client.delete(path, headers=headers)).status_code == 204
        assert (await client.get(path)).status_code == 404
        assert len(await service.published(CatalogueChanged)) == 3

    async def test_422_at_the_field_whose_value_is_taken(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        await make_country(session)
        body = COUNTRY | {"alpha3": "XXX", "name_en": "X", "name_ar": "س", "numeric_code": "999"}
        answer = await client.post("countries", json=body, headers=settings_admin.headers)
        assert answer.status_code == 422
        assert answer.json()["fields"] == [
            {
                "field": "code",
                "code": "field.taken",
                "message": "This is already in use. Enter another value.",
            }
        ]

    async def test_422_for_names_and_numbers_that_are_taken(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        state = await make_state(session, country)
        one, two = [await make_city(session, country) for _ in range(2)]
        headers = settings_admin.headers
        body = COUNTRY | {"code": "XX", "alpha3": "XXX", "name_ar": "س"}
        answer = await client.post("countries", json=body, headers=headers)
        assert [each["field"] for each in answer.json()["fields"]] == ["name_en", "numeric_code"]
        names = {"name_en": "jeddah", "name_ar": "جدة", "country_id": str(country.id)}
        assert (await client.post("cities", json=names, headers=headers)).status_code == 422
        for path in (f"cities/{one.id}", f"cities/{two.id}"):
            # Places of the reference data may share names, and can be changed.
            same = names | {"name_en": "Jeddah", "population": 9}
            assert (await client.put(path, json=same, headers=headers)).status_code == 200
        names |= {"state_id": str(state.id)}
        answers = await asyncio.gather(
            *(client.post("cities", json=names, headers=headers) for _ in range(2))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 422]

    async def test_usage_counts_what_keeps_a_place(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        state = await make_state(session, country)
        city = await make_city(session, country, state_id=state.id)
        await make_batch(session, await make_training(session, new_id()), city_id=city.id)
        for path, expected in {
            f"countries/{country.id}": {"states": 1, "cities": 1, "batches": 0},
            f"states/{state.id}": {"states": 0, "cities": 1, "batches": 0},
            f"cities/{city.id}": {"states": 0, "cities": 0, "batches": 1},
        }.items():
            answer = await client.get(f"{path}/usage", headers=settings_admin.headers)
            assert answer.json() == expected
        missing = await client.get(f"cities/{uuid4()}/usage", headers=settings_admin.headers)
        assert missing.status_code == 404

    async def test_422_for_a_state_of_another_country(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        other = await make_country(session, code="AE", alpha3="ARE")
        state = await make_state(session, other)
        body = {
            "country_id": str(country.id),
            "state_id": str(state.id),
            "name_en": "X",
            "name_ar": "س",
        }
        answer = await client.post("cities", json=body, headers=settings_admin.headers)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "state_id"

    async def test_422_for_an_unknown_country(
        self, client: httpx.AsyncClient, settings_admin: Actor
    ) -> None:
        body = {"country_id": str(uuid4()), "name_en": "X", "name_ar": "س"}
        answer = await client.post("states", json=body, headers=settings_admin.headers)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "country_id"

    async def test_409_that_names_what_uses_the_place(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        with_states = await make_country(session)
        state = await make_state(session, with_states)
        with_cities = await make_country(session, code="AE", alpha3="ARE")
        city = await make_city(session, with_cities)
        await make_city(session, with_states, state_id=state.id)
        training = await make_training(session, new_id())
        await make_batch(session, training, city_id=city.id, mode=BatchMode.IN_PERSON)
        for path, code in (
            (f"countries/{with_states.id}", "country.used_by_states"),
            (f"countries/{with_cities.id}", "place.used_by_cities"),
            (f"states/{state.id}", "place.used_by_cities"),
            (f"cities/{city.id}", "city.used_by_batches"),
        ):
            answer = await client.delete(path, headers=settings_admin.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert (await client.get(path)).status_code == 200
        removed = await session.scalars(select(RemovedReference))
        assert removed.all() == []

    async def test_409_for_moving_a_state_with_cities_to_another_country(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        other = await make_country(session, code="AE", alpha3="ARE")
        state = await make_state(session, country)
        body = {"country_id": str(other.id), "name_en": "X", "name_ar": "س"}
        path, headers = f"states/{state.id}", settings_admin.headers
        city = await make_city(session, country, state_id=state.id)
        answer = await client.put(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "place.used_by_cities")
        assert (await client.get(path)).json()["country_id"] == str(country.id)
        assert (await client.delete(f"cities/{city.id}", headers=headers)).status_code == 204
        assert (await client.put(path, json=body, headers=headers)).status_code == 200

    async def test_a_new_name_of_a_city_reaches_whatever_shows_it(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        session: AsyncSession,
        service: ServiceUnderTest,
    ) -> None:
        country = await make_country(session)
        city = await make_city(session, country)
        training = await make_training(session, new_id())
        here: dict[str, Any] = {"city_id": city.id, "mode": BatchMode.IN_PERSON}
        batches = [
            await make_batch(session, training, **here),
            await make_batch(session, training, starts_in=-30, **here),
        ]
        await make_batch(session, training)
        path = f"batches/{batches[0].id}"
        assert (await client.get(path)).json()["city"]["name_en"] == "Jeddah"
        body = {"country_id": str(country.id), "name_en": "Jiddah", "name_ar": "جدة"}
        for body_, count in ((body | {"population": 7}, 2), (body | {"population": 8}, 2)):
            answer = await client.put(
                f"cities/{city.id}", json=body_, headers=settings_admin.headers
            )
            assert answer.status_code == 200
            events = await service.published(BatchUpdated)
            assert len(events) == count
        assert {event.batch_id for event in events} == {batch.id for batch in batches}
        assert {event.city_en for event in events} == {"Jiddah"}
        shown = (await client.get(path)).json()
        assert (shown["city"]["name_en"], shown["version"]) == ("Jiddah", 2)
        listed = (await client.get("trainings")).json()["data"][0]["next_batch"]
        assert listed["city"]["name_en"] == "Jiddah"

    async def test_a_batch_that_moves_to_a_city_being_renamed_publishes_the_new_name(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        super_admin: Actor,
    ) -> None:
        country = await make_country(session)
        city = await make_city(session, country)
        batch = await make_batch(session, await make_training(session, new_id()))
        move = batch_json(version=1, mode="in_person", city_id=str(city.id))
        names = {"country_id": str(country.id), "name_en": "Jiddah", "name_ar": "جدة"}
        answers = await asyncio.gather(
            client.put(f"batches/{batch.id}", json=move, headers=super_admin.headers),
            client.put(f"cities/{city.id}", json=names, headers=super_admin.headers),
        )
        assert [answer.status_code for answer in answers] == [200, 200]
        assert (await service.published(BatchUpdated))[-1].city_en == "Jiddah"

    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
    async def test_only_an_admin_of_the_settings(
        self,
        client: httpx.AsyncClient,
        plain_admin: Actor,
        owner: Actor,
        path: str,
        method: str,
    ) -> None:
        url = path if method == "POST" else f"{path}/{uuid4()}"
        assert (await client.request(method, url, json={})).status_code == 401
        for somebody in (plain_admin, owner):
            answer = await client.request(method, url, json={}, headers=somebody.headers)
            assert answer.status_code in {403, 422}
            answer = await client.request(method, url, json=COUNTRY, headers=somebody.headers)
            if path == "countries" or method == "DELETE":
                assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")

    @pytest.mark.parametrize("path", PATHS)
    async def test_404_for_changing_an_unknown_one(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        session: AsyncSession,
        path: str,
    ) -> None:
        country = await make_country(session)
        names = {name: COUNTRY[name] for name in ("name_en", "name_ar")}
        body = (
            COUNTRY | {"code": "FR"}
            if path == "countries"
            else names | {"country_id": str(country.id)}
        )
        headers = settings_admin.headers
        assert (
            await client.put(f"{path}/{uuid4()}", json=body, headers=headers)
        ).status_code == 404
        assert (await client.delete(f"{path}/{uuid4()}", headers=headers)).status_code == 404


class TestLaterLoad:
    """Reloading the reference data keeps admins' changes."""

    ROWS: tuple[list[CountryRow], list[StateRow], list[CityRow]] = (
        [
            CountryRow(
                place_id("country", "SA"), "SA", "SAU", "682", "Saudi Arabia", "س", "+966", "🇸🇦"
            )
        ],
        [],
        [
            CityRow(
                place_id("city", key), place_id("country", "SA"), None, key, key, None, None, size
            )
            for key, size in (("kept", 1), ("edited", 2), ("deleted", 3))
        ],
    )

    async def test_of_what_was_edited_or_deleted(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        service: ServiceUnderTest,
        session: AsyncSession,
    ) -> None:
        async def load(population: int) -> int:
            countries, states, cities = self.ROWS
            changed = [row._replace(population=population) for row in cities]
            async with service.database.transaction() as transaction:
                return await load_places(transaction, countries, states, changed)

        headers = settings_admin.headers
        assert await load(5) == 4
        body = {
            "country_id": str(place_id("country", "SA")),
            "name_en": "Mine",
            "name_ar": "لي",
            "population": 7,
        }
        path = f"cities/{place_id('city', 'edited')}"
        assert (await client.put(path, json=body, headers=headers)).status_code == 200
        deleted = await client.delete(f"cities/{place_id('city', 'deleted')}", headers=headers)
        assert deleted.status_code == 204
        assert await load(5) == 0
        training = await make_training(session, new_id())
        here: dict[str, Any] = {"city_id": place_id("city", "kept"), "mode": BatchMode.IN_PERSON}
        await make_batch(session, training, **here)
        assert await load(6) == 1
        # Loading may rename a city.
        assert len(await service.published(BatchUpdated)) == 1
        kept = await session.get(City, place_id("city", "kept"))
        edited = await session.get(City, place_id("city", "edited"))
        assert kept and edited
        assert (kept.population, edited.population, edited.name_en) == (6, 7, "Mine")
        assert await session.get(City, place_id("city", "deleted")) is None
