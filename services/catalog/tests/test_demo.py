"""Demo data is complete and bilingual, and loading it is idempotent."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from catalog.batches.models import BatchMode
from catalog.demo.load import load_demo
from catalog.demo.pictures import get_version, store_pictures
from catalog.demo.schedule import TRAININGS, plan_batches
from catalog.pictures.service import list_keys
from catalog.seed import seed
from contracts.catalog import BatchUpdated, TrainingUpdated
from kit.core.files import Files
from kit.domain.demo import demo_id
from kit.testing import ServiceUnderTest
from PIL import Image

ARABIC = re.compile(r"[\u0621-\u064a]")


def midnight() -> datetime:
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


class TestDemo:
    async def test_loads_once_and_publishes_all_of_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await seed(service.database)
        for expected in (100, 0):
            async with service.database.transaction() as session:
                assert await load_demo(session, midnight()) == expected
        assert len(await service.published(TrainingUpdated)) == len(TRAININGS) == 27
        assert len(await service.published(BatchUpdated)) == 100

        announced = (await client.get("announcements?sort=closes_at")).json()["data"]
        assert [row["title_en"] for row in announced] == [
            "Inspectors for container terminals",
            "Mentors for new truck drivers",
            "Transport supervisors for the Hajj season",
            "Assessors for warehouse safety",
        ]
        categories = (await client.get("categories/tree")).json()["data"]
        assert len(categories) == 8
        assert all(3 <= len(category["children"]) <= 4 for category in categories)
        journey = (await client.get(f"batches/{demo_id('batch', 'journey')}")).json()
        assert (journey["price_minor"], journey["requires_acceptance"]) == (1_250_00, True)
        assert (journey["availability"], journey["seats_left"]) == ("open", 12)
        last = (await client.get(f"batches/{demo_id('batch', 'lastseat')}")).json()
        assert (last["capacity"], last["price_minor"]) == (1, 450_00)
        assert (last["availability"], last["requires_acceptance"]) == ("open", False)
        free = (await client.get(f"batches/{demo_id('batch', 'free')}")).json()
        assert (free["availability"], free["price_minor"]) == ("open", 0)
        for phase in ("ended", "running", "upcoming"):
            found = (await client.get(f"batches?phase={phase}")).json()
            assert found["meta"]["total"] >= 5, phase
        free_ones = await client.get("batches?free=true")
        assert free_ones.json()["meta"]["total"] >= 5

    async def test_each_training_has_a_picture_for_both_densities(self, tmp_path: Path) -> None:
        files = Files(tmp_path.as_uri())
        await store_pictures(files)
        for _, training in TRAININGS:
            id_, version = demo_id("training", training.code), get_version(training.code)
            for density, key in enumerate(list_keys("trainings", id_, version), 1):
                content = await files.get(key)
                assert content is not None
                with Image.open(BytesIO(content)) as picture:
                    assert (picture.format, picture.width) == ("WEBP", 640 * density)
                assert len(content) < 40_000

    def test_every_text_is_in_its_language(self) -> None:
        for _, training in TRAININGS:
            texts = [training.title, training.summary, training.description, training.audience]
            for words in (*texts, *training.objectives):
                assert ARABIC.search(words.ar), words
                assert not ARABIC.search(words.en), words

    @pytest.mark.parametrize("days", range(7))
    def test_has_batches_of_every_phase_on_every_day_of_the_week(self, days: int) -> None:
        today = midnight() + timedelta(days=days)
        planned = [columns for columns, _ in plan_batches(today)]
        for now in (today, today + timedelta(hours=6), today + timedelta(hours=23)):
            ended = sum(columns["ends_at"] <= now for columns in planned)
            upcoming = sum(now < columns["starts_at"] for columns in planned)
            assert min(ended, upcoming, len(planned) - ended - upcoming) >= 5

    def test_a_training_is_free_or_not_and_what_is_practical_is_on_site(self) -> None:
        practical = {demo_id("training", one.code) for _, one in TRAININGS if one.is_practical}
        free: dict[UUID, set[bool]] = {}
        for columns, _ in plan_batches(midnight()):
            free.setdefault(columns["training_id"], set()).add(columns["price_minor"] == 0)
            on_site = columns["mode"] is not BatchMode.ONLINE
            assert on_site or columns["training_id"] not in practical, columns["code"]
        assert all(len(kinds) == 1 for kinds in free.values())

    def test_no_session_is_on_a_weekend_and_none_overlap(self) -> None:
        codes = set()
        for columns, sessions in plan_batches(midnight()):
            codes.add(columns["code"])
            assert columns["enrollment_opens_at"] < columns["enrollment_closes_at"]
            assert columns["enrollment_closes_at"] < columns["starts_at"]
            for earlier, later in pairwise(sessions):
                assert earlier["ends_at"] <= later["starts_at"]
            assert all(meeting["starts_at"].weekday() not in {4, 5} for meeting in sessions)
        assert len(codes) == 100
