import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from contracts import ContentType
from contracts.approvals import RequestApproved
from contracts.identity import InvitationCreated, PrincipalChanged, ProfileUpdated
from contracts.payments import ChargePaid, ChargePurpose
from contracts.testing import event
from identity.administration.roles.service import ensure_system_roles
from identity.config import Settings
from identity.organizations.staff import service as staff_service
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.invitations.factories import an_organization
from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    accept,
    codes_of,
    execute,
    refuses,
    renew,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)

Service = ServiceUnderTest[Settings]
PERSON = ("email", "phone", "name_en", "name_ar", "locale")


@pytest.fixture
async def boss(client: httpx.AsyncClient, service: Service) -> Person:
    async with service.database.transaction() as session:
        await ensure_system_roles(session)
    staff_service.SEARCHES._taken.clear()
    return await an_organization(client, service)


def a_person(**changes: Any) -> dict[str, Any]:
    form = sign_up_form()
    return {field: form[field] for field in PERSON} | changes


async def add(client: httpx.AsyncClient, boss: Person, **changes: Any) -> Any:
    answer = await client.post("staff", json=a_person(**changes), headers=boss.headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def last_token(service: Service) -> str:
    return (await service.published(InvitationCreated))[-1].token


async def a_member(
    client: httpx.AsyncClient, service: Service, boss: Person, **place: Any
) -> tuple[Person, dict[str, Any]]:
    """Return a member who accepted with an account, and the response that added them."""
    person = await verified(client, service)
    body = {"identifier": person.user["email"]} | place
    answer = await client.post("staff/existing", json=body, headers=boss.headers)
    assert answer.status_code == 201, answer.text
    person.use(await accept(client, await last_token(service), person))
    return person, answer.json()


async def post(client: httpx.AsyncClient, boss: Person, path: str) -> httpx.Response:
    return await client.post(path, headers=boss.headers)


async def types_of(client: httpx.AsyncClient, person: Person) -> list[str]:
    await renew(client, person)
    return [profile["type"] for profile in person.user["profiles"]]


class TestAdding:
    async def test_of_a_new_person_invites_them_and_gives_the_role_once_they_accept(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        added = await add(client, boss, role="admin", email="Reem.H+1@example.com")
        assert (added["status"], added["role"], added["approval_status"]) == (
            "invited",
            "admin",
            "draft",
        )
        assert added["username"] == "reem.h.1"
        answer = await accept(client, await last_token(service))
        profile = answer.json()["user"]["profiles"][0]
        assert [role["slug"] for role in profile["roles"]] == ["admin"]
        seen = (await client.get(f"staff/{added['id']}", headers=boss.headers)).json()
        assert (seen["status"], seen["approval_status"]) == ("active", "submitted")
        assert seen["invitation_expires_at"] is None

    async def test_takes_no_more_than_the_fields_of_the_form(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        other = await an_organization(client, service)
        extras = {
            "organization_id": other.user["profiles"][0]["organization_id"],
            "status": "active",
            "approval_status": "approved",
            "paid": True,
            "permissions": ["edit-user"],
        }
        answer = await client.post("staff", json=a_person(**extras), headers=boss.headers)
        assert refuses(answer, extras), answer.text
        assert await service.published(InvitationCreated) == []
        added = await add(client, boss)
        assert (added["status"], added["approval_status"], added["paid"]) == (
            "invited",
            "draft",
            False,
        )
        assert (await client.get(f"staff/{added['id']}", headers=other.headers)).status_code == 404
        for wrong in ({"role": "super-admin"}, {"type": "admin"}, {"type": "candidate"}):
            answer = await client.post("staff", json=a_person(**wrong), headers=boss.headers)
            assert list(codes_of(answer)) == list(wrong)
        trainer = a_person(type="trainer", role="admin")
        answer = await client.post("staff", json=trainer, headers=boss.headers)
        assert "trainer.role_not_allowed" in codes_of(answer).values()

    async def test_of_a_taken_address_is_refused(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person = await signed_up(client)
        form = a_person(email=person.user["email"])
        answer = await client.post("staff", json=form, headers=boss.headers)
        assert codes_of(answer) == {"email": "email.taken"}


class TestExisting:
    async def test_is_found_by_the_whole_address_or_number_and_named_in_short(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person, number = await verified(client, service), a_civil_number()
        await execute(
            service, "UPDATE users SET civil_number = :n WHERE id = :id", n=number, id=person.id
        )
        for identifier in (person.user["email"].upper(), number):
            body = {"identifier": identifier}
            answer = await client.post("staff/people", json=body, headers=boss.headers)
            assert answer.json() == {"name_en": "Huda A.", "name_ar": "هدى ا."}
        for unknown in (person.user["email"][1:], number[:-1], person.user["username"], "%"):
            body = {"identifier": unknown}
            answer = await client.post("staff/people", json=body, headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "person.not_found")

    async def test_cannot_be_asked_for_without_end(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        body = {"identifier": "nobody@example.com"}
        calls = [client.post("staff/people", json=body, headers=boss.headers) for _ in range(31)]
        answers = [await call for call in calls]
        assert [a.status_code for a in answers] == [404] * 30 + [429]

    async def test_is_invited_once_by_two_at_once(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person = await verified(client, service)
        body = {"identifier": person.user["email"]}
        calls = (client.post("staff/existing", json=body, headers=boss.headers) for _ in range(2))
        answers = await asyncio.gather(*calls)
        assert sorted(a.status_code for a in answers) == [201, 409]
        # The same person can also be a trainer.
        body["type"] = "trainer"
        answer = await client.post("staff/existing", json=body, headers=boss.headers)
        assert answer.status_code == 201


class TestSuspending:
    async def test_takes_the_profile_at_once_and_leaves_the_others(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person, member = await a_member(client, service, boss)
        old = person.token
        answer = await post(client, boss, f"staff/{member['id']}/suspend")
        assert answer.json()["status"] == "suspended"
        for changed in await service.published(PrincipalChanged):
            service.context.verifier.listen(changed)
        headers = {"Authorization": f"Bearer {old}", "x-profile": member["id"]}
        assert (await client.get("auth/authenticated", headers=headers)).status_code == 401
        assert await types_of(client, person) == ["candidate"]
        headers = person.headers | {"x-profile": member["id"]}
        answer = await client.get("auth/authenticated", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "profile.not_held")
        published = (await service.published(ProfileUpdated))[-2:]
        assert {(e.profile_type, e.active) for e in published} == {
            ("candidate", True),
            ("staff", False),
        }
        assert (await post(client, boss, f"staff/{member['id']}/resume")).status_code == 200
        assert await types_of(client, person) == ["candidate", "staff"]
        assert (await service.published(ProfileUpdated))[-1].active

    async def test_fits_the_state_or_is_refused(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        invited = (await add(client, boss))["id"]
        _, active = await a_member(client, service, boss)
        for path in (f"{invited}/suspend", f"{invited}/resume", f"{active['id']}/resume"):
            answer = await post(client, boss, f"staff/{path}")
            assert (answer.status_code, answer.json()["code"]) == (
                409,
                "staff_member.invalid_state",
            )
        answer = await post(client, boss, f"staff/{active['id']}/invitation")
        assert (answer.status_code, answer.json()["code"]) == (409, "staff_member.invalid_state")


class TestEditing:
    async def test_gives_and_takes_the_admin_role_of_this_profile_alone(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        other = await an_organization(client, service)
        person, member = await a_member(client, service, boss)
        body = {"identifier": person.user["email"]}
        await client.post("staff/existing", json=body, headers=other.headers)
        person.use(await accept(client, await last_token(service), person))
        address = f"staff/{member['id']}"
        for role, expected in (("admin", ["admin"]), ("none", [])):
            answer = await client.put(address, json={"role": role}, headers=boss.headers)
            assert answer.json()["role"] == role
            await renew(client, person)
            by_id = {p["id"]: [r["slug"] for r in p["roles"]] for p in person.user["profiles"]}
            assert by_id.pop(member["id"]) == expected
            assert list(by_id.values()) == [[], []]
        answer = await client.put(address, json={"role": "super-admin"}, headers=boss.headers)
        assert answer.status_code == 422


class TestFee:
    async def test_is_the_member_s_own_and_is_asked_for_beside_the_approval(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person, member = await a_member(client, service, boss)
        _, other = await a_member(client, service, boss)

        async def stands(of: dict[str, Any]) -> tuple[bool, str]:
            row = (await client.get(f"staff/{of['id']}", headers=boss.headers)).json()
            return row["paid"], row["approval_status"]

        assert await stands(member) == (False, "submitted")
        fee = event(
            ChargePaid,
            purpose=ChargePurpose.STAFF_REGISTRATION,
            subject_id=UUID(member["id"]),
            payer_profile_id=UUID(member["id"]),
            payer_user_id=person.id,
        )
        await service.deliver(fee, sequence=2)
        assert await stands(member) == (True, "submitted")
        assert await stands(other) == (False, "submitted")
        approved = event(
            RequestApproved,
            content_type=ContentType.STAFF,
            content_id=UUID(member["id"]),
            submission=1,
        )
        await service.deliver(approved)
        assert await stands(member) == (True, "approved")
        await renew(client, person)
        paid = {each["type"]: each["paid"] for each in person.user["profiles"]}
        assert paid == {"candidate": False, "staff": True}


class TestRemoving:
    async def test_ends_the_profile_and_keeps_the_person(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        person, member = await a_member(client, service, boss, role="admin")
        address = f"staff/{member['id']}"
        assert (await client.delete(address, headers=boss.headers)).status_code == 204
        assert await types_of(client, person) == ["candidate"]
        assert (await client.delete(address, headers=boss.headers)).status_code == 404
        published = [e for e in await service.published(ProfileUpdated) if e.user_id == person.id]
        assert not published[-1].active or published[-1].profile_type == "candidate"
        # They can be invited again.
        body = {"identifier": person.user["email"]}
        answer = await client.post("staff/existing", json=body, headers=boss.headers)
        assert (answer.status_code, answer.json()["role"]) == (201, "none")

    async def test_of_whoever_never_chose_a_password_frees_the_address(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        added = await add(client, boss)
        token = await last_token(service)
        address = f"staff/{added['id']}"
        assert (await client.delete(address, headers=boss.headers)).status_code == 204
        assert (await accept(client, token)).json()["code"] == "invitation.not_found"
        assert (
            await scalar(
                service, "SELECT count(*) FROM users WHERE email = :email", email=added["email"]
            )
            == 0
        )
        await add(client, boss, email=added["email"])


class TestInvitation:
    async def test_is_sent_again_after_a_minute_and_revokes_the_one_before(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        added = await add(client, boss)
        first, address = await last_token(service), f"staff/{added['id']}/invitation"
        answer = await post(client, boss, address)
        assert (answer.status_code, answer.json()["code"]) == (429, "invitation.too_soon")
        await execute(
            service, "UPDATE invitations SET created_at = created_at - interval '2 minutes'"
        )
        assert (await post(client, boss, address)).status_code == 200
        assert (await accept(client, first)).json()["code"] == "invitation.revoked"
        assert (await accept(client, await last_token(service))).status_code == 200


class TestOtherOrganizations:
    async def test_find_nothing_and_change_nothing(
        self, client: httpx.AsyncClient, service: Service, boss: Person
    ) -> None:
        other = await an_organization(client, service)
        _, member = await a_member(client, service, boss)
        operations: list[tuple[str, str, Any]] = [
            ("GET", "", None),
            ("PUT", "", {"role": "admin"}),
            ("POST", "/suspend", None),
            ("POST", "/resume", None),
            ("POST", "/invitation", None),
            ("DELETE", "", None),
        ]
        own_profile = boss.profile_id
        for profile_id in (member["id"], own_profile, uuid4()):
            for method, path, body in operations:
                address = f"staff/{profile_id}{path}"
                answer = await client.request(method, address, json=body, headers=other.headers)
                assert (answer.status_code, answer.json()["code"]) == (
                    404,
                    "staff_member.not_found",
                )
        listed = await client.get("staff", headers=other.headers)
        assert listed.json()["meta"]["total"] == 0
        seen = (await client.get(f"staff/{member['id']}", headers=boss.headers)).json()
        assert (seen["status"], seen["role"]) == ("active", "none")


class TestList:
    async def test_is_searched_filtered_and_sorted_in_a_fixed_number_of_queries(
        self, client: httpx.AsyncClient, service: Service, boss: Person, queries: Queries
    ) -> None:
        a = await add(client, boss, name_en="Amal Zaki", name_ar="أمل زكي", role="admin")
        b = await add(client, boss, name_en="Badr Yousef", name_ar="بدر يوسف", type="trainer")
        _, c = await a_member(client, service, boss)

        async def ids(query: str) -> list[UUID]:
            answer = await client.get(f"staff?{query}", headers=boss.headers)
            assert answer.status_code == 200, answer.text
            return [row["id"] for row in answer.json()["data"]]

        with queries() as made:
            assert await ids("sort=created_at") == [a["id"], b["id"], c["id"]]
        assert len(made) == 2
        assert await ids("sort=-name_en") == [c["id"], b["id"], a["id"]]
        assert await ids("search=زكي أمل") == [a["id"]]
        assert await ids("type=trainer") == [b["id"]]
        assert await ids("role=admin") == [a["id"]]
        assert await ids("status=active") == [c["id"]]
        assert set(await ids("status=invited&status=suspended")) == {a["id"], b["id"]}
        assert await ids("approval=submitted") == [c["id"]]
        file = await client.get("staff/export?format=csv&type=trainer", headers=boss.headers)
        assert "Badr Yousef" in file.text and "Amal Zaki" not in file.text
