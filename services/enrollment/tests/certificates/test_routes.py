import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts.enrollment import CertificateChanged
from contracts.identity import UserErased
from contracts.testing import event
from kit.domain.timezone import today
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.attendance.test_routes import TRAINER
from services.enrollment.tests.certificates.factories import expire, finished, issue
from services.enrollment.tests.factories import (
    batch_updated,
    execute,
    make_batch,
    organization_of,
    profile_updated,
)
from services.enrollment.tests.results.test_routes import batch_of


def admin(*permissions: str) -> Actor:
    return actor("admin", permissions={"view-certificates", *permissions})


class TestIssuing:
    async def test_everybody_who_has_passed_gets_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await finished(
            service, client, people=3, certificate_valid_months=24
        )
        report = await issue(client, batch)
        assert [each["enrollment_id"] for each in report["issued"]] == [
            enrollments[1]["id"],
            enrollments[2]["id"],
        ]
        assert [(each["enrollment_id"], each["reason"]) for each in report["skipped"]] == [
            (enrollments[0]["id"], "not_passed")
        ]
        path = f"certificates/{report['issued'][0]['id']}"
        shown = (await client.get(path, headers=organization_of(batch).headers)).json()
        assert shown["number"] == report["issued"][0]["number"]
        assert shown["holder_name_en"] == "Omar Al-Harbi"
        assert shown["training_title_ar"] == batch.title_ar
        assert shown["organization_name_en"] == "Gulf Logistics"
        assert shown["issued_on"] == str(today())
        assert int(shown["expires_on"][:4]) == today().year + 2
        assert (shown["state"], shown["has_paper"]) == ("valid", False)
        published = await service.published(CertificateChanged)
        assert {str(each.enrollment_id) for each in published} == {
            each["enrollment_id"] for each in report["issued"]
        }
        assert published[0].previous_status is None
        assert {each.number for each in published} == {each["number"] for each in report["issued"]}

        # Text of a certificate does not change.
        await service.deliver(profile_updated(persons[1], name_en="Omar Harbi"), sequence=2)
        again = (await client.get(path, headers=organization_of(batch).headers)).json()
        assert again["holder_name_en"] == "Omar Al-Harbi"

    async def test_long_words_are_named_before(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await finished(service, client, people=3)
        path, owner = f"certificates/batches/{batch.batch_id}/long-words", organization_of(batch)
        assert (await client.get(path, headers=owner.headers)).json() == []
        name = "ع" * 31
        # The first person was absent and gets no certificate.
        for person in persons[:2]:
            await service.deliver(profile_updated(person, name_ar=f"سارة {name}"), sequence=2)
        answer = await client.get(path, headers=owner.headers)
        assert answer.json() == [{"word": name, "enrollment_id": enrollments[1]["id"]}]
        stranger = actor("organization", organization_id=uuid4())
        assert (await client.get(path, headers=stranger.headers)).status_code == 404

    async def test_two_presses_issue_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, enrollments = await finished(service, client)
        reports = await asyncio.gather(*(issue(client, batch) for _ in range(3)))
        assert sorted(len(each["issued"]) for each in reports) == [0, 0, 1]
        reasons = {skip["reason"] for each in reports for skip in each["skipped"]}
        assert reasons == {"not_passed", "already_issued"}
        report = await issue(client, batch, enrollments[1])
        assert [each["reason"] for each in report["skipped"]] == ["already_issued"]
        assert len(await execute(service, "SELECT * FROM certificates")) == 1
        assert len(await service.published(CertificateChanged)) == 1

    async def test_nobody_else_gets_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        running, _, people = await batch_of(service, client, over=False)
        other, _, others = await finished(service, client)
        report = await issue(client, other, others[0], people[0], {"id": str(other.batch_id)})
        assert report["issued"] == []
        assert [each["reason"] for each in report["skipped"]] == [
            "not_passed",
            "not_in_batch",
            "not_in_batch",
        ]
        refused = await client.post(
            "certificates",
            json={"batch_id": str(running.batch_id)},
            headers=organization_of(running).headers,
        )
        assert refused.json()["code"] == "organization.not_ready"
        assert await execute(service, "SELECT * FROM certificates") == []

    async def test_whose_name_is_not_known_waits(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, enrollments = await finished(service, client)
        await execute(service, "DELETE FROM profiles")
        report = await issue(client, batch, enrollments[1])
        assert [each["reason"] for each in report["skipped"]] == ["name_unknown"]
        await service.deliver(profile_updated(persons[1]), sequence=3)
        assert len((await issue(client, batch))["issued"]) == 1

    async def test_is_for_the_batchs_organization_and_admins_who_may(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, persons, _ = await finished(service, client)
        body = {"batch_id": str(batch.batch_id)}
        stranger = organization_of(batch_updated())
        for who, status in (
            (stranger, 404),
            (persons[1], 403),
            (admin(), 403),
            (admin("issue-certificates"), 200),
        ):
            answer = await client.post("certificates", json=body, headers=who.headers)
            assert answer.status_code == status

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"batch_id": "1"}, "batch_id"),
            ({"enrollment_ids": []}, "enrollment_ids"),
            ({"enrollment_ids": ["x"]}, "enrollment_ids.0"),
        ],
    )
    async def test_bad_input_is_said_at_its_field(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, values: Any, field: str
    ) -> None:
        batch = await make_batch(service)
        body = {"batch_id": str(batch.batch_id), **values}
        answer = await client.post(
            "certificates", json=body, headers=organization_of(batch).headers
        )
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == [field]

    async def test_queries_do_not_grow_with_the_people(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        counts = []
        # The first certificate creates a key and a status list.
        first, *_ = await finished(service, client)
        await issue(client, first)
        for people in (2, 6):
            batch, *_ = await finished(service, client, people=people)
            with queries() as counted:
                assert len((await issue(client, batch))["issued"]) == people - 1
            counts.append(len(counted))
        assert counts[0] == counts[1]


class TestLists:
    async def test_are_found_by_number_name_state_training_and_batch(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, persons, _ = await finished(service, client, people=4)
        other, *_ = await finished(service, client)
        omar, sara, yusuf = (await issue(client, batch))["issued"]
        (elsewhere,) = (await issue(client, other))["issued"]
        await expire(service, sara, days=-1)
        await expire(service, yusuf, days=90)
        headers = organization_of(batch).headers

        async def numbers(who: Any = headers, **filters: Any) -> list[str]:
            answer = await client.get("certificates", params=filters, headers=who)
            assert answer.status_code == 200, answer.text
            return [each["number"] for each in answer.json()["data"]]

        with queries() as counted:
            assert await numbers(sort="holder_name") == [
                each["number"] for each in (omar, sara, yusuf)
            ]
        assert len(counted) == 2
        typed = omar["number"].lower().replace("-", " ")
        assert await numbers(search=typed) == [omar["number"]]
        assert await numbers(search=sara["number"][:9]) == [sara["number"]]
        assert await numbers(search="amri yusuf") == [yusuf["number"]]
        assert await numbers(search=elsewhere["number"]) == []
        assert await numbers(state="valid") == [omar["number"]]
        assert await numbers(state="expired") == [sara["number"]]
        assert await numbers(state="expiring") == [yusuf["number"]]
        assert await numbers(state=["expired", "expiring"], sort="expires_on") == [
            sara["number"],
            yusuf["number"],
        ]
        assert await numbers(training_id=str(other.training_id)) == []
        assert len(await numbers(batch_id=str(batch.batch_id))) == 3
        everything = admin().headers
        assert len(await numbers(everything)) == 4
        assert await numbers(everything, organization_id=str(other.organization_id)) == [
            elsewhere["number"]
        ]
        mine = await client.get("certificates/mine", headers=persons[2].headers)
        assert [(each["number"], each["state"]) for each in mine.json()["data"]] == [
            (sara["number"], "expired")
        ]
        path = f"certificates/{omar['id']}"
        foreign = await client.get(path, headers=organization_of(other).headers)
        assert foreign.status_code == 404
        assert (await client.get(path, headers=persons[1].headers)).status_code == 403

    async def test_a_batchs_people_have_their_latest(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, persons, enrollments = await finished(service, client, people=3)
        omar, sara = (await issue(client, batch))["issued"]
        owner = organization_of(batch)
        new = await client.post(f"certificates/{omar['id']}/reissue", headers=owner.headers)
        path = f"certificates/batches/{batch.batch_id}"
        with queries() as counted:
            answer = await client.get(path, headers=TRAINER.headers)
        assert (answer.status_code, len(counted)) == (200, 2)
        assert {each["enrollment_id"]: each["number"] for each in answer.json()} == {
            enrollments[1]["id"]: new.json()["number"],
            enrollments[2]["id"]: sara["number"],
        }
        stranger = organization_of(batch_updated())
        for who, status in ((stranger, 404), (persons[1], 403)):
            assert (await client.get(path, headers=who.headers)).status_code == status

    @pytest.mark.parametrize(("days", "state"), [(0, "expiring"), (90, "expiring"), (91, "valid")])
    async def test_the_last_day_counts(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, days: int, state: str
    ) -> None:
        batch, *_ = await finished(service, client)
        (issued,) = (await issue(client, batch))["issued"]
        await expire(service, issued, days=days)
        answer = await client.get(
            f"certificates/{issued['id']}", headers=organization_of(batch).headers
        )
        assert answer.json()["state"] == state


async def test_of_an_erased_person_nothing_holds_and_no_name_is_left(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, persons, _ = await finished(service, client)
    (issued,) = (await issue(client, batch))["issued"]
    await service.deliver(
        event(UserErased, user_id=persons[1].user_id, profile_ids=(persons[1].profile_id,))
    )
    shown = await client.get(f"certificates/{issued['id']}", headers=organization_of(batch).headers)
    assert shown.json()["state"] == "revoked"
    assert shown.json()["revoked_kind"] == "erased"
    assert shown.json()["holder_name_en"] == "Erased person"
