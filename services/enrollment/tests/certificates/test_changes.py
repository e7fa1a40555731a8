"""Certificates are revoked and reissued, and expire with reminders."""

import asyncio
import base64
import gzip
from typing import Any

import httpx
import jwt
import pytest
from contracts.enrollment import CertificateChanged, CertificateExpiring
from enrollment.certificates.rules import find_due_notice
from enrollment.certificates.tasks import remind_of_expiry
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.appeals.test_routes import answer, appeal
from services.enrollment.tests.certificates.factories import expire, finished, issue
from services.enrollment.tests.factories import (
    batch_updated,
    execute,
    organization_of,
    profile_updated,
)

REVOKE = {"kind": "misconduct", "reason": "The exam was taken by somebody else."}


async def test_each_is_signed_and_has_a_bit_of_its_own(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, *_ = await finished(service, client, people=3)
    first, second = (await issue(client, batch))["issued"]
    owner = organization_of(batch)
    await press(client, owner, first, "revoke", REVOKE)
    await press(client, owner, second, "reissue")
    rows = await execute(
        service, "SELECT status, credential LIKE 'ey%.%.%' FROM certificates ORDER BY status"
    )
    assert rows == [("issued", True), ("revoked", True), ("superseded", True)]
    assert len(set(await execute(service, "SELECT status_index FROM certificates"))) == 3


async def press(
    client: httpx.AsyncClient, who: Actor, certificate: Any, verb: str, body: Any = None
) -> httpx.Response:
    path = f"certificates/{certificate['id']}/{verb}"
    return await client.post(path, json=body, headers=who.headers)


class TestRevoking:
    async def test_is_published_with_its_kind_and_keeps_the_text_private(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        owner = organization_of(batch)
        shown = (await press(client, owner, issued, "revoke", REVOKE)).json()
        assert (shown["state"], shown["revoked_kind"]) == ("revoked", "misconduct")
        assert shown["revoked_reason"] == REVOKE["reason"]
        last = (await service.published(CertificateChanged))[-1]
        assert (last.previous_status, last.status, last.revoked_kind) == (
            "issued",
            "revoked",
            "misconduct",
        )
        assert REVOKE["reason"] not in last.model_dump_json()
        mine = await client.get("certificates/mine", headers=persons[1].headers)
        assert mine.json()["data"][0]["state"] == "revoked"
        assert REVOKE["reason"] not in mine.text

        again = await press(client, owner, issued, "revoke", REVOKE)
        assert (again.status_code, again.json()["code"]) == (409, "certificate.ended")
        assert (await press(client, owner, issued, "reissue")).status_code == 409
        # Issuing for all does not undo a revocation; naming the person does.
        skipped = (await issue(client, batch))["skipped"]
        assert "revoked" in [each["reason"] for each in skipped]
        assert len((await issue(client, batch, enrollments[1]))["issued"]) == 1

    async def test_is_for_those_who_may(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, _ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        stranger = organization_of(batch_updated())
        looking = actor("admin", permissions={"view-certificates", "issue-certificates"})
        shown = [
            (await client.get(f"certificates/{issued['id']}", headers=who.headers)).json()
            for who in (organization_of(batch), looking)
        ]
        assert [each["can_change"] for each in shown] == [True, False]
        for verb, body in (("revoke", REVOKE), ("reissue", None)):
            for who, status in ((stranger, 404), (persons[1], 403), (looking, 403)):
                assert (await press(client, who, issued, verb, body)).status_code == status
        assert await execute(service, "SELECT status FROM certificates") == [("issued",)]

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"kind": "erased"}, "kind"),
            ({"kind": "mood"}, "kind"),
            ({"reason": " x "}, "reason"),
            ({"reason": "a" * 501}, "reason"),
        ],
    )
    async def test_bad_input_is_said_at_its_field(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, values: Any, field: str
    ) -> None:
        batch, *_ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        answer = await press(client, organization_of(batch), issued, "revoke", REVOKE | values)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == [field]


