"""With five thousand batches, selective filters use an index, and pages are complete."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

import httpx
import pytest
from catalog.batches.queries import list_batches, list_managed_batches
from catalog.batches.schemas import BatchFilters, BatchSort, ManagedBatchFilters
from catalog.batches.seat_changes.queries import SeatChanges
from catalog.offers.queries import list_managed_trainings, list_trainings
from catalog.offers.schemas import ManagedTrainingFilters, TrainingFilters, TrainingSort
from catalog.spelling.queries import get_spelling
from kit.database.db import AsyncSession, new_id
from kit.database.pages import PageQuery
from kit.testing import ServiceUnderTest, actor, list_scans, vacuum
from kit.web.cache import ANSWERS
from sqlalchemy import event, text

from services.catalog.tests.factories import make_city, make_country, make_training

pytestmark = pytest.mark.plans

PAGE = PageQuery(page=1, page_size=20)
DESK = actor("admin", permissions=["view-batch", "view-trainings"])
PlanOf = Callable[..., Awaitable[set[str]]]
Read = Callable[[], Awaitable[object]]
MANY = text("""
    INSERT INTO batches (id, training_id, organization_id, code, mode, language, city_id, venue_en,
      venue_ar, trainer_en, trainer_ar, starts_at, ends_at, enrollment_opens_at,
      enrollment_closes_at, price_minor, currency, capacity, requires_acceptance,
      payment_window_minutes, status, seats_taken, waiting, seats_sequence, version)
    SELECT gen_random_uuid(), t.id, t.organization_id, 'B' || n || '-' || right(t.id::text, 12),
      'in_person', 'ar', (SELECT id FROM cities ORDER BY id LIMIT 1 OFFSET n % 50), '', '', '', '',
      day, day + interval '2 hours', day - interval '900 days', day, n % 4 * 10000, 'SAR', 20,
      false, 60, 'published', n % 21, 0, 0, 1
    FROM trainings t, generate_series(1, 100) n,
      LATERAL (SELECT now() + (n - 50) * interval '7 days' + interval '1 hour' AS day) time
