import asyncio
import json
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts import Permission
from contracts.audit import IdentityAuditRecorded, PaymentsAuditRecorded
from contracts.enrollment import EnrollmentChanged
from contracts.identity import (
    ErasureChanged,
    ErasureCheckRequested,
    ProfileUpdated,
    SessionEnded,
    UserErased,
)
from contracts.personal_data import (
    EnrollmentErasureChecked,
    ErasureObstacle,
    PaymentsErasureChecked,
)
from contracts.testing import event
from identity.config import Settings
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Person,
    admin,
    an_organization,
    codes_of,
    execute,
    picture,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)

Service = ServiceUnderTest[Settings]
PLACE = "users/me/erasure"
STREET = "King Fahd Road 7"
ANSWERS = (EnrollmentErasureChecked, PaymentsErasureChecked)


async def ask(
    client: httpx.AsyncClient, person: Person, password: str = PASSWORD
) -> httpx.Response:
    body = {"password": password, "reason": "I have left"}
    return await client.post(PLACE, json=body, headers=person.headers)


async def own(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(PLACE, headers=person.headers)).json()
    return found


async def answer(service: Service, *obstacles: ErasureObstacle) -> ErasureCheckRequested:
    """Answer the last check for each service, twice."""
    asked = (await service.published(ErasureCheckRequested))[-1]
    for kind in (*ANSWERS, *ANSWERS):
        found = obstacles if kind is ANSWERS[0] else ()
        event = kind(erasure_id=asked.erasure_id, check=asked.check, obstacles=found)
        await service.deliver(event)
    return asked


async def an_eraser(client: httpx.AsyncClient, service: Service) -> Person:
    return await admin(client, service, Permission.ERASE_USER)


async def decide(
    client: httpx.AsyncClient, boss: Person, erasure_id: UUID, *, approve: bool
) -> httpx.Response:
    body = {"approve": approve, "comment": "As it was asked"}
    place = f"users/erasures/{erasure_id}/decisions"
    return await client.post(place, json=body, headers=boss.headers)


async def remove(client: httpx.AsyncClient, boss: Person, profile_id: object) -> httpx.Response:
    body = {"reason": "Registered twice"}
    return await client.post(f"candidates/{profile_id}/erasure", json=body, headers=boss.headers)


