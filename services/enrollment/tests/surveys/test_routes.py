import asyncio
from typing import Any

import httpx
import pytest
from contracts.catalog import BatchUpdated
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.attendance.test_routes import TRAINER
from services.enrollment.tests.factories import (
    batch_updated,
    execute,
    organization_of,
    scalar,
)
from services.enrollment.tests.results.test_routes import attend, batch_of, finish


async def finished(
    service: ServiceUnderTest, client: httpx.AsyncClient, people: int = 3
) -> tuple[BatchUpdated, list[Actor], list[dict[str, Any]]]:
    """Return a finished batch whose last person was absent."""
    batch, persons, enrollments = await batch_of(service, client, people=people)
    marks = [(each, "present") for each in enrollments[:-1]]
    await attend(client, batch, *marks, (enrollments[-1], "absent"))
    assert (await finish(client, batch)).status_code == 200
    return batch, persons, enrollments


async def answer(
    client: httpx.AsyncClient, person: Actor, enrollment: dict[str, Any], **body: Any
) -> httpx.Response:
    path = f"surveys/mine/{enrollment['id']}"
    return await client.post(path, json={"overall": 4, **body}, headers=person.headers)


async def results(
    client: httpx.AsyncClient, batch: BatchUpdated, who: Actor | None = None
) -> httpx.Response:
    who = who or organization_of(batch)
    return await client.get(f"surveys/batches/{batch.batch_id}", headers=who.headers)


class TestAnswering:
    async def test_each_answers_once_and_the_answer_names_nobody(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, persons, enrollments = await finished(service, client)
        path = f"surveys/mine/{enrollments[0]['id']}"
        before = (await client.get(path, headers=persons[0].headers)).json()
        assert (before["can_answer"], before["answered"]) == (True, False)
        answers = await asyncio.gather(
            *(answer(client, persons[0], enrollments[0]) for _ in range(2))
        )
        assert sorted(each.status_code for each in answers) == [201, 409]
        (row,) = await execute(service, "SELECT * FROM survey_answers")
        known = {
            str(each) for each in (enrollments[0]["id"], persons[0].user_id, persons[0].profile_id)
        }
        assert not known & {str(each) for each in row}
        # Random key, without a timestamp.
        assert row.id.version == 4
        after = (await client.get(path, headers=persons[0].headers)).json()
        assert (after["can_answer"], after["answered"]) == (False, True)

    async def test_is_for_those_who_attended_and_for_30_days(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, persons, enrollments = await finished(service, client)
        absent = await answer(client, persons[-1], enrollments[-1])
        assert absent.json()["code"] == "survey.closed"
        assert (await answer(client, persons[0], enrollments[1])).status_code == 404
        for days, status in ((30.01, 409), (29.99, 201)):
            await execute(
                service,
                "UPDATE outcomes SET decided_at = now() - :days * interval '1 day'",
                days=days,
            )
            assert (await answer(client, persons[0], enrollments[0])).status_code == status

    @pytest.mark.parametrize(
        "wrong", [{"overall": 0}, {"content": 6}, {"trainer": 2.5}, {"text": "x" * 2001}]
    )
    async def test_bad_input_is_said_at_its_field(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, wrong: dict[str, Any]
    ) -> None:
        _, persons, enrollments = await finished(service, client, people=2)
        refused = await answer(client, persons[0], enrollments[0], **wrong)
        assert refused.status_code == 422
        assert [each["field"] for each in refused.json()["fields"]] == list(wrong)
        assert await scalar(service, "SELECT count(*) FROM survey_participations") == 0


class TestResults:
    async def test_are_shown_from_three_answers_on(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, persons, enrollments = await finished(service, client, people=4)
        said: list[dict[str, Any]] = [
            {"overall": 5, "trainer": 5, "text": "Very good"},
            {"overall": 4},
            {"overall": 4},
        ]
        training = f"surveys/trainings/{batch.training_id}"
        organization = organization_of(batch)
        for person, enrollment, each in zip(persons, enrollments, said, strict=False):
            found = (await results(client, batch)).json()
            assert (found["shown"], found["questions"], found["comments"]) == (False, [], [])
            file = await client.get(
                f"surveys/batches/{batch.batch_id}/export?format=csv",
                headers=organization.headers,
            )
            assert len(file.text.splitlines()) == 1
            rated = await client.get(training, headers=organization.headers)
            assert (rated.json()["overall"], rated.json()["batches"]) == (None, [])
            assert (await answer(client, person, enrollment, **each)).status_code == 201
        with queries() as counted:
            found = (await results(client, batch)).json()
        assert len(counted) == 3
        assert (found["invited"], found["answered"], found["comments"]) == (3, 3, ["Very good"])
        questions = {each["question"]: each for each in found["questions"]}
        assert (questions["overall"]["average"], questions["overall"]["counts"]) == (
            4.33,
            [0, 0, 0, 2, 1],
        )
        assert (questions["trainer"]["average"], questions["place"]["average"]) == (5, None)
        file = await client.get(
            f"surveys/batches/{batch.batch_id}/export?format=csv", headers=organization.headers
        )
        assert "Very good" in file.text
        with queries() as counted:
            rated = (await client.get(training, headers=organization.headers)).json()
        assert len(counted) == 1
        assert (rated["answered"], rated["overall"], rated["content"]) == (3, 4.33, None)
        assert [each["code"] for each in rated["batches"]] == [batch.code]

    async def test_are_read_by_those_who_hold_the_batch(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await finished(service, client, people=4)
        for person, enrollment in zip(persons[:3], enrollments, strict=False):
            await answer(client, person, enrollment)
        for who, status in (
            (TRAINER, 200),
            (actor("admin", roles={"super-admin"}), 200),
            (organization_of(batch_updated()), 404),
            (persons[0], 403),
        ):
            assert (await results(client, batch, who)).status_code == status
        stranger = organization_of(batch_updated())
        training = f"surveys/trainings/{batch.training_id}"
        rated = await client.get(training, headers=stranger.headers)
        assert rated.json()["batches"] == []
