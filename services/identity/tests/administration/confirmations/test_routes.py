import asyncio
from typing import Any

import httpx
import pytest
from contracts import Permission
from contracts.identity import ConfirmationRequested, SignInDetailsChanged
from identity.administration.confirmations.models import ConfirmationKind
from identity.administration.confirmations.service import KINDS
from identity.commands import confirmations
from identity.main import app

from services.identity.tests.accounts.numbers.factories import ask, decide, detail, own_cases
from services.identity.tests.administration.confirmations.factories import (
    EDITOR,
    NEW,
    Service,
    an_editor,
    an_owner,
    edit,
)
from services.identity.tests.administration.users.factories import a_super_admin
from services.identity.tests.factories import (
    Person,
    a_civil_number,
    admin,
    execute,
    scalar,
    verified,
)

LOSES_PERMISSION = """DELETE FROM role_permissions WHERE permission = 'edit-sign-in-details'
 AND role_id IN (SELECT role_id FROM profile_roles JOIN profiles ON profiles.id = profile_id
 WHERE user_id = :id)"""


async def email_of(service: Service, person: Person) -> str:
    email: str = await scalar(service, "SELECT email FROM users WHERE id = :id", id=person.id)
    return email


async def queue(client: httpx.AsyncClient, who: Person) -> list[dict[str, Any]]:
    answer = await client.get("confirmations", headers=who.headers)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


async def act(client: httpx.AsyncClient, who: Person, row: dict[str, Any], verb: str) -> int:
    answer = await client.post(f"confirmations/{row['id']}/{verb}", headers=who.headers)
    return answer.status_code


