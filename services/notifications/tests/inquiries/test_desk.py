"""Inquiries are answered by mail, in a conversation that the asker opens by a link."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts import SUPER_ADMIN, ProfileType
from contracts.identity import UserErased
from contracts.testing import event
from kit.database.db import AsyncSession, new_id
from kit.security.rate_limiter import RateLimiter
from kit.testing import Actor, QueryCounter, actor
from notifications.deliveries.models import Delivery
from notifications.deliveries.tokens.service import create_token, read_token
from notifications.inquiries import service as inquiries
from notifications.inquiries.models import Inquiry, InquiryEntry, Purpose
from sqlalchemy import select

from services.notifications.tests.deliveries.adapters.mailbox import Mailbox, send_due
from services.notifications.tests.factories import (
    Service,
    notifications_of,
    profile,
    role,
    roles_of,
)
from services.notifications.tests.inquiries.test_routes import picture, send

PERMISSION = "view-user-queries"


@pytest.fixture(autouse=True)
def new_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiries, "INQUIRIES", RateLimiter(200, timedelta(hours=1)))


@pytest.fixture
async def desk(service: Service) -> Actor:
    """Return an admin who answers inquiries."""
    return await colleague(service, "Amal Nasser", "أمل ناصر")


async def colleague(service: Service, name_en: str, name_ar: str) -> Actor:
    admin = actor("admin", permissions=[PERMISSION])
    names = {"name_en": name_en, "name_ar": name_ar, "email": f"{new_id()}@example.org"}
    await service.deliver(profile(ProfileType.ADMIN, user_id=admin.user_id, **names))
    return admin


async def asked(client: httpx.AsyncClient, session: AsyncSession, **changes: Any) -> Inquiry:
    """Send an inquiry as a visitor."""
    sent = await send(client, **changes)
    assert sent.status_code == 201
    found = select(Inquiry).where(Inquiry.reference == sent.json()["reference"])
    return (await session.scalars(found)).one()


def link_in(text: str) -> str:
    """Return the token of a mail's link."""
    (token,) = set(re.findall(r"/contact-us/query#([a-z2-7]{48})", text))
    return str(token)


