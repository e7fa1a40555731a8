from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.catalog import BatchUpdated
from contracts.people import Match, PeopleAdmissionRequested, PeopleMatchRequested
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.bulk_enrollments.factories import (
    admit,
    check,
    codes_of,
    known_person,
    pay,
    press,
    read,
    rows_of,
)
from services.enrollment.tests.factories import (
    PRICE,
    batch_updated,
    candidate,
    enrolled,
    execute,
    make_batch,
    now,
    profile_updated,
)


def holder_of(batch: BatchUpdated) -> Actor:
    """Build a user of the batch's organization who may view candidates."""
    seeing = {"view-candidates"}
    return actor("organization", organization_id=batch.organization_id, permissions=seeing)


async def people_of(
    service: ServiceUnderTest, client: httpx.AsyncClient, batch: BatchUpdated, *names: str
) -> list[dict[str, Any]]:
    """Enroll people with these names in a batch."""
    made = []
    for name in names:
        person = candidate()
        made.append(await enrolled(client, person, batch))
        given = {"name_en": name, "username": name.lower(), "email": f"{name}@example.com"}
        await service.deliver(profile_updated(person, **given))
    return made


def profile_of(enrollment: dict[str, Any]) -> str:
    return str(enrollment["candidate"]["profile_id"])


async def certify(
    service: ServiceUnderTest,
    enrollment: dict[str, Any],
    batch: BatchUpdated,
    days: int | None,
    *,
    status: str = "issued",
) -> None:
    """Store a certificate that expires in `days` days; None never expires."""
    today = now().date()
    await execute(
        service,
        """
        INSERT INTO certificates (
            id, number, enrollment_id, batch_id, training_id, organization_id,
            candidate_profile_id, candidate_user_id, holder_name_en, holder_name_ar,
            training_title_en, training_title_ar, organization_name_en, organization_name_ar,
            batch_code, started_on, ended_on, status, issued_on, expires_on, revoked_at,
            revoked_kind, version)
        VALUES (:id, :number, :enrollment, :batch, :training, :organization, :profile, :user,
            '', '', '', '', '', '', :code, :today, :today, :status, :today, :expires,
            :revoked_at, :revoked_kind, 1)
        """,
        id=new_id(),
        number=str(new_id().int)[-12:],
        enrollment=enrollment["id"],
        batch=batch.batch_id,
        training=batch.training_id,
        organization=batch.organization_id,
        profile=profile_of(enrollment),
        user=enrollment["candidate"]["user_id"],
        code=batch.code,
        today=today,
        status=status,
        revoked_at=now() if status == "revoked" else None,
        revoked_kind="other" if status == "revoked" else None,
        expires=None if days is None else today + timedelta(days=days),
    )


async def role(
    client: httpx.AsyncClient, who: Actor, *training_ids: UUID, name: str = "Driver"
) -> httpx.Response:
    body = {
        "name_en": name,
        "name_ar": "سائق",
        "training_ids": [str(each) for each in training_ids],
    }
    return await client.post("requirements/roles", json=body, headers=who.headers)


async def give(
    client: httpx.AsyncClient, who: Actor, role_id: str, *people: str, verb: str = ""
) -> httpx.Response:
    path = f"requirements/roles/{role_id}/people{verb}"
    return await client.post(path, json={"candidate_profile_ids": people}, headers=who.headers)


