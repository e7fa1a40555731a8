"""The reference data and the demo: complete, bilingual, and harmless to load again."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import httpx
import pytest
from catalog.demo.load import load_demo
from catalog.demo.schedule import TRAININGS, batches
from catalog.places.models import City, Country, State
from catalog.republish import republish
from catalog.seed import seed
from contracts.catalog import BatchUpdated, SettingsUpdated, TrainingUpdated
from kit import migrations
from kit.db import AsyncSession, new_id
from kit.demo import demo_id
from kit.testing import ServiceUnderTest
from sqlalchemy import func, select, update
from sqlmodel import col

from services.catalog.tests.factories import make_batch, make_training

ARABIC = re.compile(r"[\u0621-\u064a]")

REGIONS = {
    "SA-01": "منطقة الرياض",
    "SA-02": "منطقة مكة المكرمة",
    "SA-03": "منطقة المدينة المنورة",
    "SA-04": "المنطقة الشرقية",
    "SA-05": "منطقة القصيم",
    "SA-06": "منطقة حائل",
    "SA-07": "منطقة تبوك",
    "SA-08": "منطقة الحدود الشمالية",
    "SA-09": "منطقة جازان",
    "SA-10": "منطقة نجران",
    "SA-11": "منطقة الباحة",
    "SA-12": "منطقة الجوف",
    "SA-14": "منطقة عسير",
}
EXPECTED = """
الرياض، جدة، الطائف، مكة المكرمة، المدينة المنورة، الدمام، الخبر، الظهران، القطيف، الجبيل، ينبع،
العلا، بريدة، عنيزة، الرس، حائل، تبوك، ضباء، أملج، عرعر، رفحاء، طريف، جازان، صبيا، هروب، الطوال،
نجران، شرورة، الباحة، بلجرشي، بني حسن، سكاكا، القريات، أبها، خميس مشيط، بيشة، محايل عسير، طريب،
الخرج، المجمعة، الزلفي، الدوادمي، شقراء، عفيف، رابغ، الليث، القنفذة، حفر الباطن
"""


def midnight() -> datetime:
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


class TestSeed:
    async def test_loads_the_world_and_a_second_time_nothing(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        assert await seed(service.database) > 37_000
        assert await seed(service.database) == 0
        (fees,) = await service.published(SettingsUpdated)
        assert sorted(fees.registration_fees.values()) == [115_00, 230_00, 1_150_00]

        countries = (await session.scalars(select(Country))).all()
        assert len(countries) == 249
        assert all(ARABIC.search(country.name_ar) for country in countries)
        saudi = next(country for country in countries if country.code == "SA")
        assert (saudi.alpha3, saudi.calling_code, saudi.flag_emoji) == ("SAU", "+966", "🇸🇦")

        regions = (
            await session.scalars(select(State).where(col(State.country_id) == saudi.id))
        ).all()
        assert len(regions) == 13
        assert {region.code: region.name_ar for region in regions} == REGIONS

        towns = (await session.scalars(select(City).where(col(City.country_id) == saudi.id))).all()
        assert len(towns) > 200
        assert all(ARABIC.search(town.name_ar) and town.state_id for town in towns)
        names = {(town.state_id, town.name_en) for town in towns}
        assert len(names) == len(towns)
        expected = {name.strip() for name in EXPECTED.split("،")}
        assert sorted(expected - {town.name_ar for town in towns}) == []
        elsewhere = await session.scalar(
            select(func.count()).where(
                col(City.country_id) != saudi.id, col(City.state_id).is_not(None)
            )
        )
        assert elsewhere and elsewhere > 4_000

        # A library's new version may change every row at once.
        await session.execute(update(City).values(population=-1))
        await session.commit()
        assert await seed(service.database) > 34_000


class TestDemo:
    async def test_loads_once_and_publishes_all_of_it(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await seed(service.database)
        for expected in (98, 0):
            async with service.database.transaction() as session:
                assert await load_demo(session, midnight()) == expected
        assert len(await service.published(TrainingUpdated)) == len(TRAININGS) == 27
        assert len(await service.published(BatchUpdated)) == 98

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

    def test_every_text_is_in_its_language(self) -> None:
        for _, training in TRAININGS:
            texts = [training.title, training.summary, training.description, training.audience]
            for words in (*texts, *training.objectives):
                assert ARABIC.search(words.ar), words
                assert not ARABIC.search(words.en), words

    @pytest.mark.parametrize("days", range(7))
    def test_has_batches_of_every_phase_on_every_day_of_the_week(self, days: int) -> None:
        today = midnight() + timedelta(days=days)
        planned = [columns for columns, _ in batches(today)]
        for now in (today, today + timedelta(hours=6), today + timedelta(hours=23)):
            ended = sum(columns["ends_at"] <= now for columns in planned)
            upcoming = sum(now < columns["starts_at"] for columns in planned)
            assert min(ended, upcoming, len(planned) - ended - upcoming) >= 5

    def test_no_session_is_on_a_weekend_and_none_overlap(self) -> None:
        codes = set()
        for columns, sessions in batches(midnight()):
            codes.add(columns["code"])
            assert columns["enrollment_opens_at"] < columns["enrollment_closes_at"]
            assert columns["enrollment_closes_at"] < columns["starts_at"]
            for earlier, later in pairwise(sessions):
                assert earlier["ends_at"] <= later["starts_at"]
            assert all(meeting["starts_at"].weekday() not in {4, 5} for meeting in sessions)
        assert len(codes) == 98


class TestRepublish:
    async def test_publishes_everything_with_its_version(
        self, service: ServiceUnderTest, session: AsyncSession
    ) -> None:
        training = await make_training(session, new_id(), version=4)
        await make_batch(session, training, version=7)
        async with service.database.transaction() as fresh:
            events = [(type(event), sequence) async for event, sequence in republish(fresh)]
        assert events == [(SettingsUpdated, 1), (TrainingUpdated, 4), (BatchUpdated, 7)]


class TestMigrations:
    def test_the_tables_are_those_of_the_code(self, service: ServiceUnderTest) -> None:
        migrations.check(service.declaration, service.settings.database_url)