class TestAnswering:
    async def test_a_conversation_goes_by_mail_and_by_the_link(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: Service,
        mailbox: Mailbox,
        desk: Actor,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(service.settings, "mail_reply_to", "queries@reply.example.org")
        inquiry = await asked(client, session, locale="en", name="Huda {x} & Sons")
        assert await send_due(service.context) == 1
        receipt = mailbox.mails[0]
        assert receipt.recipients == ["huda@example.org"]
        assert receipt.message["Auto-Submitted"] == "auto-replied"
        # The address may be another person's, so the mail contains none of the visitor's text.
        assert "Sons" not in str(receipt.message) + receipt.part("text/plain")
        token = link_in(receipt.part("text/plain"))

        page = f"queries/{inquiry.id}"
        body = {"text": "Ten seats are free.\nShall we hold them?\n\n<b>Amal</b>", "version": 1}
        answers = await asyncio.gather(
            *(client.post(f"{page}/answers", json=body, headers=desk.headers) for _ in range(2))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        answered = next(answer for answer in answers if answer.status_code == 200).json()
        assert (answered["status"], answered["assignee"]["name_en"]) == ("answered", "Amal Nasser")
        assert answered["entries"][0]["mail"] == "queued"
        assert await send_due(service.context) == 1
        mail = mailbox.mails[1].message
        assert str(mail["Subject"]) == f"Re: Your query {inquiry.reference}"
        assert mail["Auto-Submitted"] is None
        assert mail["In-Reply-To"] == mail["References"] == receipt.message["Message-ID"]
        assert re.search(r"<queries\+[a-z2-7]{48}@reply\.example\.org>", str(mail["Reply-To"]))
        assert str(mail["Reply-To"]) == str(receipt.message["Reply-To"])
        html = mailbox.mails[1].part("text/html")
        assert "Hello Huda {x} &amp; Sons," in html
        assert "&lt;b&gt;Amal&lt;/b&gt;" in html and "<b>Amal" not in html
        assert "reply above this line" in mailbox.mails[1].part("text/plain")
        assert link_in(html) == token

        said = {"text": "Yes please."}
        for _ in range(2):
            answer = await client.post(f"queries/threads/{token}/messages", json=said)
            assert answer.status_code == 201
        note = {"text": "They paid late last year."}
        assert (
            await client.post(f"{page}/notes", json=note, headers=desk.headers)
        ).status_code == 200
        thread = await client.get(f"queries/threads/{token}")
        assert thread.headers["cache-control"] == "no-store"
        shown = thread.json()
        assert [entry["kind"] for entry in shown["entries"]] == ["answer", "message"]
        assert shown["status"] == "open"
        assert "Amal" not in thread.text.replace("<b>Amal</b>", "")
        assert "paid late" not in thread.text
        (notice,) = await notifications_of(session, desk.user_id)
        assert (notice.kind, notice.link) == (
            "inquiry_replied",
            f"/dashboard/queries/{inquiry.id}",
        )
        whole = (await client.get(page, headers=desk.headers)).json()
        assert [entry["kind"] for entry in whole["entries"]] == ["answer", "message", "note"]
        last = {"text": "Done.", "close": True, "version": whole["version"]}
        closed = (await client.post(f"{page}/answers", json=last, headers=desk.headers)).json()
        assert (closed["status"], closed["first_answered_at"]) == (
            "closed",
            answered["first_answered_at"],
        )
        await send_due(service.context)
        references = str(mailbox.mails[-1].message["References"]).split()
        assert references == [receipt.message["Message-ID"], mail["Message-ID"]]

    async def test_mails_say_to_write_by_the_link_where_none_are_taken(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service, mailbox: Mailbox
    ) -> None:
        await asked(client, session)
        await send_due(service.context)
        (mail,) = mailbox.mails
        assert mail.message["Reply-To"] is None
        assert "نرجو عدم الرد عليها" in mail.part("text/plain")
        assert str(mail.message["Subject"]).startswith("استفسارك Q-")

    async def test_a_strangers_mailbox_is_not_flooded(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        for number in range(7):
            email = "Huda@example.org" if number % 2 else "huda@example.org"
            await asked(client, session, message=f"Question number {number}.", email=email)
        assert len((await session.scalars(select(Delivery))).all()) == 5

    async def test_a_robot_notices_nothing(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        answer = await send(client, website="https://example.com")
        assert (answer.status_code, answer.json().keys()) == (201, {"reference", "created_at"})
        assert (await session.scalars(select(Inquiry))).all() == []

    async def test_whoever_is_assigned_hears_of_it(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service, desk: Actor
    ) -> None:
        inquiry = await asked(client, session)
        other = await colleague(service, "Bader Ali", "بدر علي")
        page, headers = f"queries/{inquiry.id}/assignee", desk.headers
        people = (await client.get("queries/assignees", headers=headers)).json()
        assert [each["name_en"] for each in people] == ["Amal Nasser", "Bader Ali"]
        nobody = {"assignee_id": str(new_id()), "version": 1}
        refused = await client.put(page, json=nobody, headers=headers)
        assert refused.json()["fields"][0]["code"] == "inquiry.invalid_assignee"
        body = {"assignee_id": str(other.user_id), "version": 1}
        given = await client.put(page, json=body, headers=headers)
        assert given.json()["assignee"]["name_ar"] == "بدر علي"
        (notice,) = await notifications_of(session, other.user_id)
        assert notice.kind == "inquiry_assigned"
        assert "Amal Nasser assigned هدى سالم's query" in notice.body_en
        own = {"assignee_id": str(desk.user_id), "version": given.json()["version"]}
        assert (await client.put(page, json=own, headers=headers)).status_code == 200
        assert await notifications_of(session, desk.user_id) == []
        assert (await client.put(page, json=own, headers=headers)).status_code == 409

    async def test_only_those_whose_roles_allow_it_are_assigned(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service, desk: Actor
    ) -> None:
        inquiry = await asked(client, session)
        clerk, boss = role(PERMISSION), role(slug=SUPER_ADMIN)
        bader = profile(ProfileType.ADMIN, name_en="Bader Ali", email="bader@example.org")
        rima = profile(ProfileType.ADMIN, name_en="Rima Saleh", email="rima@example.org")
        for each in (bader, rima, roles_of(bader, clerk), roles_of(rima, clerk), clerk):
            await service.deliver(each)

        async def offered() -> list[str]:
            people = await client.get("queries/assignees", headers=desk.headers)
            return [each["name_en"] for each in people.json()]

        async def looked_at() -> tuple[bool, list[bool], int]:
            """Return if the assignee may answer, the same per listed assignee, and the unassigned
            count."""
            one = (await client.get(f"queries/{inquiry.id}", headers=desk.headers)).json()
            page = await client.get("queries", params={"unassigned": "false"}, headers=desk.headers)
            summary = (await client.get("queries/summary", headers=desk.headers)).json()
            listed = [each["assignee"]["answers"] for each in page.json()["data"]]
            return one["assignee"]["answers"], listed, summary["unassigned"]

        # Amal's roles have not arrived yet.
        assert await offered() == ["Amal Nasser", "Bader Ali", "Rima Saleh"]
        await service.deliver(roles_of(rima), sequence=2)
        assert await offered() == ["Amal Nasser", "Bader Ali"]
        page = f"queries/{inquiry.id}/assignee"
        body = {"assignee_id": str(rima.user_id), "version": 1}
        refused = await client.put(page, json=body, headers=desk.headers)
        assert (refused.status_code, refused.json()["fields"][0]["code"]) == (
            422,
            "inquiry.invalid_assignee",
        )
        body["assignee_id"] = str(bader.user_id)
        assert (await client.put(page, json=body, headers=desk.headers)).status_code == 200
        assert await looked_at() == (True, [True], 0)
        # The role loses the permission, and an older event arrives late.
        narrowed = clerk.model_copy(update={"permissions": ("view-users",)})
        await service.deliver(narrowed, sequence=3)
        await service.deliver(clerk, sequence=2)
        assert await offered() == ["Amal Nasser"]
        assert await looked_at() == (False, [], 1)
        token = create_token(service.settings.sealing_secrets, Purpose.LINK, inquiry.id)
        said = await client.post(f"queries/threads/{token}/messages", json={"text": "Hello?"})
        assert said.status_code == 201
        # Users who may not answer are notified of their roles only.
        await service.deliver(boss)
        await service.deliver(roles_of(bader, boss), sequence=2)
        assert await looked_at() == (True, [True], 0)
        kinds = [each.kind for each in await notifications_of(session, bader.user_id)]
        assert kinds == ["inquiry_assigned", "roles_changed"]

    async def test_is_closed_without_an_answer_and_opened_again(
        self, client: httpx.AsyncClient, session: AsyncSession, desk: Actor
    ) -> None:
        page = f"queries/{(await asked(client, session)).id}/status"
        for version, status in ((1, "closed"), (2, "open")):
            body = {"status": status, "version": version}
            moved = await client.put(page, json=body, headers=desk.headers)
            assert (moved.json()["status"], moved.json()["version"]) == (status, version + 1)
        stale = await client.put(page, json=body, headers=desk.headers)
        assert (stale.status_code, stale.json()["code"]) == (409, "inquiry.edit_conflict")


class TestList:
    async def test_is_narrowed_counted_and_saved_as_a_file(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        queries: QueryCounter,
        desk: Actor,
    ) -> None:
        for number in range(6):
            topic = "payment" if number % 2 else "press"
            await asked(
                client, session, topic=topic, name=f"Asker {number}", message=f"Number {number} ok."
            )
        first = await asked(client, session, name="أحمد", message="=1+1 والسؤال هنا")
        body = {"text": "So it is.", "version": 1}
        await client.post(f"queries/{first.id}/answers", json=body, headers=desk.headers)

        async def found(**filters: Any) -> list[str]:
            answer = await client.get("queries", params=filters, headers=desk.headers)
            assert answer.status_code == 200
            return [row["name"] for row in answer.json()["data"]]

        with queries() as statements:
            assert len(await found()) == 7
        assert len(statements) == 2
        assert await found(status="answered") == ["أحمد"]
        assert await found(assignee_id=str(desk.user_id)) == ["أحمد"]
        assert await found(search="احمد") == ["أحمد"]
        assert await found(search=first.reference.lower()) == ["أحمد"]
        assert await found(topic="payment", unassigned="true", sort="created_at") == [
            "Asker 1",
            "Asker 3",
            "Asker 5",
        ]
        assert await found(created_to="2020-01-01") == []
        summary = (await client.get("queries/summary", headers=desk.headers)).json()
        assert summary == {"open": 6, "unassigned": 6, "answered_within_minutes": 0}
        file = await client.get(
            "queries/export",
            params={"format": "csv", "language": "ar", "status": "answered"},
            headers=desk.headers,
        )
        assert "تمت الإجابة" in file.text and "'=1+1" in file.text
        assert file.text.count("\n") == 2

    async def test_files_are_for_those_who_answer(
        self, client: httpx.AsyncClient, session: AsyncSession, desk: Actor
    ) -> None:
        assert (await send(client, picture())).status_code == 201
        inquiry = (await session.scalars(select(Inquiry))).one()
        found = (await client.get(f"queries/{inquiry.id}", headers=desk.headers)).json()
        path = f"queries/{inquiry.id}/files/{found['files'][0]['id']}"
        file = await client.get(path, headers=desk.headers)
        assert (file.status_code, file.headers["content-type"]) == (200, "image/webp")
        assert file.headers["content-disposition"].startswith("attachment")
        elsewhere = await client.get(
            path.replace(str(inquiry.id), str(new_id())), headers=desk.headers
        )
        assert elsewhere.status_code == 404

    @pytest.mark.parametrize(
        ("method", "path", "json"),
        [
            ("GET", "queries", None),
            ("GET", "queries/export", None),
            ("GET", "queries/summary", None),
            ("GET", "queries/assignees", None),
            ("GET", "queries/{id}", None),
            ("GET", "queries/{id}/files/{id}", None),
            ("POST", "queries/{id}/answers", {"text": "Hello.", "version": 1}),
            ("POST", "queries/{id}/notes", {"text": "Hello."}),
            ("PUT", "queries/{id}/assignee", {"assignee_id": None, "version": 1}),
            ("PUT", "queries/{id}/status", {"status": "closed", "version": 1}),
        ],
    )
    async def test_is_not_for_others(
        self, client: httpx.AsyncClient, desk: Actor, method: str, path: str, json: object
    ) -> None:
        path = path.replace("{id}", str(new_id()))
        for headers, status in (
            ({}, 401),
            (actor("admin", permissions=["view-users"]).headers, 403),
            (actor("organization", organization_id=new_id()).headers, 403),
        ):
            answer = await client.request(method, path, headers=headers, json=json)
            assert answer.status_code == status
        if "-" in path:
            answer = await client.request(method, path, headers=desk.headers, json=json)
            assert answer.status_code == 404


class TestLinks:
    def test_open_one_inquiry_for_one_purpose_only(self) -> None:
        inquiry_id = new_id()
        token = create_token(["new"], Purpose.LINK, inquiry_id)
        assert re.fullmatch(r"[a-z2-7]{48}", token)
        for given in (token, token.upper()):
            assert read_token(["new"], Purpose.LINK, given) == inquiry_id
        assert read_token(["newer", "new"], Purpose.LINK, token) == inquiry_id
        assert read_token(["other"], Purpose.LINK, token) is None
        assert read_token(["new"], Purpose.MAIL, token) is None
        changed = ("b" if token[-1] == "a" else "a").join([token[:-1], ""])
        for wrong in (changed, token[:-8], "", "é" * 48, "1" * 48):
            assert read_token(["new"], Purpose.LINK, wrong) is None

    async def test_others_lead_nowhere(self, client: httpx.AsyncClient, service: Service) -> None:
        unknown = create_token(service.settings.sealing_secrets, Purpose.LINK, new_id())
        for token in (unknown, "nothing"):
            assert (await client.get(f"queries/threads/{token}")).status_code == 404
            answer = await client.post(f"queries/threads/{token}/messages", json={"text": "Hello"})
            assert answer.json()["code"] == "inquiry.not_found"

    async def test_the_asker_does_not_flood_a_conversation(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service
    ) -> None:
        inquiry = await asked(client, session)
        token = create_token(service.settings.sealing_secrets, Purpose.LINK, inquiry.id)
        path = f"queries/threads/{token}/messages"
        answers = [await client.post(path, json={"text": f"And {n}?"}) for n in range(21)]
        assert [answer.status_code for answer in answers] == [201] * 20 + [429]

    async def test_go_with_the_person(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        service: Service,
        desk: Actor,
    ) -> None:
        inquiry = await asked(client, session)
        page = f"queries/{inquiry.id}"
        await client.post(f"{page}/notes", json={"text": "A note."}, headers=desk.headers)
        answer = {"text": "An answer.", "version": 1}
        assert (
            await client.post(f"{page}/answers", json=answer, headers=desk.headers)
        ).status_code == 200
        await service.deliver(event(UserErased, email="huda@example.org", profile_ids=[]))
        await session.commit()
        for table in (Inquiry, InquiryEntry, Delivery):
            assert (await session.scalars(select(table))).all() == []