class TestRoles:
    async def test_are_made_changed_and_taken_away_by_their_organization(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        who, stranger = holder_of(batch), holder_of(batch_updated())
        (made,) = (await role(client, who, batch.training_id)).json()
        assert [each["title_en"] for each in made["trainings"]] == [batch.title_en]
        path = f"requirements/roles/{made['id']}"
        body = {"name_en": "Yard driver", "name_ar": "سائق", "training_ids": []}
        for answer in (
            await client.put(path, json=body, headers=stranger.headers),
            await client.delete(path, headers=stranger.headers),
            await give(client, stranger, made["id"], str(new_id())),
        ):
            assert (answer.status_code, answer.json()["code"]) == (
                404,
                "job_role.not_found",
            )
        assert (await client.get("requirements/roles", headers=stranger.headers)).json() == []
        (changed,) = (await client.put(path, json=body, headers=who.headers)).json()
        assert (changed["name_en"], changed["trainings"]) == ("Yard driver", [])
        assert (await client.delete(path, headers=who.headers)).status_code == 204
        assert await execute(service, "SELECT * FROM job_role_trainings") == []

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"name_en": " "}, "name_en"),
            ({"name_ar": "<b>سائق"}, "name_ar"),
            ({"training_ids": [str(new_id())]}, "training_ids.0"),
        ],
    )
    async def test_bad_input_is_said_at_its_field(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, change: Any, field: str
    ) -> None:
        who = holder_of(batch_updated())
        body = {"name_en": "Driver", "name_ar": "سائق", "training_ids": [], **change}
        refused = await client.post("requirements/roles", json=body, headers=who.headers)
        assert refused.status_code == 422
        assert [each["field"] for each in refused.json()["fields"]] == [field]
        assert await execute(service, "SELECT * FROM job_roles") == []

    async def test_are_given_to_the_organizations_own_people(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        elsewhere = await make_batch(service, price_minor=0, code="ELSE-1")
        who = holder_of(batch)
        (huda,) = await people_of(service, client, batch, "Huda")
        (omar,) = await people_of(service, client, elsewhere, "Omar")
        (made,) = (await role(client, who, batch.training_id)).json()
        refused = await give(client, who, made["id"], profile_of(huda), profile_of(omar))
        assert refused.json()["fields"][0]["field"] == "candidate_profile_ids.1"
        for _ in range(2):
            (given,) = (await give(client, who, made["id"], profile_of(huda))).json()
        assert given["people"] == 1
        page = (await client.get("requirements/people", headers=who.headers)).json()
        assert [(each["name_en"], each["role_ids"]) for each in page["data"]] == [
            ("Huda", [made["id"]])
        ]
        taken = await give(client, who, made["id"], profile_of(huda), verb="/remove")
        assert taken.json()[0]["people"] == 0


class TestMatrix:
    async def test_shows_how_each_stands_with_few_queries(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        who = holder_of(batch)
        names = ("Ali", "Badr", "Dana", "Huda", "Sara")
        people = await people_of(service, client, batch, *names)
        (made,) = (await role(client, who, batch.training_id)).json()
        await give(client, who, made["id"], *(profile_of(each) for each in people))
        valid, expiring, expired, revoked, _ = people
        await certify(service, valid, batch, None)
        await certify(service, expiring, batch, 30)
        await certify(service, expired, batch, -1)
        await certify(service, revoked, batch, 400, status="revoked")
        with queries() as counted:
            answer = await client.get("requirements/matrix", headers=who.headers)
        found = answer.json()
        assert len(counted) == 7
        assert [(each["name_en"], each["cells"][0]["state"]) for each in found["data"]] == [
            ("Ali", "valid"),
            ("Badr", "expiring"),
            ("Dana", "expired"),
            ("Huda", "missing"),
            ("Sara", "missing"),
        ]
        assert found["counts"] == {"valid": 1, "expiring": 1, "expired": 1, "missing": 2}
        assert [each["id"] for each in found["trainings"]] == [str(batch.training_id)]
        for query, total in (
            ("state=missing&state=expired", 3),
            ("state=valid", 1),
            ("search=dana", 1),
            (f"role_id={made['id']}", 5),
            (f"role_id={new_id()}", 0),
            ("page_size=2&page=3", 5),
        ):
            page = await client.get(f"requirements/matrix?{query}", headers=who.headers)
            assert page.json()["meta"]["total"] == total, query
        file = await client.get(
            "requirements/matrix/export?format=csv&state=missing", headers=who.headers
        )
        assert len(file.text.splitlines()) == 3
        stranger = holder_of(batch_updated())
        empty = (await client.get("requirements/matrix", headers=stranger.headers)).json()
        assert (empty["data"], empty["trainings"]) == ([], [])

    async def test_leaves_out_what_people_have_elsewhere(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service, price_minor=0)
        elsewhere = await make_batch(
            service, price_minor=0, code="ELSE-1", training_id=batch.training_id
        )
        who, person = holder_of(batch), candidate()
        own, other = [await enrolled(client, person, each) for each in (batch, elsewhere)]
        await service.deliver(profile_updated(person))
        (made,) = (await role(client, who, batch.training_id)).json()
        await give(client, who, made["id"], profile_of(own))
        await certify(service, other, elsewhere, 400)
        found = (await client.get("requirements/matrix", headers=who.headers)).json()
        assert found["data"][0]["cells"][0]["state"] == "missing"
        # The certificate that is valid longest counts.
        await certify(service, own, batch, -5)
        await certify(service, await enrolled_again(service, own), batch, 200)
        found = (await client.get("requirements/matrix", headers=who.headers)).json()
        assert found["data"][0]["cells"][0]["state"] == "valid"


async def enrolled_again(service: ServiceUnderTest, enrollment: dict[str, Any]) -> dict[str, Any]:
    """Store another, ended enrollment of the same person."""
    again = new_id()
    await execute(
        service,
        """
        INSERT INTO enrollments (id, batch_id, training_id, organization_id, candidate_profile_id,
            candidate_user_id, status, price_minor, currency, version)
        SELECT :again, batch_id, training_id, organization_id, candidate_profile_id,
            candidate_user_id, 'cancelled', price_minor, currency, 1
        FROM enrollments WHERE id = :id
        """,
        again=again,
        id=enrollment["id"],
    )
    return enrollment | {"id": str(again)}


class TestRenewing:
    async def test_people_are_enrolled_without_their_numbers(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        held = await make_batch(service)
        people = await people_of(service, client, held, "Amal", "Bader", "Dana")
        amal, bader, dana = map(profile_of, people)
        coming = await make_batch(service, training_id=held.training_id)
        body = {"batch_id": str(coming.batch_id), "candidate_profile_ids": [amal, bader, dana]}
        who = holder_of(held)
        keyed = who.headers | {"Idempotency-Key": "renewal-of-three"}
        answers = [
            await client.post("requirements/renewals", json=body, headers=keyed) for _ in range(2)
        ]
        assert [each.status_code for each in answers] == [201, 201]
        (bulk_id,) = {each.json()["bulk_enrollment_id"] for each in answers}
        known = {
            profile_of(each): known_person().model_copy(
                update={
                    "profile_id": UUID(profile_of(each)),
                    "user_id": UUID(each["candidate"]["user_id"]),
                }
            )
            for each in people[:2]
        } | {dana: known_person(Match.REFUSED)}
        await check(service, known)
        (asked,) = await service.published(PeopleMatchRequested)
        assert set(asked.keys) == {f"chosen::{each}" for each in (amal, bader, dana)}
        bulk = await read(client, who, {"id": bulk_id})
        assert (bulk["status"], bulk["valid"], bulk["invalid"]) == ("checked", 2, 1)
        rows = await rows_of(client, who, bulk)
        assert [each["cells"]["name_en"] for each in rows] == ["Amal", "Bader", "Dana"]
        assert codes_of(rows[2]) == {("civil_number", "person.refused")}
        assert bulk["quote"]["total_minor"] == 2 * PRICE
        assert (await press(client, who, bulk, "confirm")).status_code == 200
        await admit(service)
        (admission,) = await service.published(PeopleAdmissionRequested)
        assert {str(each.chosen_profile_id) for each in admission.people} == {amal, bader}
        await pay(service)
        renewed = await execute(
            service,
            "SELECT candidate_profile_id FROM enrollments"
            " WHERE batch_id = :id AND status = 'confirmed'",
            id=coming.batch_id,
        )
        assert {str(each.candidate_profile_id) for each in renewed} == {amal, bader}

    async def test_only_the_own_people_are_chosen(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        held, other = await make_batch(service), await make_batch(service)
        (own,) = await people_of(service, client, held, "Amal")
        (foreign,) = await people_of(service, client, other, "Bader")
        both = [profile_of(own), profile_of(foreign)]
        for batch_id, ids, status in (
            (other.batch_id, both, 422),
            (new_id(), both[:1], 404),
            (other.batch_id, [], 422),
        ):
            answer = await client.post(
                "requirements/renewals",
                json={"batch_id": str(batch_id), "candidate_profile_ids": ids},
                headers=holder_of(held).headers,
            )
            assert answer.status_code == status
            if len(ids) == 2:
                (problem,) = answer.json()["fields"]
                assert problem["field"] == "candidate_profile_ids.1"
        assert await execute(service, "SELECT * FROM bulk_enrollments") == []
