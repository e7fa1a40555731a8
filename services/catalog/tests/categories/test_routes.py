"""Categories: two levels, public to read, changed by permitted admins."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from catalog.trainings.models import TrainingStatus
from contracts import ApprovalStatus, Permission
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor, actor

from services.catalog.tests.factories import make_category, make_organization, make_training

BODY = {"name_en": "Cold Chain & Pharma", "name_ar": "سلسلة التبريد والأدوية"}


@pytest.fixture
def creator() -> Actor:
    return actor("admin", permissions=[Permission.CREATE_CATEGORY])


@pytest.fixture
def editor() -> Actor:
    return actor("admin", permissions=[Permission.EDIT_CATEGORY])


class TestList:
    async def test_filters_by_level_and_parent(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        main = await make_category(session, slug="main")
        await make_category(session, slug="other", position=1)
        await make_category(session, slug="sub", parent_id=main.id)

        async def slugs(**params: Any) -> list[str]:
            answer = await client.get("categories", params=params)
            return sorted(category["slug"] for category in answer.json()["data"])

        assert await slugs() == ["main", "other", "sub"]
        assert await slugs(parent_categories=True) == ["main", "other"]
        assert await slugs(subcategories=True) == ["sub"]
        assert await slugs(parent_id=main.id) == ["sub"]
        assert (await client.get("categories")).json()["meta"]["page_size"] == 100

    async def test_404_for_an_unknown_one(self, client: httpx.AsyncClient) -> None:
        assert (await client.get(f"categories/{uuid4()}")).status_code == 404


class TestTree:
    async def test_counts_published_trainings_of_active_categories(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        main = await make_category(session, slug="main")
        sub = await make_category(session, slug="sub", parent_id=main.id)
        await make_category(session, slug="hidden", active=False)
        organization = new_id()
        await make_training(session, organization, sub)
        await make_training(session, organization, main)
        await make_training(session, organization, sub, status=TrainingStatus.DRAFT)
        # Counts exactly the trainings in the list of this category.
        asleep = await make_category(session, slug="asleep", parent_id=main.id, active=False)
        await make_training(session, organization, asleep)
        unapproved = new_id()
        await make_organization(session, unapproved, status=ApprovalStatus.RETURNED)
        await make_training(session, unapproved, sub)
        (node,) = (await client.get("categories/tree")).json()["data"]
        listed = (await client.get(f"trainings?category_id={main.id}")).json()["meta"]["total"]
        assert (node["slug"], node["trainings"], listed) == ("main", 3, 3)
        assert [(leaf["slug"], leaf["trainings"]) for leaf in node["children"]] == [("sub", 1)]


class TestCreate:
    async def test_makes_a_slug_of_the_english_name(
        self, client: httpx.AsyncClient, creator: Actor
    ) -> None:
        answer = await client.post("categories", json=BODY, headers=creator.headers)
        assert (answer.status_code, answer.json()["slug"]) == (201, "cold-chain-pharma")
        named = {"name_en": "Other", "name_ar": "أخرى", "slug": "cold-chain-pharma"}
        again = await client.post("categories", json=named, headers=creator.headers)
        assert again.status_code == 422
        assert again.json()["fields"][0] == {
            "field": "slug",
            "code": "field.taken",
            "message": "This is already in use. Enter another value.",
        }

    async def test_422_for_names_that_another_beside_it_has(
        self, client: httpx.AsyncClient, creator: Actor, session: AsyncSession
    ) -> None:
        main = await make_category(session, **BODY)
        same = {"name_en": "COLD chain & pharma", "name_ar": BODY["name_ar"], "slug": "other"}
        answer = await client.post("categories", json=same, headers=creator.headers)
        taken = [(each["field"], each["code"]) for each in answer.json()["fields"]]
        assert (answer.status_code, taken) == (
            422,
            [("name_en", "field.taken"), ("name_ar", "field.taken")],
        )
        below = same | {"parent_id": str(main.id)}
        answers = await asyncio.gather(
            *(
                client.post("categories", json=below | {"slug": slug}, headers=creator.headers)
                for slug in ("one", "two")
            )
        )
        assert sorted(answer.status_code for answer in answers) == [201, 422]

    async def test_comes_last_and_a_long_name_makes_a_slug(
        self, client: httpx.AsyncClient, creator: Actor, session: AsyncSession
    ) -> None:
        await make_category(session, position=4)
        body = {"name_en": "long " * 29, "name_ar": "طويل"}
        answer = await client.post("categories", json=body, headers=creator.headers)
        assert (answer.status_code, answer.json()["position"]) == (201, 5)
        assert len(answer.json()["slug"]) <= 80

    async def test_422_for_a_parent_that_is_no_main_category(
        self, client: httpx.AsyncClient, creator: Actor, session: AsyncSession
    ) -> None:
        main = await make_category(session)
        sub = await make_category(session, parent_id=main.id)
        for parent in (sub.id, uuid4()):
            body = BODY | {"parent_id": str(parent)}
            answer = await client.post("categories", json=body, headers=creator.headers)
            assert answer.status_code == 422
            assert answer.json()["fields"][0]["field"] == "parent_id"

    async def test_401_and_403(
        self, client: httpx.AsyncClient, editor: Actor, owner: Actor
    ) -> None:
        assert (await client.post("categories", json=BODY)).status_code == 401
        for somebody in (editor, owner):
            answer = await client.post("categories", json=BODY, headers=somebody.headers)
            assert answer.status_code == 403


class TestUpdate:
    async def test_changes_and_shows_it_at_once(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        category = await make_category(session, slug="old")
        assert (await client.get("categories/tree")).json()["data"][0]["slug"] == "old"
        body = BODY | {"slug": "new", "position": 3}
        answer = await client.put(f"categories/{category.id}", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["position"]) == (200, 3)
        assert (await client.get("categories/tree")).json()["data"][0]["slug"] == "new"

    async def test_409_for_an_edit_of_an_older_version(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        category = await make_category(session, position=2)
        path, body = f"categories/{category.id}", BODY | {"version": 1}
        edits = [client.put(path, json=body, headers=editor.headers) for _ in range(2)]
        first, second = sorted(await asyncio.gather(*edits), key=lambda a: a.status_code)
        assert (first.status_code, first.json()["position"], first.json()["version"]) == (200, 2, 2)
        assert (second.status_code, second.json()["code"]) == (409, "category.edit_conflict")

    async def test_409_for_putting_one_with_subcategories_below_another(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        main, other = await make_category(session), await make_category(session)
        await make_category(session, parent_id=main.id)
        body = BODY | {"parent_id": str(other.id)}
        answer = await client.put(f"categories/{main.id}", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "category.has_subcategories")

    async def test_two_that_are_put_below_one_another_at_once_stay_two_levels(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        one, two = await make_category(session), await make_category(session)
        answers = await asyncio.gather(
            *(
                client.put(
                    f"categories/{child.id}",
                    json={"name_en": str(child.id), "name_ar": "س", "parent_id": str(parent.id)},
                    headers=editor.headers,
                )
                for child, parent in ((one, two), (two, one))
            )
        )
        assert sorted(answer.status_code for answer in answers) in ([200, 409], [200, 422])
        tree = (await client.get("categories/tree")).json()["data"]
        assert [len(node["children"]) for node in tree] == [1]

    async def test_422_for_putting_one_below_itself(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        category = await make_category(session)
        body = BODY | {"parent_id": str(category.id)}
        answer = await client.put(f"categories/{category.id}", json=body, headers=editor.headers)
        assert answer.status_code == 422

    async def test_401_403_and_404(
        self, client: httpx.AsyncClient, editor: Actor, creator: Actor
    ) -> None:
        path = f"categories/{uuid4()}"
        assert (await client.put(path, json=BODY)).status_code == 401
        assert (await client.put(path, json=BODY, headers=creator.headers)).status_code == 403
        assert (await client.put(path, json=BODY, headers=editor.headers)).status_code == 404


class TestDelete:
    async def test_deletes_an_empty_one(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        category = await make_category(session)
        path = f"categories/{category.id}"
        assert (await client.delete(path, headers=editor.headers)).status_code == 204
        assert (await client.get(path)).status_code == 404

    async def test_409_with_subcategories_or_trainings(
        self, client: httpx.AsyncClient, editor: Actor, session: AsyncSession
    ) -> None:
        main = await make_category(session)
        sub = await make_category(session, parent_id=main.id)
        await make_training(session, new_id(), sub)
        for category, user in ((main, "subcategories"), (sub, "trainings")):
            answer = await client.delete(f"categories/{category.id}", headers=editor.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, f"category.used_by_{user}")
            assert (await client.get(f"categories/{category.id}")).status_code == 200

    async def test_401_403_and_404(
        self, client: httpx.AsyncClient, editor: Actor, creator: Actor
    ) -> None:
        path = f"categories/{uuid4()}"
        assert (await client.delete(path)).status_code == 401
        assert (await client.delete(path, headers=creator.headers)).status_code == 403
        assert (await client.delete(path, headers=editor.headers)).status_code == 404
