import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts import Permission
from contracts.identity import NumberCaseChanged, PrincipalChanged
from identity.config import Settings
from identity.republish import republish
from identity.tables import Table
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.numbers.factories import (
    PDF,
    a_decider,
    ask,
    claim,
    decide,
    detail,
    own_cases,
    update,
    with_fixed_number,
    with_number,
)
from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    admin,
    codes_of,
    execute,
    renew,
    scalar,
    sign_in_again,
    verified,
)

ROOT = "users/number-cases"


async def a_claim(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Any:
    """Return the holder, the claimant, the deciding admin and the case."""
    holder, claimant, _ = await claim(client, service)
    boss = await a_decider(client, service)
    (case,) = await own_cases(client, claimant)
    return holder, claimant, boss, await detail(client, boss, case["id"])


async def number_of(service: ServiceUnderTest[Settings], person: Person) -> str | None:
    number: str | None = await scalar(
        service, "SELECT civil_number FROM users WHERE id = :id", id=person.id
    )
    return number


async def entries(service: ServiceUnderTest[Settings]) -> list[str]:
    found: str = await scalar(
        service, "SELECT string_agg(action, ' ' ORDER BY created_at, id) FROM number_case_entries"
    )
    return found.split()


class TestGrant:
    async def test_the_number_goes_to_the_claimant_and_the_loser_must_give_another(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, boss, case = await a_claim(client, service)
        number = case["number"]
        answer = await decide(client, boss, case["id"], "granted")
        assert answer.status_code == 201
        assert answer.json()["status"] == "granted"
        assert answer.json()["holder"]["user_id"] == str(holder.id)
        assert (await own_cases(client, holder))[0]["status"] == "granted"
        assert await number_of(service, claimant) == number
        assert await number_of(service, holder) is None
        event = (await service.published(NumberCaseChanged))[-1]
        assert (event.status, event.previous_status) == ("granted", "open")
        assert (event.claimant_user_id, event.holder_user_id) == (claimant.id, holder.id)
        # The former holder's tokens become stale: the gate closes until there is another number.
        assert (await service.published(PrincipalChanged))[-1].user_id == holder.id
        await sign_in_again(client, holder)
        assert not holder.user["identified"]
        holder.use(await update(client, holder, civil_number=a_civil_number()))
        assert holder.user["identified"]
        await sign_in_again(client, claimant)
        assert claimant.user["civil_number"] == number

    async def test_even_a_fixed_number_goes_and_can_be_given_anew(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder = await with_fixed_number(client, service)
        claimant = await verified(client, service)
        await ask(client, claimant, civil_number=holder.user["civil_number"])
        boss = await a_decider(client, service)
        (case,) = await own_cases(client, claimant)
        await decide(client, boss, case["id"], "granted")
        await sign_in_again(client, holder)
        holder.use(await update(client, holder, civil_number=a_civil_number()))
        assert holder.user["identified"]

    async def test_a_change_takes_the_place_of_the_fixed_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, requested = await with_fixed_number(client, service), a_civil_number()
        old = person.user["civil_number"]
        await ask(client, person, PDF, civil_number=requested, reason="A digit was wrong.")
        boss = await a_decider(client, service)
        (case,) = await own_cases(client, person)
        seen = (await decide(client, boss, case["id"], "granted")).json()
        assert await number_of(service, person) == requested
        record = [(e["action"], e["actor"]["username"], e["comment"]) for e in seen["entries"]]
        assert record == [
            ("opened", person.user["username"], "A digit was wrong."),
            ("granted", boss.user["username"], "The card shows it."),
        ]
        decided = seen["entries"][-1]
        assert decided["old_number"] == "••••••" + old[-4:]
        assert decided["new_number"] == "••••••" + requested[-4:]
        assert decided["created_at"]
        stored = await scalar(
            service,
            "SELECT old_number || ' ' || new_number FROM number_case_entries"
            " WHERE action = 'granted'",
        )
        assert stored == f"{old} {requested}"

    async def test_other_claims_follow_the_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, boss, case = await a_claim(client, service)
        third = await verified(client, service)
        await ask(client, third, civil_number=case["number"])
        await decide(client, boss, case["id"], "granted")
        (waiting,) = await own_cases(client, third)
        seen = await detail(client, boss, waiting["id"])
        assert seen["holder"]["user_id"] == str(claimant.id)
        assert await entries(service) == ["opened", "opened", "granted", "number_removed"]


class TestRefuse:
    async def test_the_number_stays_and_the_claimant_must_give_another(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, boss, case = await a_claim(client, service)
        await decide(client, boss, case["id"], "refused")
        assert await number_of(service, holder) == case["number"]
        assert (await service.published(PrincipalChanged))[-1].user_id == claimant.id
        await renew(client, claimant)
        assert not claimant.user["identified"]
        (own,) = await own_cases(client, claimant)
        assert (own["status"], own["comment"]) == ("refused", "The card shows it.")
        claimant.use(await update(client, claimant, civil_number=a_civil_number()))
        assert claimant.user["identified"]


class TestMore:
    async def test_who_is_asked_answers_with_a_document(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, boss, case = await a_claim(client, service)
        answer = await decide(
            client, boss, case["id"], "more_requested", asks=["claimant", "holder"]
        )
        assert answer.json()["status"] == "more_requested"
        event = (await service.published(NumberCaseChanged))[-1]
        assert set(event.asked_user_ids) == {claimant.id, holder.id}
        for person, status in ((holder, "more_requested"), (claimant, "open")):
            (own,) = await own_cases(client, person)
            assert own["asked"]
            await client.post(
                f"users/me/number-cases/{case['id']}/documents",
                files={"file": PDF},
                headers=person.headers,
            )
            (own,) = await own_cases(client, person)
            assert not own["asked"]
            assert own["status"] == status
        event = (await service.published(NumberCaseChanged))[-1]
        assert (event.status, event.previous_status) == ("open", "more_requested")

    async def test_somebody_must_be_asked(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, boss, case = await a_claim(client, service)
        answer = await decide(client, boss, case["id"], "more_requested")
        assert codes_of(answer) == {"body": "number_case.recipient_required"}


class TestConflicts:
    async def test_two_admins_at_once_decide_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, boss, case = await a_claim(client, service)
        other = await a_decider(client, service)
        answers = await asyncio.gather(
            decide(client, boss, case["id"], "granted"),
            decide(client, other, case["id"], "refused"),
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]

    async def test_what_was_decided_or_withdrawn_stays(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, boss, case = await a_claim(client, service)
        await client.post(f"users/me/number-cases/{case['id']}/withdraw", headers=claimant.headers)
        answer = await decide(client, boss, case["id"], "granted")
        assert (answer.status_code, answer.json()["code"]) == (409, "number_case.already_decided")

    async def test_what_was_not_seen_is_not_decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, _, boss, case = await a_claim(client, service)
        await update(client, holder, civil_number=a_civil_number())
        answer = await decide(client, boss, case["id"], "granted", version=case["version"])
        assert (answer.status_code, answer.json()["code"]) == (409, "number_case.edit_conflict")

    async def test_nobody_decides_about_their_own_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_decider(client, service)
        claimant = await verified(client, service)
        number = await number_of(service, boss)
        assert number
        await ask(client, claimant, civil_number=number)
        (case,) = await own_cases(client, claimant)
        answer = await decide(client, boss, case["id"], "refused")
        assert (answer.status_code, answer.json()["code"]) == (403, "number_case.own_number")
        seen = await detail(client, boss, case["id"])
        assert not seen["can_decide"]
        assert seen["claimant"]["documents"] == []


class TestSeeing:
    async def test_those_who_decide_see_numbers_and_documents(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, boss, case = await a_claim(client, service)
        assert case["can_decide"]
        assert case["claimant"]["username"] == claimant.user["username"]
        assert case["holder"]["username"] == holder.user["username"]
        assert case["holder"]["number"] == case["number"]
        assert case["claimant"]["number"] is None
        (document,) = case["claimant"]["documents"]
        address = f"{ROOT}/{case['id']}/documents/{document['id']}"
        answer = await client.get(address, headers=boss.headers)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-type"] == "image/webp"
        elsewhere = f"{ROOT}/{uuid4()}/documents/{document['id']}"
        assert (await client.get(elsewhere, headers=boss.headers)).status_code == 404

    async def test_those_who_may_only_look_see_neither(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, _, case = await a_claim(client, service)
        viewer = await admin(client, service, Permission.VIEW_USERS)
        seen = await detail(client, viewer, case["id"])
        assert seen["number"] == "••••••" + case["number"][-4:]
        assert seen["holder"]["number"] == seen["number"]
        assert not seen["can_decide"]
        assert seen["claimant"]["documents"] == []
        document = case["claimant"]["documents"][0]["id"]
        address = f"{ROOT}/{case['id']}/documents/{document}"
        assert (await client.get(address, headers=viewer.headers)).status_code == 403
        answer = await decide(client, viewer, case["id"], "granted")
        assert answer.status_code == 403

    async def test_numbers_are_masked_once_it_is_decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, boss, case = await a_claim(client, service)
        await decide(client, boss, case["id"], "granted")
        seen = await detail(client, boss, case["id"])
        assert case["number"] not in str(seen)
        assert seen["number"].endswith(case["number"][-4:])

    async def test_the_detail_takes_five_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        _, _, boss, case = await a_claim(client, service)
        with queries() as statements:
            await detail(client, boss, case["id"])
        assert len(statements) == 5, statements


class TestList:
    async def ids(self, client: httpx.AsyncClient, boss: Person, query: str = "") -> list[str]:
        answer = await client.get(f"{ROOT}?{query}", headers=boss.headers)
        assert answer.status_code == 200, answer.text
        return [row["id"] for row in answer.json()["data"]]

    async def test_filters_sorts_and_pages(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, boss, first = await a_claim(client, service)
        person = await with_fixed_number(client, service)
        await ask(client, person, civil_number=a_civil_number(), reason="A digit was wrong.")
        (second,) = await own_cases(client, person)
        both = [second["id"], first["id"]]
        assert await self.ids(client, boss) == both
        assert await self.ids(client, boss, "sort=created_at") == both[::-1]
        assert await self.ids(client, boss, "cause=claim") == [first["id"]]
        assert await self.ids(client, boss, "state=waiting") == both
        assert await self.ids(client, boss, "state=decided") == []
        await decide(client, boss, first["id"], "granted")
        assert await self.ids(client, boss, "state=decided") == [first["id"]]
        assert await self.ids(client, boss, f"search={first['number']}") == [first["id"]]
        assert await self.ids(client, boss, f"search={holder.user['username']}") == [first["id"]]
        assert await self.ids(client, boss, f"search={claimant.user['email']}") == [first["id"]]
        assert await self.ids(client, boss, "search=%25") == []
        assert await self.ids(client, boss, "page_size=1&page=2") == [first["id"]]
        answer = await client.get(ROOT, headers=boss.headers)
        assert answer.json()["meta"] == {"page": 1, "page_size": 20, "total": 2, "capped": False}
        assert first["number"] not in answer.text

    async def test_takes_two_queries_however_many_there_are(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        for _ in range(3):
            await claim(client, service)
        viewer = await admin(client, service, Permission.VIEW_USERS)
        with queries() as statements:
            assert len(await self.ids(client, viewer)) == 3
        assert len(statements) == 2, statements

    @pytest.mark.parametrize("query", ["state=pending", "sort=number", "cause=x", "page=0"])
    async def test_unknown_values_are_422(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], query: dict[str, Any]
    ) -> None:
        boss = await a_decider(client, service)
        answer = await client.get(f"{ROOT}?{query}", headers=boss.headers)
        assert answer.status_code == 422


class TestRefusals:
    async def test_401_403_and_404(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        candidate = await with_number(client, service)
        nobody = await admin(client, service)
        boss = await a_decider(client, service)
        body = {"decision": "granted", "comment": "It is so.", "version": 1}
        for headers, statuses in (
            ({}, [401] * 4),
            (candidate.headers, [403] * 4),
            (nobody.headers, [403] * 4),
            (boss.headers, [200, 404, 404, 404]),
        ):
            path = f"{ROOT}/{uuid4()}"
            answers = [
                await client.get(ROOT, headers=headers),
                await client.get(path, headers=headers),
                await client.get(f"{path}/documents/{uuid4()}", headers=headers),
                await client.post(f"{path}/decisions", json=body, headers=headers),
            ]
            assert [answer.status_code for answer in answers] == statuses


class TestRepublish:
    async def test_publishes_the_cases_that_wait(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, boss, case = await a_claim(client, service)
        async with service.database.transaction() as session:
            events = [pair async for pair in republish(session)]
        waiting = [
            (str(event.case_id), version)
            for event, version in events
            if isinstance(event, NumberCaseChanged)
        ]
        assert waiting == [(case["id"], 1)]
        await decide(client, boss, case["id"], "refused")
        async with service.database.transaction() as session:
            kinds = [type(event) async for event, _ in republish(session)]
        assert NumberCaseChanged not in kinds

    async def test_one_waiting_case_for_each_claimant_is_kept_by_the_database(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, _, _, _ = await a_claim(client, service)
        columns = Table.metadata.tables["number_cases"].columns.keys()
        copied = ", ".join(each for each in columns if each != "id")
        with pytest.raises(Exception, match="uq_number_cases_claimant"):
            await execute(
                service,
                f"INSERT INTO number_cases (id, {copied}) SELECT gen_random_uuid(), {copied}"
                " FROM number_cases",
            )
