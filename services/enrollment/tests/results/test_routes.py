import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from contracts.audit import EnrollmentAuditRecorded
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentChanged
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.attendance.test_routes import TRAINER, meeting
from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    enrolled,
    execute,
    make_batch,
    move_start,
    now,
    organization_of,
    seats_of,
    status_of,
)

PATH = "results/batches"


async def batch_of(
    service: ServiceUnderTest,
    client: httpx.AsyncClient,
    *,
    over: bool = True,
    people: int = 2,
    **rules: int,
) -> tuple[BatchUpdated, list[Actor], list[dict[str, Any]]]:
    """Return a batch of one session with people."""
    starts = now() - timedelta(hours=6 if over else 1)
    batch = await make_batch(service, price_minor=0, sessions=(meeting(starts),), **rules)
    persons = [candidate() for _ in range(people)]
    enrollments = [await enrolled(client, person, batch) for person in persons]
    await move_start(service, batch, starts)
    await execute(
        service,
        "UPDATE batches SET ends_at = :ends WHERE id = :id",
        id=batch.batch_id,
        ends=starts + timedelta(hours=4),
    )
    return batch, persons, enrollments


def assessment(**values: Any) -> dict[str, Any]:
    return {"kind": "exam", "title_en": "Exam", "title_ar": "اختبار", "maximum": 50, **values}


async def add(
    client: httpx.AsyncClient, batch: BatchUpdated, who: Actor = TRAINER, **values: Any
) -> httpx.Response:
    path = f"{PATH}/{batch.batch_id}/assessments"
    return await client.post(path, json=assessment(**values), headers=who.headers)


async def score(
    client: httpx.AsyncClient, batch: BatchUpdated, *scores: tuple[Any, Any, float | None]
) -> httpx.Response:
    body = [
        {"assessment_id": of["id"], "enrollment_id": who["id"], "points": points}
        for of, who, points in scores
    ]
    path = f"{PATH}/{batch.batch_id}/scores"
    return await client.put(path, json={"scores": body}, headers=TRAINER.headers)


async def attend(
    client: httpx.AsyncClient, batch: BatchUpdated, *marks: tuple[dict[str, Any], str]
) -> httpx.Response:
    body = [
        {
            "session_id": str(batch.sessions[0].id),
            "enrollment_id": enrollment["id"],
            "attendance": attendance,
        }
        for enrollment, attendance in marks
    ]
    path = f"attendance/batches/{batch.batch_id}/marks"
    return await client.put(path, json={"marks": body}, headers=TRAINER.headers)


async def finish(
    client: httpx.AsyncClient, batch: BatchUpdated, *, accept_missing: bool = False
) -> httpx.Response:
    return await client.post(
        f"{PATH}/{batch.batch_id}/finish",
        json={"accept_missing": accept_missing},
        headers=organization_of(batch).headers,
    )


class TestAssessments:
    async def test_are_made_changed_and_taken_away(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, _) = await batch_of(service, client)
        made = await add(client, batch)
        assert made.status_code == 201, made.text
        path = f"results/assessments/{made.json()['id']}"
        await score(client, batch, (made.json(), first, 40.5))
        too_low = await client.put(path, json=assessment(maximum=40), headers=TRAINER.headers)
        assert (too_low.status_code, too_low.json()["fields"][0]["field"]) == (422, "maximum")
        changed = await client.put(path, json=assessment(maximum=60), headers=TRAINER.headers)
        assert changed.json()["maximum"] == 60
        stranger = organization_of(batch_updated())
        for answer in (
            await client.put(path, json=assessment(), headers=stranger.headers),
            await client.delete(path, headers=stranger.headers),
        ):
            assert answer.status_code == 404
        assert (await client.delete(path, headers=TRAINER.headers)).status_code == 204
        assert await execute(service, "SELECT * FROM scores") == []

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"pass_mark": 51}, "pass_mark"),
            ({"maximum": 0}, "maximum"),
            ({"maximum": 1e9}, "maximum"),
            ({"weight": 0}, "weight"),
            ({"title_en": " "}, "title_en"),
            ({"title_ar": "<b>اختبار"}, "title_ar"),
            ({"kind": "guess"}, "kind"),
        ],
    )
    async def test_bad_input_is_said_at_its_field(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, values: Any, field: str
    ) -> None:
        batch, *_ = await batch_of(service, client, people=0)
        answer = await add(client, batch, **values)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == [field]
        assert await execute(service, "SELECT * FROM assessments") == []


