"""Page metadata for crawlers without JavaScript."""

import json
import re
from typing import Any

import httpx
import pytest
from catalog.pages.models import PageSlug
from catalog.reference.service import load_pages
from catalog.trainings.models import TrainingStatus
from contracts import ApprovalStatus
from kit.database.db import AsyncSession, new_id
from kit.testing import Actor

from services.catalog.tests.factories import make_batch, make_organization, make_training


async def head(
    client: httpx.AsyncClient, path: str, locale: str = "en", *, named: bool = False
) -> str:
    params: dict[str, str | bool] = {"path": path, "locale": locale, "named": named}
    answer = await client.get("web/head", params=params)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text


def data_of(html: str) -> Any:
    found = re.search(r'<script type="application/ld\+json">(.*)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


class TestManifest:
    async def test_names_the_app_as_the_settings_do(
        self, client: httpx.AsyncClient, super_admin: Actor
    ) -> None:
        names = {"product_name_en": "Masar", "product_name_ar": "مسار"}
        await client.post("settings", json={"general": names}, headers=super_admin.headers)
        answer = await client.get("web/manifest", params={"locale": "ar"})
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = answer.json()
        assert (manifest["name"], manifest["lang"], manifest["dir"]) == ("مسار", "ar", "rtl")
        english = (await client.get("web/manifest")).json()
        assert (english["short_name"], english["start_url"]) == ("Masar", "/")


class TestHead:
    async def test_names_the_page_in_the_language_asked_for(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        await load_pages(session)
        await session.commit()
        english, arabic = await head(client, "/about"), await head(client, "/about", "ar")
        assert "<title>About us · Itqan</title>" in english
        assert "<title>من نحن · إتقان</title>" in arabic
        address = "http://localhost:8080/about"
        assert f'<link rel="canonical" href="{address}">' in arabic
        named = await head(client, "/about", "ar", named=True)
        assert f'<link rel="canonical" href="{address}?lang=ar">' in named
        assert f'<link rel="alternate" hreflang="ar" href="{address}?lang=ar">' in english
        assert '<meta property="og:image" content="http://localhost:8080/share.png">' in english
        assert "<title>Itqan</title>" in await head(client, "/")
        for path in ("/trainings", "/trainings/batches", *(f"/{slug}" for slug in PageSlug)):
            for locale in ("en", "ar"):
                html = await head(client, path, locale)
                assert re.search(r'<meta name="description" content=".{20,}">', html), path
                assert "noindex" not in html

    async def test_a_certificate_is_shared_without_its_holder_and_not_indexed(
        self, client: httpx.AsyncClient
    ) -> None:
        english = await head(client, "/certificates/5110-QT0P-QD4R")
        arabic = await head(client, "/certificates/5110-QT0P-QD4R", "ar")
        assert "<title>Certificate · Itqan</title>" in english
        assert "<title>شهادة · إتقان</title>" in arabic
        for html in (english, arabic):
            assert "noindex" in html
            assert "/share.png" in html

    async def test_a_training_and_a_batch_bring_structured_data(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        title = 'Safety </script> & "more"'
        training = await make_training(session, new_id(), title_en=title, image_version="v" * 22)
        batch = await make_batch(session, training)
        of_training = await head(client, f"/trainings/{training.id}")
        of_batch = await head(client, f"/trainings/{training.id}/batch/{batch.id}", "ar")
        assert "<title>Safety &lt;/script&gt; &amp; &quot;more&quot; · Itqan</title>" in of_training
        assert of_training.count("</script>") == 1
        assert f"/api/v1/trainings/{training.id}/image?v=" in of_batch
        for course in (data_of(of_training), data_of(of_batch)):
            assert course["@type"] == "Course"
            [instance] = course["hasCourseInstance"]
            assert instance["courseMode"] == "Online"
            assert instance["startDate"][:10] == f"{batch.starts_at:%Y-%m-%d}"
            assert instance["offers"]["price"] == "1000.00"
        enroll = await head(client, f"/trainings/{training.id}/batch/{batch.id}/enroll")
        assert '<meta name="robots" content="noindex">' in enroll

    async def test_an_organization_is_named_while_it_is_approved(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        shown = await make_organization(session, new_id(), name_en="Gulf Academy")
        hidden = await make_organization(session, new_id(), status=ApprovalStatus.SUBMITTED)
        page = f"/organizations/{shown.id}"
        assert "<title>Gulf Academy · Itqan</title>" in await head(client, page)
        card = (await client.get(f"trainings{page}")).json()
        assert (card["id"], card["name_en"]) == (str(shown.id), "Gulf Academy")
        for unknown in (hidden.id, new_id()):
            page = f"/organizations/{unknown}"
            assert (await client.get(f"trainings{page}")).status_code == 404
            assert await head(client, page) == ""

    async def test_what_is_not_public_is_nothing(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        draft = await make_training(session, new_id(), status=TrainingStatus.DRAFT)
        batch = await make_batch(session, draft)
        for path in (
            f"/trainings/{draft.id}",
            f"/trainings/{draft.id}/batch/{batch.id}",
            f"/trainings/{new_id()}",
            "/trainings/nothing",
            "/about",
        ):
            assert await head(client, path) == ""

    @pytest.mark.parametrize("path", ["about", "/" + "x" * 300])
    async def test_422_for_what_is_no_path(self, client: httpx.AsyncClient, path: str) -> None:
        assert (await client.get("web/head", params={"path": path})).status_code == 422
