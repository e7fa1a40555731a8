"""Search documents are updated in the transaction that changes their sources."""

from catalog.batches.filters.queries import search_batches
from catalog.batches.models import Batch
from catalog.replicas.models import Organization
from kit.database.db import AsyncSession, new_id
from sqlalchemy import select
from sqlmodel import col

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_city,
    make_country,
    make_training,
)


async def test_of_a_batch_follow_its_training_and_its_places(session: AsyncSession) -> None:
    main = await make_category(session, name_en="Ports", name_ar="الموانئ")
    category = await make_category(session, name_en="Cranes", parent_id=main.id)
    training = await make_training(session, new_id(), category, title_en="Lifting")
    batch = await make_batch(session, training, code="LFT-1")
    city = await make_city(session, await make_country(session), name_en="Yanbu")
    organization = await session.get(Organization, training.organization_id)
    assert organization

    async def finds(words: str) -> bool:
        await session.flush()
        condition = search_batches(words)
        assert condition is not None
        return batch.id in (await session.scalars(select(col(Batch.id)).where(condition))).all()

    assert await finds("lft-1 lifting gulf crane الموانئ")
    # Words match by stem.
    assert await finds("cranes liftings")
    assert not await finds("yanbu")
    batch.city_id, batch.code = city.id, "LFT-2"
    assert await finds("yanbu lft-2")
    assert not await finds("lft-1")
    city.name_en = "Duba"
    training.title_en = "Hoisting"
    organization.name_en = "Harbour Institute"
    assert await finds("duba hoisting harbour")
    assert not await finds("gulf")
    category.name_en = "Hoists"
    main.name_en = "Piers"
    assert await finds("hoists piers")
    assert not await finds("ports")
    category.parent_id = None
    assert not await finds("piers")
    training.category_id = main.id
    assert await finds("piers")
