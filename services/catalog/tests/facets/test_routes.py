"""Counts beside the filters equal the totals of the filtered lists."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from catalog.batches.models import BatchMode
from catalog.facets.schemas import Facets
from catalog.trainings.models import BatchLanguage
from kit.database.db import AsyncSession

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_city,
    make_country,
    make_training,
)

PARAMETERS = {
    "categories": "category_id",
    "cities": "city_id",
    "organizations": "organization_id",
    "levels": "level",
    "languages": "language",
    "modes": "mode",
}


@pytest.fixture
async def city_id(session: AsyncSession, organization_id: UUID) -> UUID:
    """Create six batches of three trainings, and return the city of two."""
    country = await make_country(session)
    jeddah = await make_city(session, country)
    riyadh = await make_city(session, country, name_en="Riyadh", name_ar="الرياض")
    await make_city(session, country, name_en="Shanghai", name_ar="شنغهاي", population=24_000_000)
    main = await make_category(session, name_en="Ports", name_ar="الموانئ")
    cranes = await make_category(session, name_en="Cranes", name_ar="الرافعات", parent_id=main.id)
    crane = await make_training(session, organization_id, cranes, level="advanced")
    berths = await make_training(session, organization_id, main, level="foundation")
    other = await make_training(session, organization_id, level="foundation")
    in_person: dict[str, Any] = {"mode": BatchMode.IN_PERSON}
    await make_batch(session, crane, starts_in=3, city_id=jeddah.id, price_minor=0, **in_person)
    await make_batch(session, crane, starts_in=40, city_id=jeddah.id, seats_taken=10, **in_person)
    await make_batch(session, crane, starts_in=70, city_id=riyadh.id, **in_person)
    await make_batch(session, berths, starts_in=3, language=BatchLanguage.ENGLISH)
    await make_batch(session, other, starts_in=4, price_minor=50_000)
    await make_batch(session, other, starts_in=-9)
    return jeddah.id


@pytest.mark.parametrize("noun", ["batches", "trainings"])
async def test_each_count_is_the_total_of_the_list_with_that_value(
    client: httpx.AsyncClient, city_id: UUID, queries: Any, noun: str
) -> None:
    async def total(params: Any) -> int:
        listed = (await client.get(noun, params=params)).json()
        return int(listed["meta"]["total"])

    # The first poll for changes.
    await total({})
    for chosen in ({}, {"city_id": str(city_id)}, {"level": "foundation"}, {"search": "jeddah"}):
        with queries() as statements:
            answer = await client.get(f"{noun}/facets", params=chosen)
            await client.get(f"{noun}/facets", params=chosen)
        assert len(statements) == 1
        facets = Facets.model_validate_json(answer.content, strict=True).model_dump(mode="json")
        for name, parameter in PARAMETERS.items():
            for row in facets[name]:
                value = row.get("id", row.get("value"))
                assert row["count"] == await total(chosen | {parameter: value}), (name, row)
        for band in facets["prices"]:
            span = {f"price_{end}": band[end] for end in ("min", "max") if band[end] is not None}
            assert band["count"] == await total(chosen | span)
        assert facets["free"] == await total(chosen | {"free": True})
        assert facets["seats_left"] == await total(chosen | {"seats_left": True})

    # A selected city keeps the other cities' counts; cities without batches are omitted.
    there = (await client.get(f"{noun}/facets", params={"city_id": str(city_id)})).json()
    assert {city["name_en"] for city in there["cities"]} == {"Jeddah", "Riyadh"}
    jeddah = next(city for city in there["cities"] if city["name_en"] == "Jeddah")
    assert "jidda" in jeddah["search"]
    assert "latitude" in jeddah
    assert [category["name_en"] for category in there["categories"]] == ["Cranes", "Ports"]
    whole = (await client.get(f"{noun}/facets")).json()
    assert len(whole["months"]) >= 2
    assert sorted(whole["months"], key=lambda row: row["value"]) == whole["months"]
