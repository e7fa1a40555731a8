"""Public lists and counts equal plain SQL, on random data after each random change."""

import os
import random
from datetime import timedelta
from typing import Any

import httpx
import pytest
from catalog.batches.filters.queries import filter_batch_fields, filter_trainings, get_values
from catalog.batches.models import Batch, BatchMode
from catalog.batches.queries import CARDS, SORTING
from catalog.batches.rules import IS_COMING, PHASE_CONDITIONS
from catalog.batches.schemas import BatchCard, BatchFilters, BatchSort, CatalogueFilters
from catalog.offers.queries import _join_batches as trainings_with
from catalog.offers.schemas import TrainingCard, TrainingFilters, TrainingSort
from catalog.replicas.models import Organization
from catalog.trainings.models import BatchLanguage, Training, TrainingLevel, TrainingStatus
from catalog.trainings.queries import BY_TITLE_AR, BY_TITLE_EN, IS_PUBLIC
from contracts import ApprovalStatus
from contracts.catalog import BatchStatus
from kit.database.db import AsyncSession, new_id, utc_now
from kit.database.pages import Sorting, SortKey
from kit.testing import ServiceUnderTest, running
from kit.web.cache import ANSWERS
from pydantic import BaseModel
from sqlalchemy import func, select, text
from sqlmodel import col

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_city,
    make_country,
    make_organization,
    make_state,
    make_training,
)

ROUNDS = int(os.environ.get("ITQAN_FAULTS", "10"))
"""Changes per random catalogue."""
TITLES = ("Crane Operator", "crane rigging", "Customs", "Éclairs", "Ports", "Customs")
TITLES_AR = ("مشغل رافعة", "الرافعات", "التخليص", "إدارة", "أمن الموانئ", "التخليص")


