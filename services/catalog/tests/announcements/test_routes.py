"""Announcements: permissions, approval, closing and documents."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from catalog.announcements.events import iterate_announcements
from catalog.announcements.models import Announcement, AnnouncementStatus
from contracts import ContentType, Permission
from contracts.approvals import RequestApproved, RequestRejected, RequestReturned
from contracts.catalog import AnnouncementSubmitted, AnnouncementUpdated, CatalogueChanged
from contracts.submissions import Remark
from kit.database.db import AsyncSession, new_id, utc_now
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import func, text, update
from sqlmodel import col

from services.catalog.tests.factories import make_category

MANAGED = "announcements/managed"
PDF = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)


@pytest.fixture
def writer() -> Actor:
    """Return an admin who writes announcements."""
    return actor(
        "admin",
        permissions=[
            Permission.VIEW_ANNOUNCEMENT,
            Permission.CREATE_ANNOUNCEMENT,
            Permission.EDIT_ANNOUNCEMENT,
        ],
    )


def body(category_id: UUID, **changes: Any) -> dict[str, Any]:
    return {
        "category_id": str(category_id),
        "title_en": "Pilgrim transport supervisors",
        "title_ar": "مشرفو نقل الحجاج",
        "summary_en": "Supervisors for the season",
        "summary_ar": "مشرفون للموسم",
        "description_en": "<p>Shifts of eight hours.</p>",
        "description_ar": "<p>نوبات من ثماني ساعات.</p>",
        "eligibility_en": "Licensed transport organizations",
        "eligibility_ar": "منشآت النقل المرخصة",
        "fee_minor": 500_00,
        "staff_needed": 3,
        "opens_at": (utc_now() - timedelta(days=1)).isoformat(),
        "closes_at": (utc_now() + timedelta(days=20)).isoformat(),
    } | changes


class Desk:
    """Writer's dashboard with one draft."""

    def __init__(self, client: httpx.AsyncClient, service: ServiceUnderTest, who: Actor) -> None:
        self.client = client
        self.service = service
        self.who = who
        self.announcement: dict[str, Any] = {}

    @property
    def id(self) -> str:
        return str(self.announcement["id"])

    async def send(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        answer = await self.client.request(
            method, f"announcements{path}", headers=self.who.headers, **more
        )
        if method != "GET" and answer.is_success:
            self.announcement = answer.json()
        return answer

    async def submit(self) -> httpx.Response:
        version = {"version": self.announcement["version"]}
        return await self.send("POST", f"/{self.id}/submit", json=version)

    async def decide(self, kind: Any, submission: int = 1, **changes: Any) -> None:
        decision = kind(
            request_id=new_id(),
            content_type=ContentType.ANNOUNCEMENT,
            content_id=UUID(self.id),
            submission=submission,
            decided_by=new_id(),
            comment=changes.pop("comment", None),
            **changes,
        )
        await self.service.deliver(decision, sequence=submission)
        self.announcement = (await self.send("GET", f"/managed/{self.id}")).json()


@pytest.fixture
async def desk(
    client: httpx.AsyncClient, service: ServiceUnderTest, session: AsyncSession, writer: Actor
) -> Desk:
    made = Desk(client, service, writer)
    category = await make_category(session)
    answer = await made.send("POST", json=body(category.id))
    assert answer.status_code == 201, answer.text
    return made


async def test_an_announcement_is_public_when_its_submission_is_approved(
    desk: Desk, client: httpx.AsyncClient, service: ServiceUnderTest, queries: Any
) -> None:
    assert desk.announcement["status"] == "draft"
    assert (await client.get(f"announcements/{desk.id}")).status_code == 404
    assert (await desk.submit()).json()["status"] == "submitted"
    (event,) = await service.published(AnnouncementSubmitted)
    assert (event.submission, str(event.announcement_id)) == (1, desk.id)
    submitted = {field.name: field.value for field in event.snapshot.fields}
    assert submitted["description"] == "Shifts of eight hours."
    assert submitted["fee_minor"] == "500.00 SAR"
    await desk.decide(RequestApproved, submission=2)
    assert desk.announcement["status"] == "submitted"
    # A crawler requests the metadata before and right after.
    head = {"path": f"/announcements/{desk.id}"}
    assert (await client.get("web/head", params=head)).text == ""
    await desk.decide(RequestApproved)
    assert [event.scope for event in await service.published(CatalogueChanged)] == ["announcements"]
    with queries() as statements:
        page = (await client.get("announcements", params={"search": "مشرفي نقل"})).json()
    assert page["data"] == [] and len(statements) == 2
    page = (await client.get("announcements", params={"search": "نقل الحجاج"})).json()
    assert [row["status"] for row in page["data"]] == ["published"]
    read = (await client.get(f"announcements/{desk.id}")).json()
    assert (read["staff_needed"], read["fee_minor"]) == (3, 500_00)
    assert "comment" not in read
    # A decision is final.
    await desk.decide(RequestRejected)
    assert desk.announcement["status"] == "published"
    assert (await desk.submit()).json()["code"] == "announcement.not_editable"


async def test_what_is_returned_is_mended_and_submitted_again(
    desk: Desk, service: ServiceUnderTest, session: AsyncSession
) -> None:
    category = desk.announcement["category"]["id"]
    await desk.submit()
    locked = body(category, version=desk.announcement["version"])
    assert (await desk.send("PUT", f"/{desk.id}", json=locked)).status_code == 409
    remark = Remark(field="fee_minor", text="Too much")
    await desk.decide(RequestReturned, comment="See below", remarks=(remark,))
    assert desk.announcement["status"] == "returned"
    assert desk.announcement["remarks"] == [{"field": "fee_minor", "text": "Too much"}]
    corrected = body(category, version=desk.announcement["version"], fee_minor=0)
    assert (await desk.send("PUT", f"/{desk.id}", json=corrected)).status_code == 200
    assert (await desk.submit()).json()["comment"] is None
    assert [
        (row.submission, at)
        async for row, at in iterate_announcements(session)
        if isinstance(row, AnnouncementSubmitted)
    ] == [(2, desk.announcement["version"])]
    await desk.decide(RequestRejected, submission=2, comment="No")
    assert (desk.announcement["status"], desk.announcement["comment"]) == ("rejected", "No")


async def test_what_was_never_published_is_deleted_with_its_documents(
    desk: Desk, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    async def delete() -> httpx.Response:
        return await client.delete(f"announcements/{desk.id}", headers=desk.who.headers)

    files = {"file": ("terms.pdf", PDF, "application/pdf")}
    attached = await desk.send("POST", f"/{desk.id}/attachments", files=files, data={"name": "T"})
    assert attached.status_code == 201, attached.text
    await desk.submit()
    assert (await delete()).json()["code"] == "announcement.not_deletable"
    await desk.decide(RequestReturned, comment="See below", remarks=())
    assert [(await delete()).status_code for _ in range(2)] == [204, 404]
    for table in ("announcements", "announcement_attachments"):
        assert await session.scalar(text(f"SELECT count(*) FROM {table}")) == 0
    assert await session.scalar(text("SELECT count(*) FROM discarded_files")) == 1


async def test_it_is_closed_at_its_end_or_before(
    desk: Desk, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    refused = await desk.send("POST", f"/{desk.id}/close", json={"version": 1})
    assert refused.json()["code"] == "announcement.not_published"
    await desk.submit()
    await desk.decide(RequestApproved)
    closing = {"version": desk.announcement["version"]}
    answers = await asyncio.gather(
        *(desk.send("POST", f"/{desk.id}/close", json=closing) for _ in range(2))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert desk.announcement["status"] == "closed"
    published, closed = await desk.service.published(AnnouncementUpdated)
    assert published.closes_at > closed.closes_at
    stated = [(row, at) async for row, at in iterate_announcements(session)]
    assert stated == [(closed, desk.announcement["version"])]
    assert (await client.get("announcements")).json()["data"] == []
    assert (await client.get(f"announcements/{desk.id}")).json()["status"] == "closed"
    async with desk.service.database.transaction() as work:
        await work.execute(
            update(Announcement).values(closes_at=func.now() + timedelta(seconds=30))
        )
    assert (await client.get("announcements")).json()["meta"]["total"] == 1
    async with desk.service.database.transaction() as work:
        await work.execute(update(Announcement).values(closes_at=func.now() - timedelta(seconds=1)))
    for status, total in (("closed", 1), ("published", 0)):
        page = await desk.send("GET", f"/managed?status={status}")
        assert page.json()["meta"]["total"] == total


async def test_one_that_waits_for_approval_cannot_be_closed_and_is_over_when_that_comes_late(
    desk: Desk, client: httpx.AsyncClient
) -> None:
    await desk.submit()
    closing = {"version": desk.announcement["version"]}
    refused = await desk.send("POST", f"/{desk.id}/close", json=closing)
    assert refused.json()["code"] == "announcement.not_published"
    async with desk.service.database.transaction() as work:
        await work.execute(update(Announcement).values(closes_at=func.now() - timedelta(seconds=1)))
    await desk.decide(RequestApproved)
    assert desk.announcement["status"] == "closed"
    assert (await client.get("announcements")).json()["data"] == []
    # Other services learn of the closing in the same event.
    (published,) = await desk.service.published(AnnouncementUpdated)
    assert published.closes_at < utc_now()


async def test_the_public_list_has_filters_and_crawlers_find_what_is_in_it(
    desk: Desk, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    main = desk.announcement["category"]["id"]
    buses = await make_category(session, name_en="Buses", parent_id=UUID(main))
    tomorrow = (utc_now() + timedelta(days=1)).isoformat()
    draft = desk.id
    await desk.send("POST", json=body(buses.id, title_en="Bus drivers", opens_at=tomorrow))
    async with desk.service.database.transaction() as work:
        await work.execute(
            update(Announcement)
            .values(status=AnnouncementStatus.PUBLISHED)
            .where(col(Announcement.id) == UUID(desk.id))
        )
    for params, total in (
        ({}, 1),
        ({"open_now": "true"}, 0),
        ({"category_id": main}, 1),
        ({"category_id": str(buses.id)}, 1),
        ({"category_id": str(new_id())}, 0),
    ):
        page = (await client.get("announcements", params=params)).json()
        assert page["meta"]["total"] == total, params
    path = f"/announcements/{desk.id}"
    head = await client.get("web/head", params={"path": path})
    assert "<title>Bus drivers · Itqan</title>" in head.text and "noindex" not in head.text
    assert (await client.get("web/head", params={"path": f"/announcements/{draft}"})).text == ""
    sitemap = (await client.get("web/sitemap-pages-1.xml")).text
    assert f"{path}?lang=ar" in sitemap and draft not in sitemap


async def test_of_two_who_submit_at_once_one_does(desk: Desk, service: ServiceUnderTest) -> None:
    version = {"version": desk.announcement["version"]}
    answers = await asyncio.gather(
        *(desk.send("POST", f"/{desk.id}/submit", json=version) for _ in range(2))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(await service.published(AnnouncementSubmitted)) == 1


async def test_candidates_are_refused_and_others_read(
    desk: Desk, client: httpx.AsyncClient, candidate: Actor, owner: Actor, plain_admin: Actor
) -> None:
    refused = await client.get("announcements", headers=candidate.headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "announcement.forbidden")
    assert refused.json()["detail"] == "You are not authorized to access Announcements."
    for path in (f"announcements/{desk.id}", f"announcements/{desk.id}/attachments/{new_id()}"):
        assert (await client.get(path, headers=candidate.headers)).status_code == 403
    assert (await client.get("announcements", headers=owner.headers)).status_code == 200
    assert (await client.get(MANAGED, headers=plain_admin.headers)).status_code == 403
    assert (await client.get(MANAGED)).status_code == 401


async def test_what_is_wrong_is_said_at_its_field(desk: Desk, client: httpx.AsyncClient) -> None:
    category = desk.announcement["category"]["id"]
    yesterday = (utc_now() - timedelta(hours=1)).isoformat()
    for change, field in (
        ({"fee_minor": -1}, "fee_minor"),
        ({"staff_needed": 0}, "staff_needed"),
        ({"closes_at": "2020-01-01T00:00:00Z"}, "closes_at"),
        ({"category_id": str(new_id())}, "category_id"),
        ({"title_ar": "x" * 151}, "title_ar"),
        ({"title_en": "<b>Bold</b>"}, "title_en"),
        ({"description_en": "<script>alert(1)</script>"}, "description_en"),
    ):
        answer = await desk.send("POST", json=body(category) | change)
        assert answer.status_code == 422, change
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
    assert (await desk.send("GET", "/managed")).json()["meta"]["total"] == 1
    over = body(category, version=desk.announcement["version"], closes_at=yesterday)
    assert (await desk.send("PUT", f"/{desk.id}", json=over)).status_code == 200
    stale = await desk.send("PUT", f"/{desk.id}", json=over)
    assert stale.json()["code"] == "resource.edit_conflict"
    late = await desk.submit()
    assert (late.status_code, late.json()["fields"][0]["field"]) == (422, "closes_at")


async def test_documents_are_public_with_their_announcement(
    desk: Desk, client: httpx.AsyncClient
) -> None:
    upload = {"files": {"file": ("terms.pdf", PDF)}, "data": {"name": "Terms"}}
    attached = await desk.send("POST", f"/{desk.id}/attachments", **upload)
    assert attached.status_code == 201, attached.text
    (document,) = attached.json()["attachments"]
    assert (document["name"], document["media_type"]) == ("Terms", "application/pdf")
    path = f"/{desk.id}/attachments/{document['id']}"
    assert document["url"] == f"/api/v1/announcements{path}"
    wrong = await desk.send(
        "POST", f"/{desk.id}/attachments", files={"file": ("x.exe", b"MZ")}, data={"name": "x"}
    )
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "file")
    assert (await client.get(f"announcements{path}")).status_code == 404
    assert (await desk.send("GET", f"/managed{path}")).content == PDF
    await desk.submit()
    assert (await desk.send("DELETE", path)).status_code == 409
    await desk.decide(RequestApproved)
    answer = await client.get(f"announcements{path}")
    assert answer.content == PDF
    assert answer.headers["content-disposition"].startswith("attachment")


async def test_a_category_with_announcements_stays(
    desk: Desk, client: httpx.AsyncClient, super_admin: Actor
) -> None:
    path = f"categories/{desk.announcement['category']['id']}"
    usage = await client.get(f"{path}/usage", headers=super_admin.headers)
    assert usage.json() == {"subcategories": 0, "trainings": 0, "announcements": 1}
    refused = await client.delete(path, headers=super_admin.headers)
    assert refused.json()["code"] == "category.used_by_announcements"
