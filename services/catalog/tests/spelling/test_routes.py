"""Searches without results get a spelling suggestion."""

from typing import Any
from uuid import UUID

import httpx
from catalog.batches.models import BatchMode
from catalog.trainings.models import TrainingStatus
from kit.database.db import AsyncSession

from services.catalog.tests.factories import make_batch, make_city, make_country, make_training

MEANT: dict[str, str | None] = {
    "forklfit": "Forklift",
    "fork-lift": "Forklift",
    "frklift jidda": "Forklift Jeddah",
    "Forklift jeda": "Forklift Jeddah",
    "dangrous": "Dangerous",
    "رافغة": "رافعة",
    "المستدع": "مستودعات",
    "mecca": "Makkah",
    # Correct words, or words similar to none.
    "forklifts": None,
    "الرافعات": None,
    "bicycle": None,
    "xyz": None,
    "--- %": None,
    # Private names are not disclosed.
    "secrrt": None,
}


async def test_a_misspelled_word_becomes_the_nearest_of_the_catalogue(
    client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID, queries: Any
) -> None:
    country = await make_country(session)
    forklift = await make_training(
        session, organization_id, title_en="Forklift Operator", title_ar="مشغل الرافعة الشوكية"
    )
    await make_training(
        session,
        organization_id,
        title_en="Dangerous Goods",
        title_ar="المواد الخطرة في المستودعات",
    )
    await make_training(
        session, organization_id, title_en="Secret", title_ar="سري", status=TrainingStatus.DRAFT
    )
    for name_en, name_ar in (("Jeddah", "جدة"), ("Makkah", "مكة المكرمة")):
        city = await make_city(session, country, name_en=name_en, name_ar=name_ar)
        await make_batch(session, forklift, mode=BatchMode.IN_PERSON, city_id=city.id)

    found = {}
    for search in MEANT:
        answer = await client.get("trainings/spelling", params={"search": search})
        assert answer.status_code == 200, answer.text
        found[search] = answer.json()["search"]
    assert found == MEANT

    # Suggestions have results, and trainings match the city of their next batch.
    for search in ("Forklift Jeddah", "رافعة"):
        trainings = (await client.get("trainings", params={"search": search})).json()
        assert [row["id"] for row in trainings["data"]] == [str(forklift.id)]
    with queries() as statements:
        await client.get("trainings/spelling", params={"search": "forklfit"})
    assert statements == []