class World:
    """Random catalogue with random changes."""

    def __init__(self, session: AsyncSession, seed: int) -> None:
        self.session = session
        self.chance = random.Random(seed)
        self.organizations = [new_id() for _ in range(3)]
        self.trainings: list[Training] = []
        self.batches: list[Batch] = []

    async def make(self) -> None:
        country = await make_country(self.session)
        self.state = await make_state(self.session, country)
        self.cities = [
            await make_city(self.session, country, name_en=name, name_ar=name_ar, state_id=state)
            for name, name_ar, state in (
                ("Jeddah", "جدة", self.state.id),
                ("Riyadh", "الرياض", None),
                ("Port Sudan", "بورتسودان", self.state.id),
            )
        ]
        main = await make_category(self.session, name_en="Ports", name_ar="الموانئ")
        self.categories = [
            main,
            await make_category(self.session, name_en="Cranes", parent_id=main.id),
            await make_category(self.session, name_en="Rail", name_ar="السكك"),
        ]
        for id_, status in zip(self.organizations, ("approved", "approved", "draft"), strict=True):
            await make_organization(self.session, id_, status=status)
        for _ in range(9):
            await self.add_training()
        for _ in range(50):
            await self.add_batch()

    async def add_training(self) -> None:
        title = self.chance.randrange(len(TITLES))
        self.trainings.append(
            await make_training(
                self.session,
                self.chance.choice(self.organizations),
                self.chance.choice(self.categories),
                title_en=TITLES[title],
                title_ar=TITLES_AR[title],
                level=self.chance.choice(list(TrainingLevel)),
                status=self.chance.choice(["published", "published", "published", "draft"]),
                standard_code=self.chance.choice(["", "", "ISCO-3331"]),
            )
        )

    async def add_batch(self) -> None:
        starts_at = (utc_now() + timedelta(days=self.chance.randrange(-9, 60))).replace(
            minute=0, second=0, microsecond=0
        )
        row = await make_batch(
            self.session,
            self.chance.choice(self.trainings),
            starts_at=starts_at,
            ends_at=starts_at + timedelta(days=self.chance.choice([1, 20])),
            enrollment_closes_at=starts_at + timedelta(days=self.chance.choice([-3, 2])),
            enrollment_opens_at=starts_at - timedelta(days=self.chance.choice([10, 90])),
            city_id=self.chance.choice([None, *(city.id for city in self.cities)]),
            mode=self.chance.choice(list(BatchMode)),
            language=self.chance.choice(list(BatchLanguage)),
            price_minor=self.chance.choice([0, 49_999, 50_000, 50_001, 100_000, 250_000]),
            seats_taken=self.chance.choice([0, 3, 10]),
            waiting=self.chance.choice([0, 0, 1]),
            status=self.chance.choice(["published"] * 5 + ["draft", "cancelled"]),
        )
        self.batches.append(row)

    async def change(self) -> bool:
        """Make a random change; return True if only seats changed."""
        batch, training = self.chance.choice(self.batches), self.chance.choice(self.trainings)
        kind = self.chance.choice([*range(9), 2, 2, 2])
        match kind:
            case 0:
                await self.add_batch()
            case 1:
                await self.add_training()
                for _ in range(5):
                    await self.add_batch()
            case 2:
                await self.change_seats(batch)
            case 3:
                batch.status = self.chance.choice(list(BatchStatus))
            case 4:
                batch.price_minor = self.chance.choice([0, 70_000, 200_000])
                batch.starts_at -= timedelta(days=1)
                batch.city_id = self.chance.choice(self.cities).id
            case 5:
                training.status = self.chance.choice(
                    [TrainingStatus.PUBLISHED, TrainingStatus.ARCHIVED]
                )
            case 6:
                training.title_en = self.chance.choice(TITLES)
                training.category_id = self.chance.choice(self.categories).id
                training.level = self.chance.choice(list(TrainingLevel))
            case 7:
                of = await self.session.get_one(
                    Organization, self.chance.choice(self.organizations)
                )
                of.status = self.chance.choice([ApprovalStatus.APPROVED, ApprovalStatus.RETURNED])
            case 8:
                self.categories[1].parent_id = self.chance.choice([None, self.categories[0].id])
        await self.session.commit()
        return bool(kind == 2)

    async def change_seats(self, batch: Batch) -> None:
        """Change a batch's seats, though not always to a different number."""
        counts = [(0, 0), (5, 0), (7, 0), (10, 0), (4, 1), (4, 2)]
        batch.seats_taken, batch.waiting = self.chance.choice(counts)
        await self.session.commit()

    def filters(self) -> dict[str, Any]:
        """Choose random filters shared by both lists."""
        offered = {
            "search": self.chance.choice(["crane", "ports jeddah", "الرافعات", "gulf", "nothing"]),
            "category_id": self.chance.choice(self.categories).id,
            "organization_id": self.chance.choice(self.organizations),
            "level": self.chance.sample(list(TrainingLevel), 2),
            "standard_code": "ISCO-3331",
            "city_id": self.chance.choice(self.cities).id,
            "state_id": self.state.id,
            "starts_from": (utc_now() + timedelta(days=self.chance.randrange(30))).date(),
            "starts_to": (utc_now() + timedelta(days=self.chance.randrange(60))).date(),
            "price_min": self.chance.choice([0, 50_000, 50_001]),
            "price_max": self.chance.choice([0, 50_000, 100_000]),
            "free": self.chance.choice([True, False]),
            "mode": self.chance.sample(list(BatchMode), 2),
            "language": [self.chance.choice(list(BatchLanguage))],
            "seats_left": True,
        }
        names = self.chance.sample(sorted(offered), self.chance.choice([0, 0, 1, 1, 2, 3]))
        return {name: offered[name] for name in names}

    def filters_of_batches(self) -> dict[str, Any]:
        """Choose those, and some filters only for batches."""
        offered = {
            "id": [batch.id for batch in self.chance.sample(self.batches, 9)],
            "training_id": self.chance.choice(self.trainings).id,
            "phase": self.chance.choice(["upcoming", "running", "ended"]),
        }
        names = self.chance.sample(sorted(offered), self.chance.choice([0, 0, 1]))
        return self.filters() | {name: offered[name] for name in names}


@pytest.fixture(params=range(4))
async def world(session: AsyncSession, request: pytest.FixtureRequest) -> World:
    made = World(session, request.param)
    await made.make()
    return made


def query(filters: dict[str, Any]) -> dict[str, Any]:
    """Format filters as query parameters."""
    return {
        name: [str(each) for each in value] if isinstance(value, list) else str(value)
        for name, value in filters.items()
    }