class TestConfirming:
    async def test_an_owner_s_address_changes_once_another_admin_confirms(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        owner = await an_owner(client, service)
        answer = await edit(client, boss, owner, email=NEW, name_en="Noor")
        assert answer.status_code == 202, answer.text
        body = answer.json()
        assert (body["email"], body["pending_confirmation"]["for_operator"]) == (
            owner.user["email"],
            False,
        )
        (row,) = await queue(client, boss)
        assert (row["status"], row["can_confirm"]) == ("open", False)
        assert row["changes"] == [{"field": "email", "before": owner.user["email"], "after": NEW}]
        assert await act(client, boss, row, "confirm") == 403
        (row,) = await queue(client, other)
        assert row["can_confirm"]
        (requested,) = await service.published(ConfirmationRequested)
        assert requested.eligible_user_ids == (other.id,)
        assert (requested.name_en, requested.requester_name_en) == (
            owner.user["name_en"],
            boss.user["name_en"],
        )
        answer = await client.post(f"confirmations/{row['id']}/confirm", headers=other.headers)
        assert answer.json()["status"] == "confirmed", answer.text
        assert await email_of(service, owner) == NEW
        (event,) = await service.published(SignInDetailsChanged)
        assert event.email == owner.user["email"]
        assert (await client.get("auth/authenticated", headers=owner.headers)).status_code == 401
        assert await act(client, other, row, "confirm") == 409

    async def test_fields_of_a_newer_release_are_ignored(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        owner = await an_owner(client, service)
        assert (await edit(client, boss, owner, email=NEW)).status_code == 202
        await execute(service, """UPDATE confirmations SET details = details || '{"later": 1}'""")
        (row,) = await queue(client, other)
        assert await act(client, other, row, "confirm") == 200
        assert await email_of(service, owner) == NEW

    async def test_two_who_confirm_at_once_change_it_once(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, *others = [await an_editor(client, service) for _ in range(3)]
        owner = await an_owner(client, service)
        assert (await edit(client, boss, owner, phone="+966501112233")).status_code == 202
        (row,) = await queue(client, boss)
        answers = await asyncio.gather(*(act(client, each, row, "confirm") for each in others))
        assert sorted(answers) == [200, 409]
        assert len(await service.published(SignInDetailsChanged)) == 1

    async def test_an_admin_s_phone_waits_and_names_do_not(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        third = await admin(client, service, Permission.VIEW_USERS)
        assert (await edit(client, boss, third, name_en="Noor")).status_code == 200
        assert (await edit(client, boss, third, phone="+966501112233")).status_code == 202
        answer = await edit(client, boss, third, phone="+966501112244")
        assert (answer.status_code, answer.json()["code"]) == (409, "confirmation.already_open")
        (row,) = await queue(client, other)
        assert await act(client, other, row, "decline") == 200
        assert (await edit(client, boss, third, phone="+966501112244")).status_code == 202

    async def test_what_changed_since_the_request_is_refused(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        owner = await an_owner(client, service)
        await edit(client, boss, owner, email=NEW)
        (row,) = await queue(client, other)
        await execute(service, "UPDATE users SET email = 'c@d.sa' WHERE id = :id", id=owner.id)
        answer = await client.post(f"confirmations/{row['id']}/confirm", headers=other.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "confirmation.outdated")
        await execute(
            service,
            "UPDATE users SET email = :e WHERE id = :id",
            e=owner.user["email"],
            id=owner.id,
        )
        # The requester has lost the permission since.
        await execute(
            service, "DELETE FROM profile_roles WHERE profile_id = :id", id=boss.profile_id
        )
        assert await act(client, other, row, "confirm") == 409
        await execute(service, "UPDATE confirmations SET expires_at = now()")
        (row,) = await queue(client, other)
        assert (row["status"], row["can_confirm"]) == ("expired", False)

    async def test_an_admin_confirms_neither_from_below_nor_their_own(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, weak = await an_editor(client, service), await admin(client, service, *EDITOR)
        concerned = await an_editor(client, service)
        for who, subject in ((weak, await an_owner(client, service)), (concerned, concerned)):
            eligible = await an_editor(client, service)
            assert (await edit(client, boss, subject, email=NEW)).status_code == 202
            (row,) = await queue(client, eligible)
            answer = await client.post(f"confirmations/{row['id']}/confirm", headers=who.headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "confirmation.not_eligible")
            assert await email_of(service, subject) == subject.user["email"]
            assert await act(client, eligible, row, "decline") == 200
            await execute(service, "DELETE FROM confirmations")

    @pytest.mark.parametrize(
        ("who", "statement", "code"),
        [
            ("boss", "UPDATE users SET active = false WHERE id = :id", "confirmation.outdated"),
            (
                "boss",
                "UPDATE profiles SET type = 'trainer' WHERE user_id = :id",
                "confirmation.outdated",
            ),
            ("boss", LOSES_PERMISSION, "confirmation.outdated"),
            ("other", LOSES_PERMISSION, "permission.required"),
            (
                "other",
                "UPDATE sessions SET ended_at = now() WHERE user_id = :id",
                "token.invalid",
            ),
            (
                "boss",
                "UPDATE confirmations SET expires_at = now() WHERE requested_by = :id",
                "confirmation.already_decided",
            ),
        ],
    )
    async def test_what_ended_since_the_request_is_refused(
        self, client: httpx.AsyncClient, service: Service, who: str, statement: str, code: str
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        owner = await an_owner(client, service)
        assert (await edit(client, boss, owner, email=NEW)).status_code == 202
        (row,) = await queue(client, other)
        await execute(service, statement, id=boss.id if who == "boss" else other.id)
        answer = await client.post(f"confirmations/{row['id']}/confirm", headers=other.headers)
        assert answer.json()["code"] == code
        assert await email_of(service, owner) == owner.user["email"]
        if code != "confirmation.outdated":
            answer = await client.post(f"confirmations/{row['id']}/decline", headers=other.headers)
            assert answer.json()["code"] == code

    async def test_a_decision_about_an_owner_s_number_waits(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, other = await an_editor(client, service), await an_editor(client, service)
        owner, claimant = await an_owner(client, service), await verified(client, service)
        number = a_civil_number()
        await execute(
            service, "UPDATE users SET civil_number = :n WHERE id = :id", n=number, id=owner.id
        )
        await ask(client, claimant, civil_number=number)
        (case,) = await own_cases(client, claimant)
        answer = await decide(client, boss, case["id"], "granted")
        assert answer.status_code == 202
        assert not answer.json()["pending_confirmation"]["for_operator"]
        holds = "SELECT civil_number FROM users WHERE id = :id"
        assert await scalar(service, holds, id=owner.id) == number
        (row,) = await queue(client, other)
        assert number not in str(row)
        assert await act(client, other, row, "confirm") == 200
        assert await scalar(service, holds, id=claimant.id) == number
        decided = await detail(client, boss, case["id"])
        assert (decided["status"], decided["pending_confirmation"]) == ("granted", None)


class TestOperator:
    async def test_confirms_where_no_other_admin_can(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, owner = await an_editor(client, service), await an_owner(client, service)
        # Holds the permission, but lacks the owner's rights.
        await admin(client, service, *EDITOR)
        answer = await edit(client, boss, owner, email=NEW)
        assert (answer.status_code, answer.json()["code"]) == (409, "confirmation.no_other_admin")
        assert await email_of(service, owner) == owner.user["email"]
        (row,) = await queue(client, boss)
        assert (row["for_operator"], row["can_confirm"]) == (True, False)
        assert await service.published(ConfirmationRequested) == []
        settings = service.context.settings
        listed = await confirmations(service.database, settings, ["list"])
        assert row["id"] in listed and NEW in listed
        await confirmations(service.database, settings, ["confirm", row["id"]])
        assert await email_of(service, owner) == NEW
        with pytest.raises(SystemExit, match="already decided"):
            await confirmations(service.database, settings, ["confirm", row["id"]])
        assert await confirmations(service.database, settings, ["list"]) == "Nothing waits."

    async def test_declines_where_no_other_admin_can(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, owner = await an_editor(client, service), await an_owner(client, service)
        await edit(client, boss, owner, email=NEW)
        (row,) = await queue(client, boss)
        settings = service.context.settings
        await confirmations(service.database, settings, ["decline", row["id"]])
        assert await email_of(service, owner) == owner.user["email"]
        assert await confirmations(service.database, settings, ["list"]) == "Nothing waits."


class TestRank:
    async def test_nobody_edits_an_account_with_rights_that_they_lack(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss = await admin(client, service, *EDITOR, Permission.MANAGE_ROLES)
        owner = await an_owner(client, service)
        of = f"users/{owner.id}"
        calls = [
            ("PUT", of, {"email": NEW}),
            ("PUT", of, {"name_en": "Noor"}),
            ("POST", f"{of}/disable", None),
            ("POST", f"{of}/enable", None),
            ("DELETE", f"{of}/sessions", None),
            ("DELETE", f"{of}/second-factor", None),
            ("POST", f"{of}/verification", None),
            (
                "PUT",
                f"{of}/profiles/{owner.profile_id}/roles",
                {"role_ids": [], "version": 1},
            ),
        ]
        for method, path, body in calls:
            answer = await client.request(method, path, json=body, headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "user.outranks"), path

    async def test_a_case_of_an_admin_is_not_decided_from_below(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        boss, claimant = await admin(client, service, *EDITOR), await verified(client, service)
        above = await a_super_admin(client, service)
        number = a_civil_number()
        await execute(
            service, "UPDATE users SET civil_number = :n WHERE id = :id", n=number, id=above.id
        )
        await ask(client, claimant, civil_number=number)
        (case,) = await own_cases(client, claimant)
        for verdict in ("granted", "refused"):
            answer = await decide(client, boss, case["id"], verdict)
            assert (answer.status_code, answer.json()["code"]) == (403, "user.outranks")

    async def test_the_permission_is_one_of_its_own(
        self, client: httpx.AsyncClient, service: Service
    ) -> None:
        plain = await admin(client, service, *set(EDITOR) - {Permission.EDIT_SIGN_IN_DETAILS})
        person = await verified(client, service)
        for path in (f"users/{person.id}", f"candidates/{person.profile_id}"):
            for changes in ({"email": NEW}, {"phone": "+966501112233"}):
                answer = await client.put(path, json=changes, headers=plain.headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "permission.required")
            answer = await client.put(path, json={"name_en": "Noor"}, headers=plain.headers)
            assert answer.status_code == 200
        number = {"civil_number": a_civil_number()}
        path = f"candidates/{person.profile_id}"
        assert (await client.put(path, json=number, headers=plain.headers)).status_code == 403


def test_every_kind_has_its_action() -> None:
    assert app.name == "identity"
    assert set(KINDS) == set(ConfirmationKind)
