"""robots.txt and sitemaps contain every public page, in both languages, and nothing else."""

from xml.etree import ElementTree

import httpx
import pytest
from catalog.reference.service import load_pages
from catalog.sitemaps import queries
from catalog.trainings.models import TrainingStatus
from kit.database.db import AsyncSession, new_id

from services.catalog.tests.factories import make_batch, make_training

SITE = "http://localhost:8080"


async def addresses(client: httpx.AsyncClient, name: str) -> list[str]:
    answer = await client.get(f"web/{name}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/xml"
    root = ElementTree.fromstring(answer.content)
    return [each.text or "" for each in root.iter() if each.tag.endswith("}loc")]


class TestSitemaps:
    async def test_have_every_public_page_in_both_languages(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        await load_pages(session)
        organization_id = new_id()
        await make_training(session, organization_id, status=TrainingStatus.DRAFT)
        trainings = [await make_training(session, organization_id) for _ in range(3)]
        batch = await make_batch(session, trainings[0])
        await make_batch(session, trainings[0], starts_in=-3)
        monkeypatch.setattr(queries, "CHUNK", 2)
        index = await addresses(client, "sitemap.xml")
        names = ("pages-1", "trainings-1", "trainings-2", "batches-1")
        assert index == [f"{SITE}/sitemap-{name}.xml" for name in names]
        found = [await addresses(client, f"sitemap-{name}.xml") for name in names]
        assert f"{SITE}/about?lang=ar" in found[0]
        assert f"{SITE}/about?lang=en" in found[0]
        assert found[0].count(f"{SITE}/organizations/{organization_id}?lang=ar") == 1
        assert len(found[1]) == 4
        assert {*found[1], *found[2]} == {
            f"{SITE}/trainings/{training.id}?lang={locale}"
            for training in trainings
            for locale in ("en", "ar")
        }
        address = f"{SITE}/trainings/{trainings[0].id}/batch/{batch.id}"
        assert found[3] == [f"{address}?lang=en", f"{address}?lang=ar"]
        for missing in ("trainings-3", "pages-2"):
            assert (await client.get(f"web/sitemap-{missing}.xml")).status_code == 404

    async def test_robots_leave_out_what_only_users_open(self, client: httpx.AsyncClient) -> None:
        lines = (await client.get("web/robots.txt")).text.splitlines()
        assert {"Disallow: /dashboard/", "Disallow: /auth/"} <= set(lines)
        assert lines[-1] == f"Sitemap: {SITE}/sitemap.xml"
