import asyncio
from typing import Any

import httpx
import pytest
from contracts.audit import EnrollmentAuditRecorded
from contracts.catalog import BatchUpdated
from contracts.enrollment import AppealChanged, EnrollmentChanged
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    batch_updated,
    execute,
    organization_of,
    profile_updated,
)
from services.enrollment.tests.results.test_routes import add, attend, batch_of, finish, score

TEXT = "The examiner did not count my second attempt."


async def failed(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> tuple[BatchUpdated, Actor, dict[str, Any], dict[str, Any]]:
    """Return a finished batch, a person who failed by score and attendance, and the exam."""
    batch, (person,), (enrollment,) = await batch_of(
        service, client, people=1, min_attendance_percent=75, min_score_percent=60
    )
    exam = (await add(client, batch)).json()
    await attend(client, batch, (enrollment, "absent"))
    await score(client, batch, (exam, enrollment, 20))
    assert (await finish(client, batch)).status_code == 200
    return batch, person, enrollment, exam


async def appeal(
    client: httpx.AsyncClient, person: Actor, enrollment: dict[str, Any], text: str = TEXT
) -> httpx.Response:
    body = {"enrollment_id": enrollment["id"], "text": text}
    return await client.post("appeals", json=body, headers=person.headers)


async def answer(
    client: httpx.AsyncClient, who: Actor, appeal_id: str, verb: str, **body: Any
) -> httpx.Response:
    body = {"answer": "We looked at it again.", **body}
    return await client.post(f"appeals/{appeal_id}/{verb}", json=body, headers=who.headers)


class TestAppealing:
    async def test_is_possible_once_by_whose_result_it_is(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, person, enrollment, _ = await failed(service, client)
        path = f"appeals/mine/{enrollment['id']}"
        before = (await client.get(path, headers=person.headers)).json()
        assert (before["can_appeal"], before["appeal"]) == (True, None)
        stranger = actor("candidate")
        assert (await client.get(path, headers=stranger.headers)).status_code == 404
        assert (await appeal(client, stranger, enrollment)).status_code == 404
        # Concurrent requests create one appeal.
        answers = await asyncio.gather(*(appeal(client, person, enrollment) for _ in range(2)))
        assert sorted(each.status_code for each in answers) == [201, 409]
        after = (await client.get(path, headers=person.headers)).json()
        assert after["appeal"]["status"] == "open"
        assert (after["can_appeal"], after["appeal"]["result"]) == (False, "absent")
        (event,) = await service.published(AppealChanged)
        assert (event.status, event.previous_status, event.result) == ("open", None, "absent")

    async def test_ends_14_days_after_the_result(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, person, enrollment, _ = await failed(service, client)
        for days, status in ((14.01, 409), (13.99, 201)):
            await execute(
                service,
                "UPDATE outcomes SET decided_at = now() - :days * interval '1 day'",
                days=days,
            )
            path = f"appeals/mine/{enrollment['id']}"
            own = (await client.get(path, headers=person.headers)).json()
            assert own["can_appeal"] is (status == 201)
            assert (await appeal(client, person, enrollment)).status_code == status

    async def test_waits_for_a_result_and_asks_for_a_text(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, (person, _), (enrollment, _) = await batch_of(service, client)
        assert (await appeal(client, person, enrollment)).status_code == 404
        refused = await appeal(client, person, enrollment, text="  unfair  ")
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "text")

    async def test_is_withdrawn_by_whose_it_is_and_not_made_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, enrollment, _ = await failed(service, client)
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        path = f"appeals/{made['id']}/withdraw"
        stranger = actor("candidate")
        assert (await client.post(path, headers=stranger.headers)).status_code == 404
        withdrawn = await client.post(path, headers=person.headers)
        assert withdrawn.json()["appeal"]["status"] == "withdrawn"
        assert (await client.post(path, headers=person.headers)).json()[
            "code"
        ] == "appeal.already_decided"
        again = await appeal(client, person, enrollment)
        assert again.json()["code"] == "appeal.already_exists"
        late = await answer(client, organization_of(batch), made["id"], "uphold")
        assert late.json()["code"] == "appeal.already_decided"


class TestAnswering:
    async def test_a_result_is_upheld_with_the_reason(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, enrollment, _ = await failed(service, client)
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        organization = organization_of(batch)
        refused = await answer(client, organization, made["id"], "uphold", answer=" ")
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "answer")
        upheld = await answer(client, organization, made["id"], "uphold")
        assert (upheld.json()["status"], upheld.json()["can_answer"]) == ("upheld", False)
        own = await client.get(f"appeals/mine/{enrollment['id']}", headers=person.headers)
        assert own.json()["appeal"]["answer"] == "We looked at it again."
        events = await service.published(AppealChanged)
        assert [(each.previous_status, each.status) for each in events] == [
            (None, "open"),
            ("open", "upheld"),
        ]

    async def test_corrections_decide_the_result_again_and_are_recorded(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, enrollment, exam = await failed(service, client)
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        # The rules of the first decision apply.
        await execute(service, "UPDATE batches SET min_score_percent = 95")
        changed = await answer(
            client,
            organization_of(batch),
            made["id"],
            "change",
            scores=[{"assessment_id": exam["id"], "points": 31}],
            marks=[{"session_id": str(batch.sessions[0].id), "attendance": "present"}],
        )
        assert changed.status_code == 200, changed.text
        found = changed.json()
        assert (found["status"], found["result"], found["new_result"]) == (
            "changed",
            "absent",
            "passed",
        )
        assert (found["score_percent"], found["attended"], found["reasons"]) == (62, 1, [])
        own = (await client.get(f"results/mine/{enrollment['id']}", headers=person.headers)).json()
        assert (own["result"], own["scores"][0]["points"]) == ("passed", 31)
        last = (await service.published(EnrollmentChanged))[-1]
        assert (last.previous_status, last.status, last.result) == (
            "completed",
            "completed",
            "passed",
        )
        recorded = {each.noun for each in await service.published(EnrollmentAuditRecorded)}
        assert {"score", "attendance", "result", "appeal"} <= recorded

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"points": 50.5}, "scores.0.points"),
            ({"points": 20}, "scores"),
            ({"assessment_id": "batch"}, "scores.0.assessment_id"),
            ({"session_id": "batch"}, "marks.0.session_id"),
        ],
    )
    async def test_what_cannot_be_is_said_at_its_field_and_changes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, body: Any, field: str
    ) -> None:
        batch, person, enrollment, exam = await failed(service, client)
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        values = {name: batch.batch_id if each == "batch" else each for name, each in body.items()}
        session_id = values.get("session_id")
        corrected = {
            "scores": [
                {
                    "assessment_id": str(values.get("assessment_id", exam["id"])),
                    "points": values.get("points", 40),
                }
            ],
            "marks": [{"session_id": str(session_id), "attendance": "late"}] if session_id else [],
        }
        refused = await answer(client, organization_of(batch), made["id"], "change", **corrected)
        assert refused.status_code == 422, refused.text
        assert [each["field"] for each in refused.json()["fields"]] == [field]
        own = (await client.get(f"results/mine/{enrollment['id']}", headers=person.headers)).json()
        assert (own["result"], own["scores"][0]["points"]) == ("absent", 20)
        mine = await client.get(f"appeals/mine/{enrollment['id']}", headers=person.headers)
        assert mine.json()["appeal"]["status"] == "open"

    async def test_of_two_answers_at_once_one_holds(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, person, enrollment, exam = await failed(service, client)
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        scores = [{"assessment_id": exam["id"], "points": 50}]
        organization = organization_of(batch)
        answers = await asyncio.gather(
            answer(client, organization, made["id"], "uphold"),
            answer(client, organization, made["id"], "change", scores=scores),
        )
        assert sorted(each.status_code for each in answers) == [200, 409]


class TestReading:
    async def test_the_list_is_the_organizations_own_and_read_with_two_queries(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, person, enrollment, _ = await failed(service, client)
        await service.deliver(profile_updated(person))
        made = (await appeal(client, person, enrollment)).json()["appeal"]
        organization = organization_of(batch)
        with queries() as counted:
            page = await client.get("appeals?status=open&search=huda", headers=organization.headers)
        (row,) = page.json()["data"]
        assert (row["candidate"]["name_en"], row["batch"]["code"], len(counted)) == (
            "Huda Al-Qahtani",
            batch.code,
            2,
        )
        for query in ("status=upheld", "search=sami", f"batch_id={person.profile_id}"):
            page = await client.get(f"appeals?{query}", headers=organization.headers)
            assert page.json()["data"] == []
        path = f"appeals/{made['id']}"
        with queries() as counted:
            detail = (await client.get(path, headers=organization.headers)).json()
        assert (detail["scores"][0]["points"], len(counted)) == (20, 3)
        assert [each["attendance"] for each in detail["sessions"]] == ["absent"]
        stranger = organization_of(batch_updated())
        assert (await client.get("appeals", headers=stranger.headers)).json()["data"] == []
        assert (await client.get(path, headers=stranger.headers)).status_code == 404
        for verb in ("uphold", "change"):
            assert (await answer(client, stranger, made["id"], verb)).status_code == 404
        admin = actor("admin", roles={"super-admin"})
        assert not (await client.get(path, headers=admin.headers)).json()["can_answer"]
