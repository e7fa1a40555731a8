from typing import Any

import httpx
from contracts.audit import AuditAction, IdentityAuditRecorded
from contracts.identity import SecurityChange, SecurityChanged
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import codes_of, scalar, verified
from services.identity.tests.sign_in.passkeys.factories import (
    ORIGIN,
    Authenticator,
    add,
    creation_options,
    decoded,
    hand_in,
    login_options,
    with_passkey,
)

PATH = "auth/passkeys"


class TestAdding:
    async def test_asks_for_one_that_is_found_by_itself_and_verifies_its_user(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        assert service.settings.public_url == ORIGIN
        refused = await client.post(
            f"{PATH}/options", json={"password": "no"}, headers=person.headers
        )
        assert codes_of(refused) == {"password": "password.current_wrong"}
        options = await creation_options(client, person)
        assert (options["rp"]["id"], options["attestation"]) == ("localhost", "none")
        assert decoded(options["user"]["id"]) == person.id.bytes
        assert options["authenticatorSelection"] == {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        }

    async def test_keeps_several_by_their_names_and_records_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        first = Authenticator()
        await add(client, person, first.make(await creation_options(client, person)), "هاتفي")
        options = await creation_options(client, person)
        assert [decoded(each["id"]) for each in options["excludeCredentials"]] == [
            first.credential_id
        ]
        assert (await add(client, person, Authenticator().make(options))).status_code == 201
        listed = (await client.get(PATH, headers=person.headers)).json()
        assert [each["name"] for each in listed] == ["هاتفي", "Phone"]
        assert {each["last_used_at"] for each in listed} == {None}
        published = await service.published(SecurityChanged)
        assert [event.change for event in published] == [SecurityChange.PASSKEY_ADDED] * 2
        recorded = [
            entry
            for entry in await service.published(IdentityAuditRecorded)
            if entry.noun == "passkey"
        ]
        assert [entry.action for entry in recorded] == [AuditAction.CREATED] * 2
        assert not {"public_key", "credential_id"} & set(recorded[0].after)

    async def test_refuses_what_was_not_made_here_now_by_somebody_verified(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        options = await creation_options(client, person)
        good = Authenticator()
        credential = good.make(options)
        assert (await add(client, person, credential)).status_code == 201
        again = await add(client, person, credential)
        assert (again.status_code, again.json()["code"]) == (409, "ceremony.expired")
        same = await add(client, other, good.make(await creation_options(client, other)))
        assert codes_of(same) == {"credential": "passkey.already_exists"}
        theirs = await creation_options(client, other)
        stolen = await add(client, person, Authenticator().make(theirs))
        assert stolen.json()["code"] == "ceremony.expired"
        made_up = options | {"challenge": "A" * 43}
        forged = await add(client, person, Authenticator().make(made_up))
        assert forged.json()["code"] == "ceremony.expired"
        for changes in ({"origin": "https://evil.example"}, {"verified": False}):
            odd = Authenticator(**changes).make(await creation_options(client, person))
            answer = await add(client, person, odd)
            assert (answer.status_code, answer.json()["code"]) == (422, "passkey.invalid")
        elsewhere = await creation_options(client, person)
        elsewhere["rp"]["id"] = "evil.example"
        answer = await add(client, person, Authenticator().make(elsewhere))
        assert answer.status_code == 422
        assert await scalar(service, "SELECT count(*) FROM passkeys") == 1

    async def test_refuses_garbage(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        for garbage in GARBAGE:
            assert (await add(client, person, garbage)).status_code == 422, garbage
            assert (await hand_in(client, garbage)).status_code in (401, 422), garbage
        # Valid except for its last part.
        credential = Authenticator().make(await creation_options(client, person))
        credential["response"]["attestationObject"] = "o2Nm"
        assert (await add(client, person, credential)).status_code == 422
        assert (await add(client, person, credential, name=" ")).status_code == 422


GARBAGE: tuple[dict[str, Any], ...] = (
    {},
    {"id": 1},
    {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
    {"id": "x", "rawId": "x", "type": "public-key", "response": {"clientDataJSON": "!"}},
    {"id": "x", "rawId": "x", "type": "public-key", "response": {"clientDataJSON": "e30"}},
    {"id": "x", "rawId": "x", "type": "nonsense", "response": {"clientDataJSON": "W10"}},
)


class TestRenaming:
    async def test_gives_one_of_the_own_another_name(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        authenticator = await with_passkey(client, person)
        (mine,) = (await client.get(PATH, headers=person.headers)).json()
        address, body = f"{PATH}/{mine['id']}", {"name": "هاتفي الجديد"}
        foreign = await client.put(address, json=body, headers=other.headers)
        assert (foreign.status_code, foreign.json()["code"]) == (404, "passkey.not_found")
        bad = await client.put(address, json={"name": "<b>"}, headers=person.headers)
        assert codes_of(bad) == {"name": "text.markup"}
        answer = await client.put(address, json=body, headers=person.headers)
        assert answer.json() == mine | body
        signed_in = await hand_in(client, authenticator.sign(await login_options(client)))
        assert signed_in.status_code == 200, "it signs in as before"
        recorded = (await service.published(IdentityAuditRecorded))[-1]
        assert (recorded.action, recorded.after) == (AuditAction.UPDATED, body)


class TestRemoving:
    async def test_has_it_sign_in_no_more_and_leaves_others_alone(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        authenticator = await with_passkey(client, person)
        (mine,) = (await client.get(PATH, headers=person.headers)).json()
        address = f"{PATH}/{mine['id']}"
        foreign = await client.delete(address, headers=other.headers)
        assert (foreign.status_code, foreign.json()["code"]) == (404, "passkey.not_found")
        assert (await client.delete(address)).status_code == 401
        assert (await client.delete(address, headers=person.headers)).status_code == 204
        assert (await client.delete(address, headers=person.headers)).status_code == 404
        refused = await hand_in(client, authenticator.sign(await login_options(client)))
        assert (refused.status_code, refused.json()["code"]) == (401, "passkey.refused")
        assert (await service.published(SecurityChanged))[-1].change == "passkey_removed"
