import struct
import zlib
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import Permission
from contracts.identity import DocumentExpiring, DocumentReplaced, OrganizationSubmitted
from identity.config import Settings
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    admin,
    an_organization,
    codes_of,
    execute,
    pdf,
    picture,
    refuses,
    scalar,
    submit,
)

WRITTEN = {
    "name_en": "Commercial registration",
    "name_ar": "السجل التجاري",
    "required": True,
    "accepts": ["pdf", "picture"],
    "max_mib": 5,
    "expires": True,
}
KIND = WRITTEN | {"profile_type": "organization"}


async def a_kind(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], **changes: Any
) -> dict[str, Any]:
    boss = await admin(client, service, Permission.MANAGE_APPLICATION_SETTINGS)
    answer = await client.post("profiles/document-kinds", json=KIND | changes, headers=boss.headers)
    assert answer.status_code == 201, answer.text
    kind: dict[str, Any] = answer.json()
    return kind


async def hand_in(
    client: httpx.AsyncClient,
    person: Person,
    kind_id: str | UUID,
    content: bytes | None = None,
    days: int | None = 400,
) -> httpx.Response:
    return await client.put(
        f"organizations/me/documents/{kind_id}",
        data={} if days is None else {"expires_on": str(today() + timedelta(days=days))},
        files={"file": ("x", pdf() if content is None else content)},
        headers=person.headers,
    )


