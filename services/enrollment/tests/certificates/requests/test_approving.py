"""Certificates that need approval are never issued by one person alone."""

import asyncio
from typing import Any

import httpx
from contracts.catalog import BatchUpdated
from contracts.enrollment import CertificateChanged, CertificateRequestsChanged
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.attendance.test_routes import TRAINER
from services.enrollment.tests.certificates.factories import finished, issue
from services.enrollment.tests.factories import batch_updated, execute, organization_of


def staff_of(batch: BatchUpdated) -> Actor:
    return actor("staff", organization_id=batch.organization_id)


async def set_policy(client: httpx.AsyncClient, batch: BatchUpdated, *, needed: bool) -> None:
    answer = await client.put(
        "certificates/policy",
        json={"needs_approval": needed},
        headers=organization_of(batch).headers,
    )
    assert answer.json() == {"needs_approval": needed}


async def requests_of(
    client: httpx.AsyncClient, who: Actor, **filters: Any
) -> list[dict[str, Any]]:
    answer = await client.get("certificates/requests", params=filters, headers=who.headers)
    assert answer.status_code == 200, answer.text
    listed: list[dict[str, Any]] = answer.json()["data"]
    return listed


async def decide(
    client: httpx.AsyncClient, verb: str, who: Actor, *requests: dict[str, Any], **body: Any
) -> dict[str, Any]:
    answer = await client.post(
        f"certificates/requests/{verb}",
        json={"ids": [each["id"] for each in requests], **body},
        headers=who.headers,
    )
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


async def test_what_is_asked_for_waits_for_somebody_else(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, persons, enrollments = await finished(service, client, people=3)
    asker, approver = staff_of(batch), organization_of(batch)
    await set_policy(client, batch, needed=True)
    report = await issue(client, batch, who=asker)
    assert report["issued"] == []
    assert set(report["waiting"]) == {enrollments[1]["id"], enrollments[2]["id"]}
    assert await execute(service, "SELECT * FROM certificates") == []
    assert await service.published(CertificateChanged) == []

    # A repeated request waits once.
    again = await issue(client, batch, who=approver)
    assert (again["waiting"], {each["reason"] for each in again["skipped"]}) == (
        [],
        {"not_passed", "waiting"},
    )
    for person, expected in ((persons[1], [enrollments[1]["id"]]), (persons[0], [])):
        mine = await client.get("certificates/mine/waiting", headers=person.headers)
        assert mine.json() == expected
    path = f"certificates/batches/{batch.batch_id}/waiting"
    listed = await client.get(path, headers=asker.headers)
    assert set(listed.json()) == set(report["waiting"])

    waiting = await requests_of(client, approver, status="waiting", batch_id=str(batch.batch_id))
    assert [(each["name_en"], each["result"], each["is_own"]) for each in waiting] == [
        ("Omar Al-Harbi", "passed", False),
        ("Sara Al-Dosari", "passed", False),
    ]
    assert {each["is_own"] for each in await requests_of(client, asker)} == {True}
    own = await decide(client, "approve", asker, *waiting)
    assert (own["done"], {each["reason"] for each in own["skipped"]}) == ([], {"own_request"})
    assert await execute(service, "SELECT * FROM certificates") == []

    # Concurrent decisions.
    reports = await asyncio.gather(
        *(decide(client, "approve", approver, waiting[0]) for _ in range(3))
    )
    assert sorted(len(each["done"]) for each in reports) == [0, 0, 1]
    assert {skip["reason"] for each in reports for skip in each["skipped"]} == {"decided"}
    rejected = await decide(
        client, "reject", approver, *waiting, reason="The identity document is not clear."
    )
    assert rejected["done"] == [waiting[1]["id"]]
    assert [each["reason"] for each in rejected["skipped"]] == ["decided"]

    (certificate,) = await service.published(CertificateChanged)
    assert str(certificate.enrollment_id) == waiting[0]["enrollment_id"]
    changes = await service.published(CertificateRequestsChanged)
    assert [(each.status, each.count, each.asked_by == asker.user_id) for each in changes] == [
        ("waiting", 2, True),
        ("approved", 1, True),
        ("rejected", 1, True),
    ]
    assert changes[2].reason == "The identity document is not clear."
    assert await requests_of(client, approver, status="waiting") == []

    # Rejected certificates may be requested again.
    assert (await issue(client, batch, who=asker))["waiting"] == [waiting[1]["enrollment_id"]]
    await set_policy(client, batch, needed=False)
    later = await issue(client, batch, who=approver)
    assert {each["reason"] for each in later["skipped"]} >= {"waiting", "already_issued"}


async def test_a_result_that_changed_meanwhile_is_not_certified(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, persons, enrollments = await finished(service, client)
    await set_policy(client, batch, needed=True)
    await issue(client, batch, who=staff_of(batch))
    # State after an appeal.
    await execute(
        service,
        "UPDATE enrollments SET result = 'failed' WHERE id = :id",
        id=enrollments[1]["id"],
    )
    (request,) = await requests_of(client, organization_of(batch))
    assert request["result"] == "failed"
    mine = await client.get("certificates/mine/waiting", headers=persons[1].headers)
    assert mine.json() == []
    report = await decide(client, "approve", organization_of(batch), request)
    assert [each["reason"] for each in report["skipped"]] == ["not_passed"]
    assert await execute(service, "SELECT * FROM certificates") == []
    # The requesting user withdraws the request.
    report = await decide(client, "reject", staff_of(batch), request, reason="Failed by appeal.")
    assert report["done"] == [request["id"]]


async def test_is_for_the_own_organization_and_admins_who_may(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, persons, _ = await finished(service, client)
    await set_policy(client, batch, needed=True)
    await issue(client, batch, who=staff_of(batch))
    (request,) = await requests_of(client, organization_of(batch))
    stranger = organization_of(batch_updated())
    assert await requests_of(client, stranger) == []
    for who, status in (
        (stranger, 404),
        (persons[1], 403),
        (actor("admin"), 403),
        (actor("trainer", organization_id=batch.organization_id, user_id=TRAINER.user_id), 403),
        (actor("admin", permissions={"approve-certificates"}), 200),
    ):
        for ids in ([request["id"], str(new_id())], [request["id"]]):
            answer = await client.post(
                "certificates/requests/approve", json={"ids": ids}, headers=who.headers
            )
            assert answer.status_code == (404 if status == 200 and len(ids) == 2 else status)
    policy = await client.put(
        "certificates/policy", json={"needs_approval": False}, headers=staff_of(batch).headers
    )
    assert policy.status_code == 403
    theirs = await client.get("certificates/policy", headers=stranger.headers)
    assert theirs.json() == {"needs_approval": False}
    bodies: list[dict[str, Any]] = [{"ids": []}, {"ids": [request["id"]], "reason": " "}]
    for body in bodies:
        refused = await client.post(
            "certificates/requests/reject", json=body, headers=organization_of(batch).headers
        )
        assert refused.status_code == 422
