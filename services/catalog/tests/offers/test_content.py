"""Content of trainings: incomplete drafts, rich text, copies and files."""

import asyncio
from io import BytesIO
from typing import Any
from uuid import UUID

import httpx
import pytest
from catalog.texts.adapters.html import get_plain_text, sanitize
from catalog.trainings.models import Training, TrainingStatus
from kit.database.db import AsyncSession
from kit.testing import Actor
from PIL import Image

from services.catalog.tests.factories import (
    make_category,
    make_organization,
    make_training,
    training_json,
)

PDF = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)
SCRIPTED = PDF.replace(b"/Catalog", b"/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>")


def picture() -> bytes:
    content = BytesIO()
    Image.new("RGB", (40, 30)).save(content, "PNG")
    return content.getvalue()


class TestRichText:
    def test_keeps_what_the_editor_writes_and_says_its_words(self) -> None:
        html = (
            '<h3 class="a">Day 1</h3><p>Read &amp; <strong>sign</strong><br>it</p>'
            '<ul><li><p>One</p></li></ul><a href="https://a.example" target="_blank">b</a>'
        )
        cleaned = sanitize(html)
        assert cleaned == (
            "<h3>Day 1</h3><p>Read &amp; <strong>sign</strong><br>it</p>"
            "<ul><li><p>One</p></li></ul>"
            '<a href="https://a.example" rel="noopener noreferrer">b</a>'
        )
        assert sanitize(cleaned) == cleaned
        assert get_plain_text(cleaned) == "Day 1 Read & sign it One b"
        assert sanitize("<p> </p><p><br></p>") == ""

    @pytest.mark.parametrize(
        "address",
        [
            "//evil.example",
            r"/\evil.example",
            r"\\evil.example",
            "/\t/evil.example",
            " //evil.example",
        ],
    )
    def test_an_address_that_looks_like_a_page_of_the_site_is_dropped(self, address: str) -> None:
        assert "evil" not in sanitize(f'<p><a href="{address}">here</a></p>')
        assert 'href="/faq"' in sanitize('<p><a href="/faq">here</a></p>')


class TestDraft:
    async def test_is_kept_half_written_and_published_only_when_complete(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        await make_organization(session, organization_id)
        category = await make_category(session)
        body = training_json(category.id)
        for field in ("summary_ar", "description_en", "objectives_en"):
            del body[field]
        made = (await client.post("trainings", json=body, headers=owner.headers)).json()
        path = f"trainings/{made['id']}"
        refused = await client.post(f"{path}/publish", headers=owner.headers)
        assert refused.status_code == 422
        assert refused.json()["code"] == "training.incomplete"
        lacking = [problem["field"] for problem in refused.json()["fields"]]
        assert lacking == ["summary_ar", "description_en", "objectives_en"]

        full = training_json(category.id, version=1, description_en="<p>Every <em>step</em></p>")
        assert (await client.put(path, json=full, headers=owner.headers)).status_code == 200
        shown = await client.post(f"{path}/publish", headers=owner.headers)
        assert (shown.status_code, shown.json()["version"]) == (200, 3)
        emptied = full | {"version": 3, "summary_en": ""}
        answer = await client.put(path, json=emptied, headers=owner.headers)
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "summary_en")
        public = (await client.get(path)).json()
        assert public["description_en"] == "<p>Every <em>step</em></p>"
        assert (public["summary_en"], public["version"]) == (full["summary_en"], 3)

    async def test_the_words_of_the_description_are_found(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id)
        body = training_json(
            training.category_id,
            version=1,
            description_ar="<p>قراءة <strong>سجل الحرارة</strong></p>",
            **{"standard_code": "l-2044.1", "min_score_percent": 70, "default_price_minor": 125000},
        )
        path = f"trainings/{training.id}"
        changed = (await client.put(path, json=body, headers=owner.headers)).json()
        assert (changed["standard_code"], changed["min_score_percent"]) == ("L-2044.1", 70)
        assert changed["default_price_minor"] == 125000
        for word, found in (("الحراره", 1), ("strong", 0)):
            answer = await client.get("trainings", params={"search": word})
            assert answer.json()["meta"]["total"] == found, word


