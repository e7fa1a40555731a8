"""Content pages: public versions, editors' views and concurrent edits."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from catalog.pages.models import PageSlug, PageVersion
from catalog.reference.service import load_pages, read_page_content
from kit.database.db import AsyncSession, utc_now
from kit.testing import Actor, ServiceUnderTest
from kit.web.cache import ANSWERS
from sqlalchemy import func, update
from sqlmodel import col

CONTENT: dict[str, Any] = {
    "title_en": "About",
    "title_ar": "عن المنصة",
    "summary_en": "Who we are",
    "summary_ar": "من نحن",
    "blocks": [{"kind": "text", "html_en": "<p>One</p>", "html_ar": "<p>واحد</p>"}],
}


def body(version: int = 0, **changes: Any) -> dict[str, Any]:
    return CONTENT | {"version": version} | changes


class Editor:
    """Admin who edits the page about us."""

    def __init__(self, client: httpx.AsyncClient, admin: Actor) -> None:
        self.client = client
        self.admin = admin

    async def send(self, method: str, path: str, json: Any = None) -> httpx.Response:
        return await self.client.request(
            method, f"pages/about{path}", json=json, headers=self.admin.headers
        )

    async def publish(self, **changes: Any) -> dict[str, Any]:
        draft = (await self.send("PUT", "/draft", body(**changes))).json()
        answer = await self.send("POST", "/draft/publish", {"version": draft["version"]})
        assert answer.status_code == 200, answer.text
        published: dict[str, Any] = answer.json()
        return published

    async def statuses(self) -> list[str]:
        return [row["status"] for row in (await self.send("GET", "/versions")).json()["data"]]


@pytest.fixture
def editor(client: httpx.AsyncClient, settings_admin: Actor) -> Editor:
    return Editor(client, settings_admin)


class TestPublishing:
    async def test_a_draft_is_public_when_it_is_published(
        self, client: httpx.AsyncClient, editor: Editor, queries: Any
    ) -> None:
        assert (await client.get("pages/about")).status_code == 404
        draft = await editor.send("PUT", "/draft", body())
        assert (draft.json()["status"], draft.json()["number"]) == ("draft", 1)
        assert (await client.get("pages/about")).status_code == 404
        again = body(draft.json()["version"], title_en="About us")
        draft = await editor.send("PUT", "/draft", again)
        await editor.send("POST", "/draft/publish", {"version": draft.json()["version"]})
        with queries() as statements:
            page = await client.get("pages/about")
        assert len(statements) == 1
        assert page.json()["title_en"] == "About us"
        assert page.json()["number"] == 1
        etag = {"If-None-Match": page.headers["etag"]}
        assert (await client.get("pages/about", headers=etag)).status_code == 304

    async def test_versions_are_kept_and_an_older_one_comes_back_as_a_draft(
        self, client: httpx.AsyncClient, editor: Editor
    ) -> None:
        await editor.publish(title_en="First")
        await editor.publish(title_en="Second")
        assert await editor.statuses() == ["published", "replaced"]
        restored = await editor.send("POST", "/versions/1/restore")
        assert (restored.json()["number"], restored.json()["title_en"]) == (3, "First")
        assert (await editor.send("POST", "/versions/1/restore")).json()["code"] == (
            "page_draft.already_exists"
        )
        assert (await client.get("pages/about")).json()["title_en"] == "Second"
        assert (await editor.send("DELETE", "/draft")).status_code == 204
        assert await editor.statuses() == ["published", "replaced"]
        [row] = (await client.get("pages", headers=editor.admin.headers)).json()["data"]
        assert (row["versions"], row["has_draft"], row["scheduled_at"]) == (2, False, None)
        assert row["title_en"] == "Second"

    async def test_a_time_to_come_makes_it_public_then_without_anybody(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: ServiceUnderTest,
        editor: Editor,
    ) -> None:
        await editor.publish(title_en="Now")
        draft = (await editor.send("PUT", "/draft", body(title_en="Then"))).json()
        at = (utc_now() + timedelta(hours=1)).isoformat()
        publication = {"version": draft["version"], "publish_at": at}
        await editor.send("POST", "/draft/publish", publication)
        assert await editor.statuses() == ["scheduled", "published"]
        assert (await client.get("pages/about")).json()["title_en"] == "Now"

        withdrawn = await editor.send("POST", "/versions/2/withdraw")
        assert withdrawn.json()["status"] == "draft"
        refused = await editor.send("POST", "/versions/1/withdraw")
        assert refused.json()["code"] == "page_version.not_scheduled"
        publication["version"] = withdrawn.json()["version"]
        await editor.send("POST", "/draft/publish", publication)

        await session.execute(
            update(PageVersion).where(col(PageVersion.number) == 2).values(publish_at=func.now())
        )
        await session.commit()
        # A cached response lives for half a minute: `kit.web.cache.MAX_SECONDS`.
        ANSWERS.of(service.app).clear()
        assert (await client.get("pages/about")).json()["title_en"] == "Then"

    async def test_two_editors_at_once_do_not_overwrite_each_other(self, editor: Editor) -> None:
        answers = await asyncio.gather(
            *(editor.send("PUT", "/draft", body(title_en=f"By {who}")) for who in range(4))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        version = next(a.json()["version"] for a in answers if a.status_code == 200)
        answers = await asyncio.gather(
            *(editor.send("POST", "/draft/publish", {"version": version}) for _ in range(3))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404]


class TestContent:
    async def test_markup_is_cleaned(self, client: httpx.AsyncClient, editor: Editor) -> None:
        html = (
            '<p class="x">Hello <strong>you</strong><span>!</span><!-- a -->'
            '<img src="x"><a href="ftp://a.example">a</a>'
            '<a href="/faq" style="color:red">b</a></p>'
        )
        question = {f"question_{each}": "Why?" for each in ("en", "ar")}
        question |= {f"answer_{each}": html for each in ("en", "ar")}
        blocks = [
            {"kind": "text", "html_en": html, "html_ar": html},
            {"kind": "questions", "questions": [question]},
        ]
        await editor.publish(blocks=blocks)
        text, questions = (await client.get("pages/about")).json()["blocks"]
        clean = (
            '<p>Hello <strong>you</strong>!<a rel="noopener noreferrer">a</a>'
            '<a href="/faq" rel="noopener noreferrer">b</a></p>'
        )
        assert text["html_en"] == questions["questions"][0]["answer_ar"] == clean

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"title_en": " "}, "title_en"),
            ({"title_ar": "<b>"}, "title_ar"),
            ({"summary_en": "x" * 301}, "summary_en"),
            ({"blocks": [{"kind": "marquee"}]}, "blocks.0"),
            (
                {"blocks": [{"kind": "text", "html_en": "a", "html_ar": "<script>a()</script>"}]},
                "blocks.0.text.html_ar",
            ),
            ({"blocks": [{"kind": "heading", "text_en": "A"}]}, "blocks.0.heading.text_ar"),
            (
                {
                    "blocks": [
                        {
                            "kind": "links",
                            "links": [
                                {"label_en": "A", "label_ar": "أ", "address": "javascript:alert(1)"}
                            ],
                        }
                    ]
                },
                "blocks.0.links.links.0.address",
            ),
            ({"blocks": [CONTENT["blocks"][0]] * 81}, "blocks"),
        ],
    )
    async def test_422_at_the_field(
        self, editor: Editor, changes: dict[str, Any], field: str
    ) -> None:
        answer = await editor.send("PUT", "/draft", body(**changes))
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        assert await editor.statuses() == []

    async def test_a_time_that_is_past_is_refused(self, editor: Editor) -> None:
        draft = (await editor.send("PUT", "/draft", body())).json()
        past = (utc_now() - timedelta(minutes=1)).isoformat()
        publication = {"version": draft["version"], "publish_at": past}
        answer = await editor.send("POST", "/draft/publish", publication)
        assert [problem["field"] for problem in answer.json()["fields"]] == ["publish_at"]


class TestAccess:
    async def test_401_403_and_404(
        self, client: httpx.AsyncClient, plain_admin: Actor, owner: Actor, editor: Editor
    ) -> None:
        assert (await client.put("pages/about/draft", json=body())).status_code == 401
        for somebody in (plain_admin, owner):
            answer = await client.put("pages/about/draft", json=body(), headers=somebody.headers)
            assert answer.status_code == 403
        assert (await editor.send("GET", "/versions/7")).status_code == 404
        assert (await editor.send("POST", "/versions/7/restore")).status_code == 404
        assert (await editor.send("DELETE", "/draft")).status_code == 404
        assert (await client.get("pages/nothing")).status_code == 404


class TestFirstContent:
    async def test_every_page_has_some_and_an_editors_stays(
        self, client: httpx.AsyncClient, session: AsyncSession, editor: Editor
    ) -> None:
        await editor.publish(title_en="Ours")
        assert await load_pages(session) == len(PageSlug) - 1
        await session.commit()
        assert await load_pages(session) == 0
        assert (await client.get("pages/about")).json()["title_en"] == "Ours"
        for slug in PageSlug:
            # The initial content is unchanged by sanitizing.
            content = read_page_content(slug)
            assert content == type(content).model_validate(content.model_dump())
            assert (await client.get(f"pages/{slug}")).status_code == 200
