"""Public list of batches: filters, search, responses and cost."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import httpx
import pytest
from catalog.batches.models import BatchMode
from catalog.batches.schemas import BatchCard, BatchRead
from catalog.offers.schemas import TrainingCard, TrainingRead
from catalog.trainings.models import BatchLanguage
from kit.database.db import AsyncSession, utc_now
from kit.database.pages import Page
from kit.testing import Actor
from pydantic import BaseModel

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_city,
    make_country,
    make_state,
    make_training,
)


def shape(value: Any) -> Any:
    """Return the names and types of JSON."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value)


class TestFilters:
    @pytest.fixture
    async def found(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> Any:
        """Create five batches, and return a function from a query to their codes."""
        country = await make_country(session)
        state = await make_state(session, country)
        jeddah = await make_city(session, country, state_id=state.id)
        riyadh = await make_city(session, country, name_en="Riyadh", name_ar="الرياض")
        main = await make_category(session, name_en="Ports", name_ar="الموانئ")
        cranes = await make_category(
            session, parent_id=main.id, name_en="Equipment", name_ar="المعدات"
        )
        other = await make_category(session, name_en="Customs", name_ar="الجمارك")
        crane = await make_training(
            session, organization_id, cranes, title_en="Crane Operator", title_ar="مشغل رافعة"
        )
        clearance = await make_training(
            session,
            organization_id,
            other,
            title_en="Clearance",
            title_ar="التخليص",
            level="advanced",
            standard_code="ISCO-3331",
        )
        in_person: dict[str, Any] = {"mode": BatchMode.IN_PERSON}
        await make_batch(session, crane, code="A", starts_in=1, city_id=jeddah.id, **in_person)
        await make_batch(session, crane, code="B", starts_in=2, price_minor=0, seats_taken=10)
        await make_batch(session, clearance, code="C", starts_in=3, city_id=riyadh.id, **in_person)
        await make_batch(
            session, clearance, code="D", starts_in=4, price_minor=5, language=BatchLanguage.ENGLISH
        )
        await make_batch(session, crane, code="E", starts_in=-0.1)
        await make_batch(session, crane, code="F", starts_in=-9)
        places = {"state": state.id, "city": riyadh.id, "main": main.id, "sub": cranes.id}

        async def find(query: str) -> str:
            answer = await client.get(f"batches?{query.format(**places)}")
            assert answer.status_code == 200, answer.text
            page = Page[BatchCard].model_validate_json(answer.content)
            assert page.meta.total == len(page.data)
            return "".join(batch.code for batch in page.data)

        return find

    @pytest.mark.parametrize(
        ("query", "codes"),
        [
            ("", "EABCD"),
            ("phase=running", "E"),
            ("phase=ended", "F"),
            ("phase=upcoming&sort=-starts_at", "DCBA"),
            ("category_id={main}", "EAB"),
            ("category_id={sub}", "EAB"),
            ("state_id={state}", "A"),
            ("city_id={city}", "C"),
            ("free=true", "B"),
            ("free=false&phase=upcoming", "ACD"),
            ("price_min=5&price_max=99", "D"),
            ("mode=in_person", "AC"),
            ("mode=online&mode=in_person&phase=upcoming", "ABCD"),
            ("language=en", "D"),
            ("level=advanced", "CD"),
            ("standard_code=isco-3331", "CD"),
            ("seats_left=true", "ACD"),
            ("search=crane", "EAB"),
            ("search=CRÂNE", "EAB"),
            ("search=رافعه", "EAB"),
            ("search=الرافعات", "EAB"),
            ("search=operators", "EAB"),
            ("search=الموانيء", "EAB"),
            ("search=الموانئ", "EAB"),
            ("search=jeddah", "A"),
            ("search=clearance riyadh", "C"),
            ("search=gulf&sort=price", "BDEAC"),
            ("search=%25", ""),
            ("search=nothing", ""),
        ],
    )
    async def test_finds(self, found: Any, query: str, codes: str) -> None:
        assert await found(query) == codes

    async def test_days_are_those_of_riyadh(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        riyadh = ZoneInfo("Asia/Riyadh")
        day = (utc_now().astimezone(riyadh) + timedelta(days=30)).date()
        midnight = datetime.combine(day, datetime.min.time(), riyadh)
        for code, moment in (
            ("BEFORE", midnight - timedelta(minutes=1)),
            ("FIRST", midnight),
            ("LAST", midnight + timedelta(hours=23, minutes=59)),
            ("AFTER", midnight + timedelta(days=1)),
        ):
            await make_batch(
                session,
                training,
                code=code,
                starts_at=moment,
                ends_at=moment + timedelta(hours=2),
            )
        answer = await client.get(
            "batches", params={"starts_from": str(day), "starts_to": str(day)}
        )
        assert [batch["code"] for batch in answer.json()["data"]] == ["FIRST", "LAST"]

    @pytest.mark.parametrize(
        "query",
        [
            "colour=red",
            "page=0",
            "page_size=501",
            "sort=name",
            "mode=remote",
            "city_id=1",
            "free=x",
        ],
    )
    async def test_422_for_what_is_no_filter(self, client: httpx.AsyncClient, query: str) -> None:
        answer = await client.get(f"batches?{query}")
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"].startswith(query.split("=", maxsplit=1)[0])

    async def test_pages_do_not_repeat_or_lose_rows_that_sort_alike(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        moment = utc_now() + timedelta(days=5)
        for _ in range(7):
            await make_batch(
                session, training, starts_at=moment, ends_at=moment + timedelta(hours=1)
            )
        seen = []
        for page in (1, 2, 3, 4):
            answer = (await client.get(f"batches?page={page}&page_size=2")).json()
            assert answer["meta"] == {"page": page, "page_size": 2, "total": 7, "capped": False}
            seen += [batch["id"] for batch in answer["data"]]
        assert len(set(seen)) == len(seen) == 7


class TestAnswers:
    async def test_are_the_json_of_the_schemas_that_openapi_declares(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        super_admin: Actor,
        organization_id: UUID,
    ) -> None:
        """PostgreSQL writes field by field the same JSON as pydantic does for these rows."""
        city = await make_city(session, await make_country(session))
        sub = await make_category(session, parent_id=(await make_category(session)).id)
        bare = await make_training(session, organization_id)
        full = await make_training(session, organization_id, sub, image_version="v" * 22)
        for training in (bare, full):
            await make_batch(session, training, city_id=city.id, mode=BatchMode.HYBRID)
            batch = await make_batch(session, training, seats_taken=3, waiting=2)
        paths: dict[str, type[BaseModel]] = {
            "batches": Page[BatchCard],
            "trainings": Page[TrainingCard],
            f"batches/{batch.id}": BatchRead,
            f"trainings/{full.id}": TrainingRead,
        }
        for path, schema in paths.items():
            public = await client.get(path)
            parsed = schema.model_validate_json(public.content, strict=True)
            assert shape(public.json()) == shape(parsed.model_dump(mode="json"))
            noun, _, id_ = path.partition("/")
            managed = await client.get(
                f"{noun}/managed/{id_}".rstrip("/"),
                params={} if id_ else {"sort": "starts_at"},
                headers=super_admin.headers,
            )
            assert schema.model_validate_json(managed.content) == parsed

    @pytest.mark.parametrize(
        "path", ["batches", "trainings", "batches?search=warehouse a&seats_left=true"]
    )
    async def test_a_list_is_a_query_and_then_none(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        organization_id: UUID,
        queries: Any,
        path: str,
    ) -> None:
        training = await make_training(session, organization_id)
        for _ in range(3):
            await make_batch(session, training)
        # The first poll for changes.
        await client.get("batches?page_size=1")
        with queries() as statements:
            first = await client.get(path)
            second = await client.get(path)
        assert len(statements) == 1
        assert first.content == second.content

    @pytest.mark.parametrize(
        ("taken", "waiting", "left"),
        [(0, 0, 10), (7, 0, 3), (7, 1, 0), (9, 5, 0), (10, 0, 0), (12, 0, 0)],
    )
    async def test_seats_left_are_the_free_ones_and_none_while_somebody_waits(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        organization_id: UUID,
        taken: int,
        waiting: int,
        left: int,
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(session, training, seats_taken=taken, waiting=waiting)
        shown = (await client.get(f"batches/{batch.id}")).json()
        assert (shown["seats_left"], shown["availability"]) == (left, "open" if left else "full")
        (card,) = (await client.get("trainings")).json()["data"]
        assert (card["seats_left"], card["next_batch"]["seats_left"]) == (left, left)
        found = (await client.get("batches?seats_left=true")).json()
        assert found["meta"]["total"] == (1 if left else 0)

    async def test_availability_follows_seats_and_dates(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        later = utc_now() + timedelta(days=1)
        batches = {
            "open": await make_batch(session, training),
            "full": await make_batch(session, training, seats_taken=10),
            "not_open": await make_batch(session, training, enrollment_opens_at=later),
            "closed": await make_batch(
                session, training, enrollment_closes_at=utc_now() - timedelta(minutes=1)
            ),
        }
        for availability, batch in batches.items():
            shown = (await client.get(f"batches/{batch.id}")).json()
            assert shown["availability"] == availability
            assert shown["seats_left"] == (0 if availability == "full" else 10)

    async def test_a_batch_that_has_started_is_closed_even_where_enrollment_ends_later(
        self, client: httpx.AsyncClient, session: AsyncSession, organization_id: UUID
    ) -> None:
        training = await make_training(session, organization_id)
        batch = await make_batch(
            session,
            training,
            starts_at=utc_now() - timedelta(minutes=1),
            enrollment_closes_at=utc_now() + timedelta(hours=1),
        )
        shown = (await client.get(f"batches/{batch.id}")).json()
        assert (shown["availability"], shown["phase"]) == ("closed", "running")
        summary = (await client.get(f"trainings/{training.id}")).json()
        assert (summary["batches"], summary["next_batch"]) == (0, None)