class TestCopy:
    async def test_is_a_draft_under_the_next_free_code(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        staff_admin: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id, code="COLD-101")
        await make_training(session, organization_id, code="COLD-101-2")
        path = f"trainings/{training.id}/copy"
        assert (await client.post(path)).status_code == 401
        assert (await client.post(path, headers=staff_admin.headers)).status_code == 403
        assert (await client.post(path, headers=stranger.headers)).status_code == 404
        # Of two concurrent copies, one takes the next code and the other waits for the one after.
        answers = await asyncio.gather(
            *(client.post(path, headers=owner.headers) for _ in range(2))
        )
        assert [answer.status_code for answer in answers] == [201, 201]
        copies = [answer.json() for answer in answers]
        assert {copy["code"] for copy in copies} == {"COLD-101-3", "COLD-101-4"}
        assert {copy["status"] for copy in copies} == {"draft"}
        assert copies[0]["description_ar"] == training.description_ar


class TestAttachments:
    @pytest.fixture
    async def training(self, session: AsyncSession, organization_id: UUID) -> Training:
        return await make_training(session, organization_id)

    async def test_are_for_everybody_once_the_training_is_published(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        training: Training,
        owner: Actor,
        staff: Actor,
        stranger: Actor,
    ) -> None:
        path = f"trainings/{training.id}"
        assert (await client.get(path)).json()["attachments"] == []
        answer = await client.post(
            f"{path}/attachments",
            files={"file": ("a.bin", PDF)},
            data={"name": "Outline"},
            headers=owner.headers,
        )
        assert (answer.status_code, answer.json()["version"]) == (201, 2)
        (shown,) = (await client.get(path)).json()["attachments"]
        assert (shown["name"], shown["media_type"]) == ("Outline", "application/pdf")
        assert shown["size_bytes"] == len(PDF)
        file = await client.get(f"http://test{shown['url']}")
        assert (file.status_code, file.content) == (200, PDF)
        assert file.headers["content-disposition"].startswith("attachment")
        assert "sandbox" in file.headers["content-security-policy"]

        training.status = TrainingStatus.ARCHIVED
        await session.merge(training)
        await session.commit()
        assert (await client.get(f"http://test{shown['url']}")).status_code == 404
        own = f"trainings/managed/{training.id}/attachments/{shown['id']}"
        assert (await client.get(own, headers=staff.headers)).status_code == 200
        assert (await client.get(own, headers=stranger.headers)).status_code == 404

        gone = f"{path}/attachments/{shown['id']}"
        assert (await client.delete(gone, headers=stranger.headers)).status_code == 404
        assert (await client.delete(gone, headers=staff.headers)).status_code == 403
        removed = await client.delete(gone, headers=owner.headers)
        assert (removed.status_code, removed.json()["attachments"]) == (200, [])
        assert (await client.delete(gone, headers=owner.headers)).status_code == 404

    async def test_what_they_are_is_judged_by_content_name_and_number(
        self, client: httpx.AsyncClient, training: Training, owner: Actor, stranger: Actor
    ) -> None:
        path = f"trainings/{training.id}/attachments"

        async def add(content: bytes, name: str = "A", who: Actor = owner) -> httpx.Response:
            files: dict[str, Any] = {"file": ("a.pdf", content)}
            return await client.post(path, files=files, data={"name": name}, headers=who.headers)

        for content, name, field in (
            (b"MZ\x90\x00 an executable", "A", "file"),
            (SCRIPTED, "A", "file"),
            (b"%PDF-" + b" " * (5 * 1024 * 1024), "A", "file"),
            (PDF, "<b>", "name"),
            (PDF, "x" * 151, "name"),
        ):
            answer = await add(content, name)
            assert answer.status_code == 422, name
            assert answer.json()["fields"][0]["field"] == field
        assert (await add(PDF, who=stranger)).status_code == 404
        assert (await client.get(f"trainings/{training.id}")).json()["version"] == 1
        assert (await add(picture())).json()["attachments"][0]["media_type"] == "image/webp"
        answers = [await add(PDF) for _ in range(8)]
        assert {answer.status_code for answer in answers} == {201}
        # Two concurrent uploads for the last free place.
        last = await asyncio.gather(add(PDF), add(PDF))
        assert sorted(answer.status_code for answer in last) == [201, 409]