class TestReissuing:
    async def test_a_mended_name_is_seen_and_the_old_one_leads_to_the_new(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, _ = await finished(service, client, certificate_valid_months=12)
        (issued,) = (await issue(client, batch))["issued"]
        await expire(service, issued, days=200)
        owner = organization_of(batch)
        listed = await client.get("certificates", headers=owner.headers)
        assert not listed.json()["data"][0]["differs_from_profile"]
        await service.deliver(profile_updated(persons[1], name_en="Omar Harbi"), sequence=2)
        listed = (await client.get("certificates", headers=owner.headers)).json()["data"]
        assert [each["differs_from_profile"] for each in listed] == [True]
        new = (await press(client, owner, issued, "reissue")).json()
        assert new["holder_name_en"] == "Omar Harbi"
        assert new["number"] != issued["number"]
        assert new["supersedes"]["number"] == issued["number"]
        assert new["expires_on"] == listed[0]["expires_on"]
        old = await client.get(f"certificates/{issued['id']}", headers=owner.headers)
        assert old.json()["state"] == "superseded"
        assert old.json()["holder_name_en"] == "Omar Al-Harbi"
        assert old.json()["superseded_by"] == {
            "id": new["id"],
            "number": new["number"],
            "created_at": new["created_at"],
        }
        superseded, made = (await service.published(CertificateChanged))[-2:]
        assert (superseded.status, superseded.superseded_by_number) == ("superseded", new["number"])
        assert (made.status, made.supersedes_number) == ("issued", issued["number"])

    async def test_two_presses_make_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, *_ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        owner = organization_of(batch)
        answers = await asyncio.gather(
            press(client, owner, issued, "reissue"),
            press(client, owner, issued, "reissue"),
            press(client, owner, issued, "revoke", REVOKE),
        )
        assert sorted(each.status_code for each in answers) == [200, 409, 409]

    async def test_says_what_an_appeal_has_changed(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, enrollments = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        who = organization_of(batch)

        async def decided_again(result: str, score: int | None) -> Any:
            # State after an appeal.
            await execute(
                service,
                "WITH enrollment AS (UPDATE enrollments SET result = :result WHERE id = :id)"
                " UPDATE outcomes SET result = :result, score_percent = :score"
                " WHERE enrollment_id = :id",
                result=result,
                score=score,
                id=enrollments[1]["id"],
            )
            answer = await client.get(f"certificates/{issued['id']}", headers=who.headers)
            return answer.json()["changed_result"]

        assert await decided_again("passed", None) is None
        assert await decided_again("passed", 64) == {"result": "passed", "score_percent": 64}
        assert await decided_again("failed", 41) == {"result": "failed", "score_percent": 41}
        refused = await press(client, who, issued, "reissue")
        assert refused.json()["code"] == "certificate.not_earned"
        await decided_again("passed", 64)
        new = (await press(client, who, issued, "reissue")).json()
        assert (new["score_percent"], new["changed_result"]) == (64, None)


class TestExpiry:
    @pytest.mark.parametrize(
        ("left", "notice"), [(91, None), (90, 90), (31, 90), (30, 30), (8, 30), (7, 7), (0, 7)]
    )
    def test_a_reminder_is_due_by_the_days_left(self, left: int, notice: int | None) -> None:
        assert find_due_notice(left) == notice

    async def test_each_reminder_comes_once_also_after_a_pause(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, *_ = await finished(service, client, certificate_valid_months=12)
        (issued,) = (await issue(client, batch))["issued"]

        async def sweep() -> list[int]:
            async with service.database.transaction() as session:
                await remind_of_expiry(session)
            async with service.database.transaction() as session:
                assert await remind_of_expiry(session) == 0
            return [each.notice_days for each in await service.published(CertificateExpiring)]

        assert await sweep() == []
        await expire(service, issued, days=90)
        assert await sweep() == [90]
        # Nothing ran while the 30-day reminder was due.
        await expire(service, issued, days=5)
        assert await sweep() == [90, 7]
        await expire(service, issued, days=-1)
        assert await sweep() == [90, 7]

    async def test_nobody_is_reminded_of_what_ended_or_began_so(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        short, *_ = await finished(service, client, certificate_valid_months=1)
        await issue(client, short)
        batch, *_ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        await expire(service, issued, days=20)
        await press(client, organization_of(batch), issued, "revoke", REVOKE)
        async with service.database.transaction() as session:
            # A certificate valid for a month is inside its window from the first day.
            assert await remind_of_expiry(session) == 0
        assert await service.published(CertificateExpiring) == []


async def test_the_list_is_given_as_a_file(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, *_ = await finished(service, client)
    (issued,) = (await issue(client, batch))["issued"]
    answer = await client.get(
        "certificates/export",
        params={"format": "csv", "language": "ar"},
        headers=organization_of(batch).headers,
    )
    assert answer.status_code == 200, answer.text
    assert issued["number"] in answer.text
    assert "سارية" in answer.text


class TestSuspension:
    async def test_follows_the_result_of_an_appeal_and_can_end_each_way(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (_, person), (_, enrollment) = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        owner = organization_of(batch)
        made = (await appeal(client, person, enrollment)).json()["appeal"]

        async def correct(attendance: str) -> None:
            mark = {"session_id": str(batch.sessions[0].id), "attendance": attendance}
            changed = await answer(client, owner, made["id"], "change", marks=[mark])
            assert changed.status_code == 200, changed.text
            assert changed.json()["can_correct"] is (attendance == "absent")

        async def states() -> tuple[str, str]:
            path = f"certificates/{issued['id']}"
            shown = (await client.get(path, headers=owner.headers)).json()
            verified = (await client.get(f"verifications/{issued['number']}")).json()
            assert (shown["suspended_at"] is None) is (verified["suspended_on"] is None)
            return shown["state"], verified["state"]

        await correct("absent")
        assert await states() == ("suspended", "suspended")
        assert await withdrawn_bits(client) == 1
        assert (await issue(client, batch, enrollment))["skipped"][0]["reason"] == "not_passed"
        refused = await press(client, owner, issued, "reissue")
        assert refused.json()["code"] == "certificate.not_earned"
        await correct("present")
        assert await states() == ("valid", "valid")
        assert await withdrawn_bits(client) == 0
        assert await service.broken() == {}
        again = await answer(client, owner, made["id"], "change", marks=[])
        assert again.json()["code"] == "appeal.already_decided"
        changes = [
            (each.previous_status, each.status)
            for each in await service.published(CertificateChanged)
        ]
        assert changes == [(None, "issued"), ("issued", "suspended"), ("suspended", "issued")]

    async def test_ends_by_revoking(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, *_ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        await execute(service, "UPDATE certificates SET status = 'suspended'")
        listed = await client.get(
            "certificates", params={"state": "suspended"}, headers=organization_of(batch).headers
        )
        assert [each["id"] for each in listed.json()["data"]] == [issued["id"]]
        shown = (await press(client, organization_of(batch), issued, "revoke", REVOKE)).json()
        assert (shown["state"], shown["can_change"]) == ("revoked", False)
        assert (await service.published(CertificateChanged))[-1].previous_status == "suspended"

    async def test_valid_ones_without_a_pass_are_listed(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, *_ = await finished(service, client, people=3)
        first, _ = (await issue(client, batch))["issued"]
        assert "valid_certificates_are_passed" not in await service.broken()
        # From a release before certificates followed their results.
        await execute(
            service,
            "UPDATE outcomes SET result = 'failed' WHERE enrollment_id = :id",
            id=first["enrollment_id"],
        )
        listed = await client.get(
            "certificates",
            params={"result": "not_passed"},
            headers=organization_of(batch).headers,
        )
        assert [each["id"] for each in listed.json()["data"]] == [first["id"]]
        assert (await service.broken())["valid_certificates_are_passed"] == [first["id"]]


async def withdrawn_bits(client: httpx.AsyncClient) -> int:
    token = (await client.get("credentials/status-lists/0")).text
    payload = jwt.decode(token, options={"verify_signature": False})
    packed = payload["credentialSubject"]["encodedList"][1:]
    bits = gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    return int.from_bytes(bits).bit_count()