def a_bomb(side: int) -> bytes:
    """Build a tiny PNG that claims this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")


REFUSED = (
    (b"<html><script>alert(1)</script></html>", "document.unsupported_format"),
    (b"%PDF-1.7 nothing %%EOF", "document.broken"),
    (pdf(b"<</S/JavaScript/JS(app.alert\\(1\\))>>"), "document.active_content"),
    (
        pdf(b"<</Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a.exe)>>]>>>>>>"),
        "document.active_content",
    ),
    (a_bomb(50_000), "picture.too_many_pixels"),
)


class TestKinds:
    async def test_are_managed_and_asked_for(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await admin(client, service, Permission.MANAGE_APPLICATION_SETTINGS)
        url, headers = "profiles/document-kinds", boss.headers
        made = (await client.post(url, json=KIND, headers=headers)).json()
        assert (made["max_mib"], made["handed_in"]) == (5, 0)
        person = await an_organization(client, service)
        assert codes_of(await submit(client, person)) == {
            f"documents.{made['id']}": "field.missing"
        }
        optional = WRITTEN | {"required": False, "name_en": "Licence"}
        of_others = {"profile_type": "staff"}
        answer = await client.put(f"{url}/{made['id']}", json=optional | of_others, headers=headers)
        assert refuses(answer, of_others), answer.text
        answer = await client.put(f"{url}/{made['id']}", json=optional, headers=headers)
        assert answer.json()["name_en"] == "Licence"
        found = (await client.get("organizations/me", headers=person.headers)).json()
        assert [kind["required"] for kind in found["kinds"]] == [False]
        assert found["missing"] == []
        assert (await client.delete(f"{url}/{made['id']}", headers=headers)).status_code == 204
        assert (await client.get(url, headers=headers)).json()["meta"]["total"] == 0
        for answer in (
            await client.delete(f"{url}/{made['id']}", headers=headers),
            await client.put(f"{url}/{made['id']}", json=WRITTEN, headers=headers),
            await hand_in(client, person, made["id"]),
        ):
            assert answer.json()["code"] == "document_kind.not_found"

    @pytest.mark.parametrize(
        ("changes", "codes"),
        [
            ({"accepts": []}, {"accepts": "field.too_short"}),
            ({"accepts": ["exe"]}, {"accepts.0": "field.enum"}),
            ({"max_mib": 6}, {"max_mib": "field.less_than_equal"}),
            ({"max_mib": 0}, {"max_mib": "field.greater_than_equal"}),
            ({"name_ar": "Licence"}, {"name_ar": "name.not_arabic"}),
        ],
    )
    async def test_bad_input_is_named(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        changes: dict[str, Any],
        codes: dict[str, str],
    ) -> None:
        boss = await admin(client, service, Permission.MANAGE_APPLICATION_SETTINGS)
        answer = await client.post(
            "profiles/document-kinds", json=KIND | changes, headers=boss.headers
        )
        assert (answer.status_code, codes_of(answer)) == (422, codes)


class TestHandingIn:
    async def test_completes_the_organization_and_stands_in_what_is_submitted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        answer = await hand_in(client, person, kind["id"])
        assert answer.status_code == 200, answer.text
        (document,) = answer.json()["documents"]
        assert document["status"] == "valid"
        assert answer.json()["missing"] == []
        assert (await submit(client, person)).status_code == 201
        (submitted,) = await service.published(OrganizationSubmitted)
        (of_snapshot,) = submitted.snapshot.documents
        assert str(of_snapshot.document_id) == document["id"]
        assert of_snapshot.name == f"documents.{kind['id']}"
        assert of_snapshot.title_ar == KIND["name_ar"]

    async def test_another_one_replaces_it_and_what_was_submitted_stays(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        await hand_in(client, person, kind["id"])
        await hand_in(client, person, kind["id"])
        assert await scalar(service, "SELECT count(*) FROM profile_documents") == 1
        assert await scalar(service, "SELECT count(*) FROM discarded_files") == 1
        await submit(client, person)
        assert (await hand_in(client, person, kind["id"])).status_code == 409
        await execute(service, "UPDATE organizations SET status = 'returned'")
        (first,) = (await client.get("organizations/me", headers=person.headers)).json()[
            "documents"
        ]
        answer = await hand_in(client, person, kind["id"])
        (second,) = answer.json()["documents"]
        assert second["id"] != first["id"]
        url = f"organizations/me/documents/{first['id']}"
        assert (await client.get(url, headers=person.headers)).status_code == 200
        assert await scalar(service, "SELECT count(*) FROM profile_documents") == 2

    async def test_those_who_see_organizations_are_notified_of_one_after_the_approval(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        viewer = await admin(client, service, Permission.VIEW_ORGANIZATION)
        former = await admin(client, service, Permission.VIEW_ORGANIZATION)
        above = await admin(client, service)
        own_role = "(SELECT role_id FROM profile_roles WHERE profile_id = :id)"
        await execute(
            service,
            f"UPDATE roles SET slug = 'super-admin' WHERE id = {own_role}",
            id=above.profile_id,
        )
        await execute(service, "UPDATE users SET active = false WHERE id = :id", id=former.id)
        await hand_in(client, person, kind["id"])
        assert await service.published(DocumentReplaced) == []
        await execute(service, "UPDATE organizations SET status = 'approved'")
        (document,) = (await hand_in(client, person, kind["id"])).json()["documents"]
        (replaced,) = await service.published(DocumentReplaced)
        assert str(replaced.document_id) == document["id"]
        assert set(replaced.reviewer_user_ids) == {viewer.id, above.id}
        record = f"organizations/{person.organization_id}"
        seen = (await client.get(record, headers=viewer.headers)).json()["documents"]
        assert [each["id"] for each in seen] == [document["id"]]

    async def test_what_is_no_document_or_does_something_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        for content, code in REFUSED:
            answer = await hand_in(client, person, kind["id"], content)
            assert (answer.status_code, codes_of(answer)) == (422, {"file": code}), content
        assert await scalar(service, "SELECT count(*) FROM profile_documents") == 0

    async def test_what_the_kind_does_not_accept_is_refused(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service, accepts=["pdf"], max_mib=1)
        photo = await a_kind(client, service, accepts=["picture"], expires=False)
        person = await an_organization(client, service)
        large = pdf(b"(%s)" % (b"x" * 1_100_000))
        cases = [
            (
                await hand_in(client, person, photo["id"]),
                {"file": "document_kind.format_not_accepted"},
            ),
            (
                await hand_in(client, person, photo["id"], picture()),
                {"expires_on": "document.never_expires"},
            ),
            (await hand_in(client, person, kind["id"], days=None), {"expires_on": "field.missing"}),
            (
                await hand_in(client, person, kind["id"], days=-1),
                {"expires_on": "document.expired"},
            ),
            (
                await hand_in(client, person, kind["id"], large),
                {"file": "document_kind.size_exceeded"},
            ),
        ]
        assert [codes_of(answer) for answer, _ in cases] == [expected for _, expected in cases]
        assert await scalar(service, "SELECT count(*) FROM profile_documents") == 0

    async def test_an_expired_one_counts_as_missing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        await hand_in(client, person, kind["id"])
        yesterday = today() - timedelta(days=1)
        await execute(service, "UPDATE profile_documents SET expires_on = :day", day=yesterday)
        answer = await submit(client, person)
        assert codes_of(answer) == {f"documents.{kind['id']}": "document.expired"}


class TestWhoSeesThem:
    async def test_the_owner_and_who_decides_as_an_attachment_that_runs_nothing(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        (document,) = (await hand_in(client, person, kind["id"])).json()["documents"]
        own = f"organizations/me/documents/{document['id']}"
        of_admins = f"organizations/{person.organization_id}/documents/{document['id']}"
        approver = await admin(client, service, Permission.VIEW_APPROVAL_SYSTEM)
        for answer in (
            await client.get(own, headers=person.headers),
            await client.get(of_admins, headers=approver.headers),
        ):
            assert answer.status_code == 200
            assert answer.content == pdf()
            assert answer.headers["content-disposition"].startswith("attachment")
            assert "sandbox" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"

    async def test_nobody_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        (document,) = (await hand_in(client, person, kind["id"])).json()["documents"]
        other = await an_organization(client, service)
        own = f"organizations/me/documents/{document['id']}"
        of_admins = f"organizations/{person.organization_id}/documents/{document['id']}"
        approver = await admin(client, service, Permission.VIEW_APPROVAL_SYSTEM)
        elsewhere = f"organizations/{uuid4()}/documents/{document['id']}"
        assert (await client.get(own, headers=other.headers)).status_code == 404
        assert (await client.get(elsewhere, headers=approver.headers)).status_code == 404
        assert (await client.get(own)).status_code == 401
        nobody = await admin(client, service, Permission.VIEW_TRAININGS)
        for headers in (person.headers, nobody.headers):
            assert (await client.get(of_admins, headers=headers)).status_code == 403


class TestExpiry:
    async def test_is_announced_60_30_and_7_days_before_each_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        await hand_in(client, person, kind["id"])
        await execute(service, "UPDATE organizations SET status = 'approved'")
        announced = []
        for left in (61, 60, 59, 31, 30, 8, 7, 1, 0, -1):
            await execute(
                service,
                "UPDATE profile_documents SET expires_on = :day",
                day=today() + timedelta(days=left),
            )
            announced.append((left, await service.sweep("announce_expiring_documents")))
        assert [left for left, count in announced if count] == [60, 30, 7]
        events = await service.published(DocumentExpiring)
        assert [each.days for each in events] == [60, 30, 7]
        assert events[0].organization_id == person.organization_id
        assert events[0].title_ar == KIND["name_ar"]

    async def test_what_was_missed_is_announced_by_the_latest_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        kind = await a_kind(client, service)
        person = await an_organization(client, service)
        await hand_in(client, person, kind["id"])
        sweep = "announce_expiring_documents"
        soon = today() + timedelta(days=5)
        await execute(service, "UPDATE profile_documents SET expires_on = :day", day=soon)
        assert await service.sweep(sweep) == 0, "of a draft nobody is to be reminded"
        await execute(service, "UPDATE organizations SET status = 'approved'")
        assert await service.sweep(sweep) == 1
        assert await service.sweep(sweep) == 0
        assert [each.days for each in await service.published(DocumentExpiring)] == [7]
        # No reminder for a document that was uploaded shortly before its expiry.
        await hand_in(client, person, kind["id"], days=20)
        assert await service.sweep(sweep) == 0