""")


@pytest.fixture
async def city_id(session: AsyncSession, service: ServiceUnderTest) -> UUID:
    """Create 5,000 batches, half of them over, and return the city of one in fifty."""
    country = await make_country(session)
    cities = [await make_city(session, country) for _ in range(50)]
    organization_id = new_id()
    for number in range(50):
        title_en, title_ar = f"Training {number}", f"تدريب {number}"
        await make_training(session, organization_id, title_en=title_en, title_ar=title_ar)
    await session.execute(MANY)
    await session.commit()
    await vacuum(service.database)
    return cities[0].id


@pytest.fixture
def explain_plan(session: AsyncSession, service: ServiceUnderTest) -> PlanOf:
    """Return a function that lists a response's index scans and sequential scans."""
    engine = service.database.engine.sync_engine
    asked: list[tuple[str, Any]] = []

    def remember(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        asked.append((statement, parameters))

    async def plan(read: Read, *, scans: bool = True) -> set[str]:
        asked.clear()
        event.listen(engine, "before_cursor_execute", remember)
        await read()
        event.remove(engine, "before_cursor_execute", remember)
        await session.execute(text(f"SET LOCAL enable_seqscan = {'on' if scans else 'off'}"))
        connection = await session.connection()
        used: set[str] = set()
        for statement, parameters in list(asked):
            found = await connection.exec_driver_sql(
                f"EXPLAIN (FORMAT JSON) {statement}", parameters
            )
            used.update(list_scans(found.scalar_one()))
        await session.rollback()
        return used

    return plan


class TestManyBatches:
    async def test_a_selective_filter_and_what_has_changed_are_found_by_indexes(
        self, session: AsyncSession, service: ServiceUnderTest, city_id: UUID, explain_plan: PlanOf
    ) -> None:
        batches, trainings = BatchFilters(city_id=city_id), TrainingFilters(city_id=city_id)
        changes = SeatChanges(service.database, ANSWERS.of(service.app))
        reads: dict[Read, str] = {
            lambda: list_batches(session, PAGE, batches, BatchSort.STARTS_AT): "ix_batches_city",
            lambda: list_trainings(
                session, PAGE, trainings, TrainingSort.STARTS_AT
            ): "ix_batches_city",
            lambda: get_spelling(session, "wharehouse"): "ix_batches_city",
            changes.refresh: "ix_batches_changed_in",
        }
        for read, index in reads.items():
            used = await explain_plan(read)
            assert index in used
            assert "batches" not in used

    async def test_the_desks_lists_are_sorted_by_indexes(
        self, session: AsyncSession, city_id: UUID, explain_plan: PlanOf
    ) -> None:
        page, admin = PageQuery(page=2, page_size=20), DESK.principal
        filters = ManagedBatchFilters()
        for sort, index in (
            (BatchSort.STARTS_AT_DESC, "ix_batches_starts"),
            (BatchSort.SEATS_LEFT, "ix_batches_seats_left"),
            (BatchSort.TITLE_EN, "ix_trainings_title_en"),
            (BatchSort.TITLE_AR, "ix_trainings_title_ar"),
        ):
            read = partial(list_managed_batches, session, admin, page, filters, sort)
            used = await explain_plan(read, scans=False)
            assert index in used, sort

    async def test_the_desks_trainings_are_sorted_by_their_next_batches(
        self,
        session: AsyncSession,
        city_id: UUID,
        explain_plan: PlanOf,
    ) -> None:
        for sooner, title in ((30, "Training 3"), (20, "Training 4"), (20, "Training 14")):
            await session.execute(
                text("""
                    UPDATE batches SET starts_at = starts_at - :sooner * interval '1 minute'
                    FROM trainings WHERE training_id = trainings.id AND title_en = :title
                """),
                {"sooner": sooner, "title": title},
            )
        # The second is closed for enrollment, and the last has no batches.
        await session.execute(
            text("""
                UPDATE batches SET enrollment_closes_at = now() - interval '1 day'
                FROM trainings
                WHERE training_id = trainings.id AND title_en = 'Training 4'
                  AND starts_at < now() + interval '2 days'
            """)
        )
        await session.execute(
            text("""
                UPDATE batches SET status = 'draft' FROM trainings
                WHERE training_id = trainings.id AND title_en = 'Training 7'
            """)
        )
        await session.commit()

        async def titles(page: int) -> list[str]:
            listed = await list_managed_trainings(
                session,
                DESK.principal,
                PageQuery(page=page, page_size=10),
                ManagedTrainingFilters(),
                TrainingSort.STARTS_AT,
            )
            return [training.title_en for training in listed.data]

        assert (await titles(1))[:3] == ["Training 3", "Training 14", "Training 0"]
        assert (await titles(5))[-2:] == ["Training 4", "Training 7"]
        used = await explain_plan(lambda: titles(2), scans=False)
        assert "ix_batches_training_starts" in used

    async def test_the_desks_trainings_are_searched_by_indexes(
        self,
        session: AsyncSession,
        client: httpx.AsyncClient,
        city_id: UUID,
        explain_plan: PlanOf,
        service: ServiceUnderTest,
    ) -> None:
        await session.execute(
            text("UPDATE trainings SET title_en = 'Tugboats' WHERE title_en = 'Training 33'")
        )
        await session.commit()
        await vacuum(service.database)
        read = partial(
            list_managed_trainings,
            session,
            DESK.principal,
            PAGE,
            ManagedTrainingFilters(search="tugboat"),
            TrainingSort.TITLE_EN,
        )
        used = await explain_plan(read, scans=False)
        assert "ix_trainings_search" in used

        async def found(**params: Any) -> tuple[int, bool, list[str]]:
            answer = await client.get("trainings/managed", params=params, headers=DESK.headers)
            body = answer.json()
            meta = body["meta"]
            return meta["total"], meta["capped"], [each["title_en"] for each in body["data"]]

        organization, category, city = [
            (await session.execute(text(f"SELECT name_en FROM {table} LIMIT 1"))).scalar_one()
            for table in ("organizations", "categories", "cities")
        ]
        first = sorted(f"Training {number}" for number in range(50) if number != 33)[:20]
        assert await found(search="tugboat") == (1, False, ["Tugboats"])
        assert await found(search="tugboats تدريب") == (1, False, ["Tugboats"])
        assert await found(search="tugboats nowhere") == (0, False, [])
        assert await found(search="tugboats", level="advanced") == (0, False, [])
        assert await found(search="tugboats", city_id=str(city_id)) == (1, False, ["Tugboats"])
        for word in (organization, city):
            assert (await found(search=word))[:2] == (50, False), word
        assert (await found(search=category))[0] >= 1
        assert await found(search="training") == (49, False, first)

    async def test_the_desks_lists_are_searched_by_indexes(
        self, session: AsyncSession, client: httpx.AsyncClient, city_id: UUID, explain_plan: PlanOf
    ) -> None:
        read = partial(
            list_managed_batches,
            session,
            DESK.principal,
            PAGE,
            ManagedBatchFilters(search="B77-"),
            BatchSort.STARTS_AT,
        )
        used = await explain_plan(read, scans=False)
        assert "ix_search_documents_text" in used
        assert not used & {"batches", "search_documents"}
        for search, total, capped in (
            ("B77-", 50, False),
            ("b77- training", 50, False),
            ("training", 1000, True),
            ("training nowhere", 0, False),
        ):
            body = (
                await client.get("batches/managed", params={"search": search}, headers=DESK.headers)
            ).json()
            assert (body["meta"]["total"], body["meta"]["capped"]) == (total, capped), search
            starts = [batch["starts_at"] for batch in body["data"]]
            assert starts == sorted(starts, reverse=True)
            assert len(starts) == min(20, total)

    @pytest.mark.parametrize("word", ["warehouse", "مستودع", "الموانئ"])
    async def test_a_word_can_be_found_by_its_trigrams(
        self, session: AsyncSession, city_id: UUID, explain_plan: PlanOf, word: str
    ) -> None:
        """Disable sequential scans: the planner prefers them for fifty trainings."""
        filters = BatchFilters(search=word)
        used = await explain_plan(
            lambda: list_batches(session, PAGE, filters, BatchSort.STARTS_AT), scans=False
        )
        assert {"ix_trainings_search", "ix_cities_search"} <= used

    async def test_pages_hold_each_of_them_once(
        self, client: httpx.AsyncClient, city_id: UUID, queries: Any
    ) -> None:
        seen: list[str] = []
        # The first poll for changes.
        await client.get("batches?page_size=1")
        for page in range(1, 7):
            with queries() as statements:
                answer = await client.get(
                    "batches", params={"page": page, "page_size": 500, "sort": "price"}
                )
            assert len(statements) == 1
            found = json.loads(answer.content)
            assert found["meta"]["total"] == 2550
            seen += [batch["id"] for batch in found["data"]]
        assert len(seen) == len(set(seen)) == 2550

    async def test_counts_are_those_of_the_filters(
        self, client: httpx.AsyncClient, city_id: UUID
    ) -> None:
        async def total(path: str, **params: Any) -> int:
            found: int = (await client.get(path, params=params)).json()["meta"]["total"]
            return found

        # Numbers from 1 to 100 that match MANY, each for 50 trainings.
        coming = range(50, 101)
        for params, numbers in (
            ({"free": True}, [n for n in coming if n % 4 == 0]),
            ({"price_min": 10_000, "price_max": 20_000}, [n for n in coming if n % 4 in {1, 2}]),
            ({"seats_left": True}, [n for n in coming if n % 21 < 20]),
            ({"phase": "ended"}, range(1, 50)),
            ({"mode": "online"}, []),
        ):
            assert await total("batches", **params) == 50 * len(list(numbers)), params
        assert await total("trainings") == await total("trainings", free=True) == 50
        assert await total("trainings", mode="online") == 0
