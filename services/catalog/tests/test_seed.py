"""Reference data is complete and bilingual, and loading it is idempotent."""

import re

from catalog.places.models import City, Country, State
from catalog.seed import seed
from contracts.catalog import SettingsUpdated
from kit.database.db import AsyncSession
from kit.testing import ServiceUnderTest
from sqlalchemy import func, select, update
from sqlmodel import col

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

        # A new version of a library may change every row.
        await session.execute(update(City).values(population=-1))
        await session.commit()
        assert await seed(service.database) > 34_000