async def batches_by_sql(
    session: AsyncSession, filters: BatchFilters, sort: BatchSort
) -> list[str]:
    values = get_values(filters)
    names = frozenset(values)
    statement = (
        select(col(Batch.id))
        .join(Training, col(Training.id) == col(Batch.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(
            IS_PUBLIC,
            col(Batch.status) == BatchStatus.PUBLISHED,
            *filter_trainings(names, cities=True),
            *filter_batch_fields(names),
        )
        .order_by(*SORTING.by(sort))
    )
    if names.isdisjoint(PHASE_CONDITIONS):
        statement = statement.where(col(Batch.ends_at) > func.now())
    return [str(each) for each in await session.scalars(statement, values)]


async def trainings_by_sql(
    session: AsyncSession, filters: TrainingFilters, sort: TrainingSort
) -> list[str]:
    values = get_values(filters)
    names = frozenset(values)
    conditions = filter_batch_fields(names)
    first = (
        select(
            col(Batch.training_id),
            func.min(col(Batch.starts_at)).label("starts_at"),
            func.min(col(Batch.price_minor)).label("price"),
        )
        .where(IS_COMING, *conditions)
        .group_by(col(Batch.training_id))
        .subquery()
    )
    by_title = (BY_TITLE_EN,)
    sorting = Sorting(
        {
            TrainingSort.STARTS_AT: SortKey(first.c.starts_at, nulls_last=True, then=by_title),
            TrainingSort.PRICE: SortKey(first.c.price, nulls_last=True, then=by_title),
            TrainingSort.TITLE_EN: BY_TITLE_EN,
            TrainingSort.TITLE_AR: BY_TITLE_AR,
            TrainingSort.UPDATED_AT_DESC: col(Training.updated_at),
        },
        id=col(Training.id),
    )
    statement = (
        select(col(Training.id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .join(first, first.c.training_id == col(Training.id), isouter=not conditions)
        .where(IS_PUBLIC, *filter_trainings(names))
        .order_by(*sorting.by(sort))
    )
    return [str(each) for each in await session.scalars(statement, values)]


async def cards_by_sql(
    session: AsyncSession,
    card: type[BaseModel],
    statement: Any,
    key: Any,
    ids: list[str],
    values: dict[str, Any] | None = None,
) -> list[BaseModel]:
    """Select the cards of these IDs, in order, by one statement."""
    rows = await session.execute(statement.where(key.in_(ids)), values or {})
    found = [card.model_validate(row, from_attributes=True) for row in rows]
    return sorted(found, key=lambda each: ids.index(str(each.id)))  # type: ignore[attr-defined]


COUNTED = {
    "organizations": ("organization_id", col(Training.organization_id)),
    "cities": ("city_id", col(Batch.city_id)),
    "levels": ("level", col(Training.level)),
    "modes": ("mode", col(Batch.mode)),
    "languages": ("language", col(Batch.language)),
    "months": ("", func.to_char(func.timezone("Asia/Riyadh", col(Batch.starts_at)), "YYYY-MM")),
}
OWN = {
    "cities": {"city_id", "state_id"},
    "months": {"starts_from", "starts_to"},
    "prices": {"price_min", "price_max", "free"},
}


async def counts_by_sql(
    session: AsyncSession, filters: CatalogueFilters, facet: str, *, trainings: bool
) -> dict[str, int]:
    """Count each value of a facet, without the facet's own filters."""
    values = get_values(filters)
    parameter, column = COUNTED[facet]
    names = frozenset(values) - OWN.get(facet, {parameter})
    listed = IS_COMING if trainings else col(Batch.status) == BatchStatus.PUBLISHED
    what = func.count(col(Batch.training_id).distinct()) if trainings else func.count()
    statement = (
        select(column, what)
        .select_from(Batch)
        .join(Training, col(Training.id) == col(Batch.training_id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(
            listed,
            IS_PUBLIC,
            *filter_trainings(names, cities=not trainings),
            *filter_batch_fields(names),
        )
        .group_by(column)
    )
    if names.isdisjoint(PHASE_CONDITIONS):
        statement = statement.where(col(Batch.ends_at) > func.now())
    rows = await session.execute(statement, values)
    return {str(value): count for value, count in rows if value is not None}


class TestLists:
    async def test_find_and_count_what_sql_does(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        world: World,
    ) -> None:
        answers = ANSWERS.of(service.app)
        for _ in range(25):
            (answers.report if await world.change() else answers.clear)()
            filters, sort = world.filters_of_batches(), world.chance.choice(list(BatchSort))
            given = BatchFilters(**filters)
            listed = await client.get("batches", params=query(filters) | {"sort": sort})
            found = await batches_by_sql(session, given, sort)
            assert [row["id"] for row in listed.json()["data"]] == found[:20], (filters, sort)
            assert listed.json()["meta"]["total"] == len(found)
            cards = await cards_by_sql(session, BatchCard, CARDS, col(Batch.id), found[:20])
            assert [BatchCard.model_validate(row) for row in listed.json()["data"]] == cards
            await self.compare_facets(client, session, "batches", filters, given)

            filters, order = world.filters(), world.chance.choice(list(TrainingSort))
            of_trainings = TrainingFilters(**filters)
            listed = await client.get("trainings", params=query(filters) | {"sort": order})
            found = await trainings_by_sql(session, of_trainings, order)
            assert [row["id"] for row in listed.json()["data"]] == found[:20], (filters, order)
            assert listed.json()["meta"]["total"] == len(found)
            values = get_values(of_trainings)
            summed_up, _ = trainings_with(filter_batch_fields(frozenset(values)))
            cards = await cards_by_sql(
                session, TrainingCard, summed_up, col(Training.id), found[:20], values
            )
            assert [TrainingCard.model_validate(row) for row in listed.json()["data"]] == cards
            await self.compare_facets(client, session, "trainings", filters, of_trainings)

    async def compare_facets(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        noun: str,
        filters: dict[str, Any],
        given: CatalogueFilters,
    ) -> None:
        facets = (await client.get(f"{noun}/facets", params=query(filters))).json()
        for facet in COUNTED:
            counted = {row.get("id", row.get("value")): row["count"] for row in facets[facet]}
            by_sql = await counts_by_sql(session, given, facet, trainings=noun == "trainings")
            assert counted == by_sql, (facet, filters)

    async def test_show_seats_that_an_earlier_transaction_commits_later(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
    ) -> None:
        training = await make_training(session, new_id())
        first, second = [await make_batch(session, training) for _ in range(2)]
        fill = text("UPDATE batches SET seats_taken = capacity WHERE id = :id")
        answers = ANSWERS.of(service.app)

        async def made(batch: Batch) -> tuple[int, Any]:
            """Return the seats left, and the cached response with them."""
            path = f"batches/{batch.id}"
            seats = (await client.get(path)).json()["seats_left"]
            return seats, answers._answers[f"/api/v1/{path}?"]

        assert [(await made(each))[0] for each in (first, second)] == [10, 10]
        async with service.database.transaction() as early:
            await early.execute(fill, {"id": first.id})
            async with service.database.transaction() as late:
                await late.execute(fill, {"id": second.id})
            answers.report()
            assert (await made(first))[0] == 10
            seats, kept = await made(second)
            assert seats == 0
            # Changes read once are not read again by each poll until the transaction ends.
            answers.report()
            assert (await made(second))[1] is kept
        answers.report()
        assert [(await made(each))[0] for each in (first, second)] == [0, 0]

    async def test_show_seats_after_more_changes_than_are_remembered(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("catalog.batches.seat_changes.queries.MAX_CHANGES", 5)
        training = await make_training(session, new_id())
        batches = [await make_batch(session, training) for _ in range(9)]
        paths = [f"batches/{each.id}" for each in batches]
        for taken in (1, 2):
            await session.execute(text("UPDATE batches SET seats_taken = :taken"), {"taken": taken})
            await session.commit()
            ANSWERS.of(service.app).report()
            found = [(await client.get(path)).json()["seats_left"] for path in paths]
            assert found == [10 - taken] * 9

    async def test_hold_a_batch_of_a_time_to_come_that_no_number_holds(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        training = await make_training(session, new_id())
        await make_batch(session, training, starts_in=365 * 300)
        assert (await client.get("batches?phase=upcoming")).json()["meta"]["total"] == 1


class TestKeptAnswers:
    async def test_are_those_that_are_made_from_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, world: World
    ) -> None:
        answers, paths = ANSWERS.of(service.app), self.paths(world)
        stayed = changed = 0
        async with running(service.declaration, service.settings) as copy:
            transport = httpx.ASGITransport(app=copy.app)
            async with httpx.AsyncClient(transport=transport, base_url=client.base_url) as nothing:
                for _ in range(ROUNDS):
                    if world.chance.random() < 0.1:
                        await world.change()
                        answers.clear()
                    else:
                        await world.change_seats(world.chance.choice(world.batches))
                        answers.report()
                    ANSWERS.of(copy.app).clear()
                    # Some are requested again only after several changes.
                    for path, params in world.chance.sample(paths, len(paths) * 2 // 3):
                        before = {id(answer) for answer in answers._answers.values()}
                        found, made = [
                            await each.get(path, params=params) for each in (client, nothing)
                        ]
                        assert found.status_code == made.status_code, path
                        assert found.content == made.content, (path, params)
                        is_kept = before == {id(answer) for answer in answers._answers.values()}
                        stayed, changed = stayed + is_kept, changed + (not is_kept)
        assert stayed > 3 * ROUNDS and changed > 3 * ROUNDS

    def paths(self, world: World) -> list[tuple[str, dict[str, Any]]]:
        """Choose small pages of all orders and counts, and some batches and trainings."""
        paths: list[tuple[str, dict[str, Any]]] = []
        for noun, sorts, filters in (
            ("batches", BatchSort, world.filters_of_batches),
            ("trainings", TrainingSort, world.filters),
        ):
            for sort in sorts:
                page = {"sort": sort, "page_size": 3, "page": world.chance.choice([1, 1, 2])}
                paths.append((noun, page))
                paths.append((noun, query(filters()) | page))
            paths += [(noun, {"seats_left": "true", "page_size": 2}), (f"{noun}/facets", {})]
            paths += [(f"{noun}/facets", query(filters())) for _ in range(2)]
        for training in world.chance.sample(world.trainings, 3):
            paths.append((f"trainings/{training.id}", {}))
            paths.append(("web/head", {"path": f"/trainings/{training.id}"}))
        for batch in world.chance.sample(world.batches, 6):
            paths.append((f"batches/{batch.id}", {}))
            page_of = f"/trainings/{batch.training_id}/batch/{batch.id}"
            paths.append(("web/head", {"path": page_of}))
        return paths