class TestAsking:
    async def test_takes_the_password_and_is_one_at_a_time(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await verified(client, service)
        wrong = await ask(client, person, "another-password")
        assert codes_of(wrong) == {"password": "password.current_wrong"}
        answers = await asyncio.gather(ask(client, person), ask(client, person))
        assert sorted(each.status_code for each in answers) == [202, 409]
        assert (await own(client, person))["status"] == "checking"
        await answer(service)
        assert (await own(client, person))["status"] == "requested"
        (changed,) = await service.published(ErasureChanged)
        assert changed.status == "requested"
        gone = await client.delete(PLACE, headers=person.headers)
        assert gone.json()["status"] == "withdrawn"
        assert (await client.delete(PLACE, headers=person.headers)).status_code == 404

    async def test_is_refused_while_something_runs(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person = await verified(client, service)
        await ask(client, person)
        asked = await answer(service, ErasureObstacle.OPEN_ENROLLMENT)
        blocked = await own(client, person)
        assert (blocked["status"], blocked["obstacles"]) == ("blocked", ["open_enrollment"])
        boss = await an_eraser(client, service)
        refused = await decide(client, boss, asked.erasure_id, approve=True)
        assert (refused.status_code, refused.json()["code"]) == (409, "erasure.already_decided")
        assert (await ask(client, person)).status_code == 202

    async def test_is_refused_to_who_runs_the_platform(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss = await an_eraser(client, service)
        await ask(client, boss)
        await answer(service)
        assert (await own(client, boss))["obstacles"] == ["admin_profile"]


class TestRemovingCandidates:
    async def test_is_checked_decided_and_recorded_like_an_own_request(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss = await admin(client, service, Permission.ERASE_USER, Permission.VIEW_CANDIDATES)
        person = await verified(client, service)
        place = f"candidates/{person.profile_id}"
        before = await client.get(place, headers=boss.headers)
        assert before.json()["person"]["can_erase"] is True
        answers = await asyncio.gather(
            remove(client, boss, person.profile_id), remove(client, boss, person.profile_id)
        )
        assert sorted(each.status_code for each in answers) == [201, 409]
        (made,) = [each.json() for each in answers if each.status_code == 201]
        assert (made["status"], made["reason"]) == ("checking", "Registered twice")
        assert made["requested_by_name_en"] == boss.user["name_en"]
        during = await client.get(place, headers=boss.headers)
        assert during.json()["person"]["can_erase"] is False
        recorded = [
            each
            for each in await service.published(IdentityAuditRecorded)
            if each.record_id == made["id"]
        ]
        assert [each.user_id for each in recorded] == [boss.id]
        await answer(service)
        (changed,) = await service.published(ErasureChanged)
        assert (changed.user_id, changed.status, changed.by_admin) == (person.id, "requested", True)
        decided = await decide(client, boss, UUID(made["id"]), approve=True)
        assert decided.status_code == 200, decided.text
        await answer(service)
        assert await service.published(UserErased)
        again = await remove(client, boss, person.profile_id)
        assert (again.status_code, again.json()["code"]) == (409, "erasure.already_open")

    async def test_names_what_is_open_to_admins_alone(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person, boss = await verified(client, service), await an_eraser(client, service)
        made = await remove(client, boss, person.profile_id)
        await answer(service, ErasureObstacle.OPEN_ENROLLMENT)
        read = await client.get(f"users/erasures/{made.json()['id']}", headers=boss.headers)
        assert (read.json()["status"], read.json()["obstacles"]) == ("blocked", ["open_enrollment"])
        assert await service.published(ErasureChanged) == []

    async def test_the_person_is_notified_of_the_outcome(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss = await an_eraser(client, service)
        for approve, became in ((False, "rejected"), (True, "blocked")):
            person = await verified(client, service)
            made = (await remove(client, boss, person.profile_id)).json()
            await answer(service)
            decided = await decide(client, boss, UUID(made["id"]), approve=approve)
            assert decided.status_code == 200, decided.text
            if approve:
                await answer(service, ErasureObstacle.OPEN_ENROLLMENT)
            changed = await service.published(ErasureChanged)
            heard = [each.status for each in changed if each.user_id == person.id]
            assert heard == ["requested", became]

    async def test_is_refused_for_others_than_candidates_and_for_who_outranks(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss = await an_eraser(client, service)
        above = await admin(client, service, Permission.ERASE_USER, Permission.EDIT_USER)
        other = await remove(client, boss, above.profile_id)
        assert (other.status_code, other.json()["code"]) == (404, "candidate.not_found")
        person = await verified(client, service)
        await execute(
            service,
            "UPDATE profiles SET user_id = :id WHERE id = :profile",
            id=above.id,
            profile=person.profile_id,
        )
        refused = await remove(client, boss, person.profile_id)
        assert (refused.status_code, refused.json()["code"]) == (403, "user.outranks")
        without = await admin(client, service, Permission.EDIT_CANDIDATE)
        assert (await remove(client, without, person.profile_id)).status_code == 403


class TestDeciding:
    async def test_no_leaves_everything_as_it_was(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person, boss = await verified(client, service), await an_eraser(client, service)
        await ask(client, person)
        asked = await answer(service)
        listed = await client.get("users/erasures?status=requested", headers=boss.headers)
        assert [row["person"]["id"] for row in listed.json()["data"]] == [str(person.id)]
        answers = await asyncio.gather(
            decide(client, boss, asked.erasure_id, approve=False),
            decide(client, boss, asked.erasure_id, approve=False),
        )
        assert sorted(each.status_code for each in answers) == [200, 409]
        assert (await own(client, person))["status"] == "rejected"
        assert await service.published(UserErased) == []

    async def test_what_began_meanwhile_stops_it_and_lets_the_person_in_again(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        person, boss = await verified(client, service), await an_eraser(client, service)
        await ask(client, person)
        first = await answer(service)
        await decide(client, boss, first.erasure_id, approve=True)
        active = "SELECT active FROM users WHERE id = :id"
        assert await scalar(service, active, id=person.id) is False
        # Late answers to the first check are ignored.
        for kind in ANSWERS:
            await service.deliver(kind(erasure_id=first.erasure_id, check=1, obstacles=()))
        await answer(service, ErasureObstacle.CHARGE_DUE)
        assert await scalar(service, active, id=person.id) is True
        status = "SELECT status FROM erasures WHERE id = :id"
        assert await scalar(service, status, id=first.erasure_id) == "blocked"

    async def test_nobody_decides_their_own_or_above_them(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_eraser(client, service), await verified(client, service)
        await ask(client, other)
        asked = await answer(service)
        await execute(service, "UPDATE erasures SET user_id = :id", id=boss.id)
        refused = await decide(client, boss, asked.erasure_id, approve=True)
        assert (refused.status_code, refused.json()["code"]) == (403, "user.own_account")
        above = await admin(client, service, Permission.ERASE_USER, Permission.EDIT_USER)
        await execute(service, "UPDATE erasures SET user_id = :id", id=above.id)
        refused = await decide(client, boss, asked.erasure_id, approve=True)
        assert (refused.status_code, refused.json()["code"]) == (403, "user.outranks")


@pytest.fixture
async def erased(client: httpx.AsyncClient, service: Service) -> Person:
    """Return an erased person who had rows in many tables."""
    person = await verified(client, service)
    number = {"civil_number": "1000000008"}
    await client.put("users/me", json=number, headers=person.headers)
    country = {"id": str(new_id()), "name_en": "Saudi Arabia", "name_ar": "السعودية"}
    await client.put(
        f"profiles/{person.profile_id}/address",
        json={"country": country, "line1": STREET},
        headers=person.headers,
    )
    place = f"profiles/{person.profile_id}/image"
    person.use(await client.put(place, files={"file": picture()}, headers=person.headers))
    for recorded in await service.published(IdentityAuditRecorded):
        await service.deliver(recorded)
    boss = await an_eraser(client, service)
    await ask(client, person)
    asked = await answer(service)
    assert (await decide(client, boss, asked.erasure_id, approve=True)).status_code == 200
    await answer(service)
    return person


class TestErased:
    async def test_nothing_of_the_person_is_left(
        self, client: httpx.AsyncClient, service: Service, erased: Person
    ) -> None:
        person = erased
        (published,) = await service.published(UserErased)
        assert (published.user_id, published.profile_ids) == (person.id, (person.profile_id,))
        assert published.email == person.user["email"]
        traces = [person.user[name] for name in ("username", "email", "phone", "name_en")]
        traces.append(STREET)
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        names = await scalar(service, f"SELECT json_agg(tablename) FROM ({tables}) AS t")
        for table in set(names) - {"outbox", "inbox", "alembic_version"}:
            text = json.dumps(
                await scalar(service, f"SELECT json_agg(to_json(t)) FROM {table} AS t"),
                ensure_ascii=False,
            )
            mine = [each for each in traces if each in text and table != "users"]
            assert mine == [], table
        row = await scalar(service, "SELECT to_json(u) FROM users u WHERE id = :id", id=person.id)
        assert row["civil_number"] is None
        assert (row["active"], row["name_en"], row["phone"]) == (False, "Erased person", "")
        assert await service.published(SessionEnded)
        again = await client.post(
            "auth/login", json={"username": person.user["username"], "password": PASSWORD}
        )
        assert again.status_code == 401

    async def test_a_copy_of_before_is_older_than_the_erased_one(
        self, service: Service, erased: Person
    ) -> None:
        mine = [
            event
            for event in await service.published(ProfileUpdated)
            if event.profile_id == erased.profile_id
        ]
        assert mine[-1].name_en == "Erased person"
        assert mine[-1].email.endswith("@erased.invalid")
        version = "SELECT version FROM profiles WHERE id = :id"
        last = await scalar(service, version, id=erased.profile_id)
        sequences = (
            "SELECT json_agg((body ->> 'sequence')::int ORDER BY id) FROM outbox"
            " WHERE type = 'identity.profile.updated' AND subject = :id"
        )
        published = await scalar(service, sequences, id=str(erased.profile_id))
        assert published[-1] == last > max(published[:-1])

    async def test_name_and_address_are_free_again(
        self, client: httpx.AsyncClient, service: Service, erased: Person
    ) -> None:
        same = {name: erased.user[name] for name in ("username", "email", "phone")}
        again = await signed_up(client, sign_up_form(**same))
        assert again.user["username"] == same["username"]
        decoy = "SELECT decoy FROM users WHERE id = :id"
        assert await scalar(service, decoy, id=again.id) is False

    async def test_an_enrollment_that_is_published_again_makes_nobody_a_candidate(
        self, client: httpx.AsyncClient, service: Service, erased: Person
    ) -> None:
        provider, other = await an_organization(client, service), await signed_up(client)
        for person in (erased, other):
            enrolled = event(
                EnrollmentChanged,
                organization_id=provider.organization_id,
                candidate_profile_id=person.profile_id,
            )
            await service.deliver(enrolled, restated=True)
        candidates = "SELECT json_agg(profile_id) FROM organization_candidates"
        assert await scalar(service, candidates) == [str(other.profile_id)]

    async def test_is_published_again_for_what_comes_late(
        self, service: Service, erased: Person
    ) -> None:
        late = event(PaymentsAuditRecorded, user_id=erased.id, noun="refund", network="203.0.113.7")
        await service.deliver(late)
        for left in (3, 2, 1, 0):
            assert await service.sweep("repeat_erasures") == 0
            await execute(service, "UPDATE erasures SET repeat_at = now()")
            assert await service.sweep("repeat_erasures") == 1
            due = await scalar(service, "SELECT count(repeat_at) FROM erasures")
            assert due == (left > 0)
        events = await service.published(UserErased)
        assert [each.email for each in events[1:]] == [""] * 4
        network = "SELECT network FROM audit_entries WHERE id = :id"
        assert await scalar(service, network, id=late.entry_id) == ""
