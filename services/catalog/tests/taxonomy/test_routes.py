"""Order and usage of categories."""

import asyncio
from typing import Any

import httpx
import pytest
from catalog.categories.models import Category
from contracts import Permission
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, actor

from services.catalog.tests.factories import make_category, make_training


@pytest.fixture
def editor() -> Actor:
    return actor("admin", permissions=[Permission.EDIT_CATEGORY])


def order_of(*categories: Category, parent: Category | None = None) -> dict[str, Any]:
    return {
        "parent_id": str(parent.id) if parent else None,
        "categories": [{"id": str(row.id), "version": row.version} for row in categories],
    }


async def slugs(client: httpx.AsyncClient) -> list[str]:
    answer = await client.get("categories", params={"parent_categories": True})
    return [category["slug"] for category in answer.json()["data"]]


async def test_an_order_is_stored_and_one_of_two_at_once(
    client: httpx.AsyncClient, editor: Actor, session: AsyncSession
) -> None:
    a, b, c = [await make_category(session, slug=slug) for slug in "abc"]
    await make_category(session, slug="below", parent_id=a.id)
    assert await slugs(client) == ["a", "b", "c"]
    bodies = (order_of(c, a, b), order_of(b, c, a))
    answers = await asyncio.gather(
        *(client.put("categories/order", json=body, headers=editor.headers) for body in bodies)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (stored,) = (answer for answer in answers if answer.status_code == 200)
    (refused,) = (answer for answer in answers if answer.status_code == 409)
    assert refused.json()["code"] == "category.edit_conflict"
    assert await slugs(client) == [category["slug"] for category in stored.json()["data"]]


async def test_409_for_others_than_all_of_the_parents(
    client: httpx.AsyncClient, editor: Actor, session: AsyncSession
) -> None:
    a, b = [await make_category(session, slug=slug) for slug in "ab"]
    child = await make_category(session, slug="below", parent_id=a.id)
    for body in (order_of(b), order_of(b, a, child), order_of(b, b, a), order_of(a, parent=a)):
        answer = await client.put("categories/order", json=body, headers=editor.headers)
        assert answer.status_code == 409
    assert await slugs(client) == ["a", "b"]
    answer = await client.put("categories/order", json=order_of(), headers=editor.headers)
    assert answer.status_code == 422


async def test_usage_counts_what_keeps_a_category(
    client: httpx.AsyncClient, editor: Actor, session: AsyncSession
) -> None:
    viewer = actor("admin", permissions=[Permission.VIEW_CATEGORY])
    main = await make_category(session)
    sub = await make_category(session, parent_id=main.id)
    organization = new_id()
    await make_training(session, organization, main)
    for _ in range(2):
        await make_training(session, organization, sub)
    for category, expected in ((main, (1, 1)), (sub, (0, 2))):
        answer = await client.get(f"categories/{category.id}/usage", headers=viewer.headers)
        kinds = ("subcategories", "trainings", "announcements")
        assert answer.json() == dict(zip(kinds, (*expected, 0), strict=True))
    missing = await client.get(f"categories/{new_id()}/usage", headers=viewer.headers)
    assert missing.status_code == 404
    # Drafts count too, so usage is only for admins who see categories.
    refused = await client.get(f"categories/{main.id}/usage", headers=editor.headers)
    assert refused.status_code == 403