class TestScores:
    async def test_are_stored_all_or_none(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, second) = await batch_of(service, client, min_score_percent=60)
        exam = (await add(client, batch)).json()
        gone = {"id": str(batch.batch_id)}
        answer = await score(
            client,
            batch,
            (exam, first, 40),
            (exam, second, 50.01),
            (gone, first, 1),
            (exam, gone, 1),
        )
        assert answer.status_code == 422
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [
            ("scores.1.points", "score.above_maximum"),
            ("scores.2.assessment_id", "assessment.not_found"),
            ("scores.3.enrollment_id", "person.not_in_batch"),
        ]
        assert await execute(service, "SELECT * FROM scores") == []
        sheet = (await score(client, batch, (exam, first, 40), (exam, second, 20))).json()
        assert [
            (each["score_percent"], each["result"], each["reasons"]) for each in sheet["people"]
        ] == [(80, "passed", []), (40, "failed", ["score"])]

    async def test_a_changed_one_is_recorded_and_one_is_taken_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, _) = await batch_of(service, client)
        exam = (await add(client, batch)).json()
        for points in (30, 30, 35, None):
            assert (await score(client, batch, (exam, first, points))).status_code == 200
        recorded = [
            (each.before, each.after)
            for each in await service.published(EnrollmentAuditRecorded)
            if each.noun == "score"
        ]
        assert recorded == [
            ({"points": 30}, {"points": 35}),
            ({"points": 35}, {"points": None}),
        ]
        assert await execute(service, "SELECT * FROM scores") == []

    async def test_the_sheet_is_read_with_few_queries(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, persons, _ = await batch_of(service, client, people=4)
        await add(client, batch)
        with queries() as counted:
            answer = await client.get(f"{PATH}/{batch.batch_id}", headers=TRAINER.headers)
        assert (answer.status_code, len(counted)) == (200, 6)
        admin = actor("admin", roles={"super-admin"})
        answer = await client.get(f"{PATH}/{batch.batch_id}", headers=admin.headers)
        assert not answer.json()["editable"]
        stranger = organization_of(batch_updated())
        answer = await client.get(f"{PATH}/{batch.batch_id}", headers=stranger.headers)
        assert answer.status_code == 404
        answer = await client.get(f"{PATH}/{batch.batch_id}", headers=persons[0].headers)
        assert answer.status_code == 403


class TestFinishing:
    async def test_completes_everybody_with_their_result(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await batch_of(
            service, client, people=3, min_attendance_percent=75, min_score_percent=60
        )
        exam = (await add(client, batch)).json()
        passing, failing, absent = enrollments
        await attend(client, batch, (passing, "late"), (failing, "present"), (absent, "absent"))
        await score(client, batch, (exam, passing, 30), (exam, failing, 29), (exam, absent, 0))
        seats = await seats_of(service, batch)
        answer = await finish(client, batch)
        assert answer.status_code == 200, answer.text
        assert not answer.json()["editable"]
        for enrollment in enrollments:
            assert await status_of(service, enrollment) == "completed"
        results = {
            str(each.enrollment_id): each.result
            for each in await service.published(EnrollmentChanged)
            if each.status == "completed"
        }
        assert results == {
            passing["id"]: "passed", failing["id"]: "failed", absent["id"]: "absent"
        }  # fmt: skip
        assert await seats_of(service, batch) == seats

        async def own(number: int, who: int) -> httpx.Response:
            path = f"results/mine/{enrollments[number]['id']}"
            return await client.get(path, headers=persons[who].headers)

        failed = (await own(1, 1)).json()
        assert (failed["result"], failed["reasons"], failed["score_percent"]) == (
            "failed",
            ["score"],
            58,
        )
        assert failed["scores"][0]["points"] == 29
        assert (await own(2, 2)).json()["reasons"] == ["absent", "score"]
        assert (await own(1, 0)).status_code == 404

        # Decided results do not change.
        assert (await score(client, batch, (exam, failing, 50))).status_code == 409
        assert (await add(client, batch)).status_code == 409
        refused = (await attend(client, batch, (absent, "present"))).json()["refused"]
        assert [each["reason"] for each in refused] == ["finished"]
        assert (await finish(client, batch)).json()["code"] == "batch.finished"
        path = f"attendance/batches/{batch.batch_id}"
        marked = (await client.get(path, headers=TRAINER.headers)).json()
        assert (marked["finished"], marked["editable"]) == (True, False)

    async def test_asks_about_what_is_missing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, (first, second) = await batch_of(service, client, min_attendance_percent=75)
        await attend(client, batch, (first, "present"))
        answer = await finish(client, batch)
        assert (answer.status_code, answer.json()["code"]) == (409, "result.incomplete")
        assert await status_of(service, first) == "confirmed"
        path = f"results/mine/{first['id']}"
        assert (await client.get(path, headers=persons[0].headers)).status_code == 404
        answer = await finish(client, batch, accept_missing=True)
        assert [each["result"] for each in answer.json()["people"]].count("absent") == 1
        assert await status_of(service, second) == "completed"

    async def test_of_two_at_once_one_decides(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, enrollments = await batch_of(service, client)
        answers = await asyncio.gather(*(finish(client, batch) for _ in range(2)))
        assert sorted(each.status_code for each in answers) == [200, 409]
        changed = await service.published(EnrollmentChanged)
        assert sum(each.status == "completed" for each in changed) == len(enrollments)

    async def test_what_is_still_to_come_counts_against_nobody(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        first = meeting(now() - timedelta(hours=1))
        sessions = (first, meeting(now() + timedelta(days=1)))
        batch = await make_batch(
            service, price_minor=0, sessions=sessions, min_attendance_percent=80
        )
        enrollment = await enrolled(client, candidate(), batch)
        await attend(client, batch, (enrollment, "present"))
        answer = await client.get(f"{PATH}/{batch.batch_id}", headers=TRAINER.headers)
        (person,) = answer.json()["people"]
        assert (person["counted"], person["missing_marks"], person["result"]) == (1, 0, "passed")

    async def test_waits_for_the_end_and_for_an_assessment(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        running, *_ = await batch_of(service, client, over=False)
        assert (await finish(client, running)).json()["code"] == "batch.not_ended"
        untested, *_ = await batch_of(service, client, min_score_percent=60)
        answer = await finish(client, untested, accept_missing=True)
        assert (answer.status_code, answer.json()["code"]) == (409, "assessment.required")
        # The sheet reports it beforehand.
        sheet = (await client.get(f"{PATH}/{untested.batch_id}", headers=TRAINER.headers)).json()
        assert sheet["lacks_assessment"] is True
        assert {person["result"] for person in sheet["people"]} <= {"failed", "absent"}

    async def test_queries_do_not_grow_with_the_people(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        counts = []
        for people in (1, 6):
            batch, *_ = await batch_of(service, client, people=people)
            with queries() as counted:
                assert (await finish(client, batch)).status_code == 200
            counts.append(len(counted))
        assert counts[0] == counts[1]
