import httpx
from kit.database.db import AsyncSession, new_id

from services.catalog.tests.factories import make_category, make_country, make_training


class TestSiteData:
    async def test_has_all_parts_and_only_what_is_active(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        await make_country(session)
        await make_country(session, code="XX", alpha3="XXX", active=False)
        main = await make_category(session)
        await make_category(session, active=False)
        await make_training(session, new_id(), main)
        site = (await client.get("web")).json()
        assert set(site) == {"countries", "settings", "categories", "categoryMenu"}
        assert [country["code"] for country in site["countries"]] == ["SA"]
        assert [category["id"] for category in site["categories"]] == [str(main.id)]
        assert site["categoryMenu"][0]["trainings"] == 1
        assert site["settings"]["general"]["product_name_ar"] == "إتقان"

    async def test_has_the_parts_that_are_asked_for(self, client: httpx.AsyncClient) -> None:
        some = (await client.get("web?part=settings&part=categoryMenu")).json()
        whole = (await client.get("web")).json()
        assert some == {name: whole[name] for name in ("settings", "categoryMenu")}
        assert (await client.get("web?part=flags")).status_code == 422
