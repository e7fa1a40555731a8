"""Permissions and validation of group messages, and their list and details."""

from datetime import timedelta
from typing import Any

import httpx
from contracts import ProfileType
from contracts.audit import NotificationsAuditRecorded
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentStatus
from kit.database.db import new_id, utc_now
from kit.testing import Actor, QueryCounter, actor

from services.notifications.tests import factories
from services.notifications.tests.factories import Service, profile
from services.notifications.tests.group_messages.conftest import Enroll, to_batch, to_people

PATH = "notifications/group-messages"
SOON = (utc_now() + timedelta(hours=2)).isoformat()


def refused(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 422, answer.text
    return {each["field"]: each["code"] for each in answer.json()["fields"]}


class TestAudience:
    async def test_is_counted_before_it_is_written_to(
        self,
        client: httpx.AsyncClient,
        batch: BatchUpdated,
        writer: Actor,
        enroll: Enroll,
        queries: QueryCounter,
    ) -> None:
        twice = await enroll(locale="ar-SA")
        await enroll(EnrollmentStatus.WAITLISTED, user_id=twice, locale="ar-SA")
        await enroll()
        await enroll(EnrollmentStatus.CANCELLED)
        await enroll(active=False)

        async def count(*statuses: str) -> Any:
            body = {"audience": to_batch(batch, *statuses)["audience"]}
            answer = await client.post(f"{PATH}/count", json=body, headers=writer.headers)
            return answer.json()

        with queries() as made:
            counted = await count("confirmed", "waitlisted")
        assert counted == {"receivers": 2, "arabic": 1, "passed_over": 0}
        assert len(made) == 2, "the batch, and one of the people"
        assert (await count("cancelled"))["receivers"] == 1
        assert (await count("requested"))["receivers"] == 0

    async def test_is_a_group_of_people_for_admins_alone(
        self, service: Service, client: httpx.AsyncClient, writer: Actor, admin: Actor
    ) -> None:
        company = new_id()
        await service.deliver(profile(ProfileType.STAFF, organization_id=company, active=True))
        await service.deliver(profile(ProfileType.STAFF, locale="ar", active=True))
        await service.deliver(profile(ProfileType.CANDIDATE, active=True))
        for asked, receivers in (
            (to_people("staff", "candidate"), 3),
            (to_people("staff", language="ar"), 1),
            (to_people("staff", organization_id=str(company)), 1),
        ):
            body = {"audience": asked["audience"]}
            answer = await client.post(f"{PATH}/count", json=body, headers=admin.headers)
            assert answer.json()["receivers"] == receivers
        forbidden = await client.post(PATH, json=to_people("staff"), headers=writer.headers)
        assert forbidden.status_code == 403

    async def test_is_no_batch_of_another_organization(
        self, client: httpx.AsyncClient, batch: BatchUpdated, writer: Actor, enroll: Enroll
    ) -> None:
        await enroll()
        other = actor("organization", organization_id=new_id())
        body = to_batch(batch)
        count = {"audience": body["audience"]}
        draft = {"subject_en": "Hello", "batch_id": str(batch.batch_id)}
        for path, asked in ((PATH, body), (f"{PATH}/count", count), (f"{PATH}/preview", draft)):
            answer = await client.post(path, json=asked, headers=other.headers)
            assert (answer.status_code, answer.json()["code"]) == (
                404,
                "batch.not_found",
            )
        written = (await client.post(PATH, json=body, headers=writer.headers)).json()
        own = f"{PATH}/{written['id']}"
        for answer in (
            await client.get(own, headers=other.headers),
            await client.put(own, json=body | {"version": 1}, headers=other.headers),
            await client.post(f"{own}/cancel", headers=other.headers),
        ):
            assert answer.json()["code"] == "group_message.not_found"
        assert (await client.get(PATH, headers=other.headers)).json()["data"] == []


class TestWriting:
    async def test_refuses_what_nobody_could_read_or_would_get(
        self, client: httpx.AsyncClient, batch: BatchUpdated, writer: Actor, enroll: Enroll
    ) -> None:
        async def wrong(**changes: Any) -> dict[str, str]:
            body = to_batch(batch, **changes)
            return refused(await client.post(PATH, json=body, headers=writer.headers))

        nobody = await wrong()
        assert nobody == {"audience": "group_message.no_recipients"}
        await enroll()
        incomplete = "group_message.incomplete"
        assert await wrong(text_en=" ") == {"text_en": incomplete}
        assert await wrong(subject_ar="أحذية") == {"text_ar": incomplete}
        assert await wrong(subject_en="", text_en="") == {
            "subject_en": incomplete,
            "text_en": incomplete,
        }
        assert await wrong(subject_en="Shoes\r\nBcc: all@example.org") == {
            "subject_en": "text.markup"
        }
        assert await wrong(subject_en="<b>Shoes</b>") == {"subject_en": "text.markup"}
        assert await wrong(text_en="a\x07b") == {"text_en": "text.unstorable"}
        assert await wrong(text_en="x" * 4001) == {"text_en": "field.string_too_long"}
        past = (utc_now() - timedelta(hours=1)).isoformat()
        assert await wrong(send_at=past) == {"send_at": "time.in_past"}
        late = (utc_now() + timedelta(days=91)).isoformat()
        assert await wrong(send_at=late) == {"send_at": "group_message.too_far"}
        page = await client.get(PATH, headers=writer.headers)
        assert page.json()["meta"]["total"] == 0

    async def test_is_limited_to_ten_messages_a_day(
        self, client: httpx.AsyncClient, batch: BatchUpdated, writer: Actor, enroll: Enroll
    ) -> None:
        await enroll()
        noon = (utc_now() + timedelta(days=3)).replace(hour=9)
        body = to_batch(batch, send_at=noon.isoformat())
        answers = [await client.post(PATH, json=body, headers=writer.headers) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429]
        assert answers[-1].json()["code"] == "group_message.limit_reached"
        next_day = body | {"send_at": (noon + timedelta(days=1)).isoformat()}
        other = await client.post(PATH, json=next_day, headers=writer.headers)
        assert other.status_code == 201
        # Rescheduling from another day cannot exceed the limit either.
        moved = await client.put(
            f"{PATH}/{other.json()['id']}", json=body | {"version": 1}, headers=writer.headers
        )
        assert moved.status_code == 429
        first = f"{PATH}/{answers[0].json()['id']}"
        await client.post(f"{first}/cancel", headers=writer.headers)
        again = await client.post(PATH, json=body, headers=writer.headers)
        assert again.status_code == 201

    async def test_changes_what_has_not_begun(
        self,
        service: Service,
        client: httpx.AsyncClient,
        batch: BatchUpdated,
        writer: Actor,
        enroll: Enroll,
    ) -> None:
        await enroll()
        scheduled = to_batch(batch, "requested", send_at=SOON)
        made = await client.post(PATH, json=scheduled, headers=writer.headers)
        own = f"{PATH}/{made.json()['id']}"
        body = to_batch(batch, subject_ar="أحذية", text_ar="الساحة مبللة.", send_at=SOON)
        changed = await client.put(own, json=body | {"version": 1}, headers=writer.headers)
        assert changed.status_code == 200, changed.text
        assert (changed.json()["subject_ar"], changed.json()["version"]) == ("أحذية", 2)
        stale = await client.put(own, json=body | {"version": 1}, headers=writer.headers)
        assert stale.json()["code"] == "group_message.edit_conflict"
        assert await factories.send_chunk(service) == 0, "it is not due yet"
        now = body | {"version": 2, "send_at": None}
        assert (await client.put(own, json=now, headers=writer.headers)).status_code == 200
        records = await service.published(NotificationsAuditRecorded)
        assert [(each.noun, each.action) for each in records] == [
            ("group_message", "created"),
            ("group_message", "updated"),
            ("group_message", "updated"),
        ]
        assert await factories.send_chunk(service) == 1
        begun = await client.put(own, json=body | {"version": 3}, headers=writer.headers)
        assert begun.json()["code"] == "group_message.not_editable"
        ended = await client.post(f"{own}/cancel", headers=writer.headers)
        assert ended.json()["code"] == "group_message.ended"


class TestReading:
    async def test_lists_an_organization_s_own_and_all_for_admins(
        self,
        service: Service,
        client: httpx.AsyncClient,
        batch: BatchUpdated,
        writer: Actor,
        admin: Actor,
        enroll: Enroll,
        queries: QueryCounter,
    ) -> None:
        await enroll()
        author = profile(ProfileType.ORGANIZATION, user_id=writer.user_id, name_en="Omar Fahad")
        await service.deliver(author)
        await client.post(PATH, json=to_batch(batch, send_at=SOON), headers=writer.headers)
        await client.post(PATH, json=to_people("candidate"), headers=admin.headers)

        async def subjects(who: Actor, **params: Any) -> list[str]:
            page = await client.get(PATH, params=params, headers=who.headers)
            return [row["subject_en"] for row in page.json()["data"]]

        assert await subjects(writer) == ["Bring your shoes"]
        assert await subjects(admin) == ["Bring your shoes", "We move"]
        assert await subjects(admin, search="ننتقل") == ["We move"]
        assert await subjects(admin, batch_id=str(batch.batch_id)) == ["Bring your shoes"]
        assert await subjects(admin, organization_id=str(batch.organization_id)) == [
            "Bring your shoes"
        ]
        assert await subjects(admin, status=["sent", "cancelled"]) == []
        with queries() as made:
            page = await client.get(PATH, headers=writer.headers)
        assert len(made) == 2, "the rows and how many there are"
        (row,) = page.json()["data"]
        assert row["author"]["name_en"] == "Omar Fahad"
        assert row["organization_name_ar"] == "موانئ الخليج"
        assert row["batch"]["code"] == "FRK-204-1"

    async def test_previews_both_languages(
        self, client: httpx.AsyncClient, batch: BatchUpdated, writer: Actor, admin: Actor
    ) -> None:
        draft = {
            "subject_en": "{{7*7}} {code}",
            "text_en": "Look at https://port.example/a?b=1&c=2 <script>alert(1)</script>\n\nBye.",
        }
        given = draft | {"batch_id": str(batch.batch_id)}
        answer = await client.post(f"{PATH}/preview", json=given, headers=writer.headers)
        shown = answer.json()
        # Readers of a missing language get the other one.
        assert shown["ar"]["title"] == shown["en"]["title"] == "{{7*7}} {code}"
        assert shown["ar"]["body"].endswith("من: موانئ الخليج")
        html = shown["en"]["html"]
        assert '<a href="https://port.example/a?b=1&amp;c=2"' in html
        assert "<script" not in html and "&lt;script&gt;" in html
        assert f"/batch/{batch.batch_id}" in html
        answer = await client.post(f"{PATH}/preview", json=draft, headers=admin.headers)
        assert answer.json()["en"]["body"].endswith("From: Itqan")
