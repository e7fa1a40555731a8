import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts.identity import NumberCaseChanged, PrincipalChanged, ProfileUpdated
from identity.config import Settings
from kit.core.downloads import attachment
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.numbers.factories import (
    PASSPORT,
    PDF,
    ask,
    claim,
    own_cases,
    update,
    with_fixed_number,
    with_number,
)
from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    codes_of,
    execute,
    picture,
    renew,
    scalar,
    signed_up,
    verified,
)


class TestClaim:
    async def test_the_second_person_goes_on_meanwhile(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, number = await claim(client, service)
        assert claimant.user["identified"]
        assert claimant.user["civil_number"] is None
        claims = await service.context.verifier.verify(claimant.token)
        assert claims.identified
        assert (await service.published(PrincipalChanged))[-1].user_id == claimant.id
        await renew(client, claimant)
        assert claimant.user["identified"]
        await renew(client, holder)
        assert holder.user["civil_number"] == number

    async def test_what_others_hear_names_no_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, number = await claim(client, service)
        (event,) = await service.published(NumberCaseChanged)
        assert (event.claimant_user_id, event.holder_user_id) == (claimant.id, holder.id)
        assert (event.cause, event.status, event.previous_status) == ("claim", "open", None)
        sent = await scalar(service, "SELECT string_agg(body::text, ' ') FROM outbox")
        assert number not in sent
        assert (await service.published(ProfileUpdated))[-1].user_id == claimant.id

    async def test_neither_is_shown_who_the_other_is(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, number = await claim(client, service)
        (asked,), (held,) = await own_cases(client, claimant), await own_cases(client, holder)
        assert (asked["party"], held["party"]) == ("claimant", "holder")
        assert asked["number"] == held["number"] == number
        for case, other in ((asked, holder), (held, claimant)):
            assert not {other.user["username"], str(other.id), other.user["email"]} & set(
                map(str, case.values())
            )
        assert held["documents"] == []
        assert held["reason"] is None
        assert [d["media_type"] for d in asked["documents"]] == ["image/webp"]

    async def test_the_own_number_stays_until_it_is_decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, taken := a_civil_number())
        person = await with_number(client, service)
        own = person.user["civil_number"]
        person.use(await ask(client, person, civil_number=taken))
        assert person.user["civil_number"] == own

    async def test_no_other_number_can_be_saved_meanwhile(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, _ = await claim(client, service)
        answer = await update(client, claimant, civil_number=a_civil_number())
        assert codes_of(answer) == {"civil_number": "number_case.already_open"}
        assert (await update(client, claimant, **PASSPORT)).status_code == 200

    async def test_a_number_that_nobody_has_need_not_be_claimed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await ask(client, person, civil_number=a_civil_number())
        assert (answer.status_code, answer.json()["code"]) == (409, "number_case.not_needed")
        assert await scalar(service, "SELECT count(*) FROM discarded_files") == 1

    async def test_one_at_a_time_even_at_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, taken := a_civil_number())
        person = await verified(client, service)
        answers = await asyncio.gather(*(ask(client, person, civil_number=taken) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409]

    async def test_who_gives_the_number_up_leaves_the_case(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, _ = await claim(client, service)
        assert (await update(client, holder, civil_number=a_civil_number())).status_code == 200
        assert await own_cases(client, holder) == []
        assert await scalar(service, "SELECT holder_id FROM number_cases") is None
        assert (await own_cases(client, claimant))[0]["status"] == "open"


class TestChange:
    async def test_a_fixed_number_is_changed_by_request_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_fixed_number(client, service)
        own, requested = person.user["civil_number"], a_civil_number()
        person.use(
            await ask(client, person, PDF, civil_number=requested, reason="A digit was wrong.")
        )
        assert person.user["civil_number"] == own
        (case,) = await own_cases(client, person)
        assert (case["cause"], case["number"], case["status"]) == ("change", requested, "open")
        assert case["documents"][0]["media_type"] == "application/pdf"
        assert case["reason"] == "A digit was wrong."

    async def test_a_request_does_not_reveal_whether_the_number_is_known(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, taken := a_civil_number())
        person = await with_fixed_number(client, service)
        answer = await ask(client, person, civil_number=taken, reason="A digit was wrong.")
        assert answer.status_code == 201
        assert (await own_cases(client, person))[0]["cause"] == "change"

    async def test_it_needs_a_reason_and_another_number(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await with_fixed_number(client, service)
        answer = await ask(client, person, civil_number=a_civil_number())
        assert codes_of(answer) == {"reason": "field.missing"}
        answer = await ask(client, person, civil_number=person.user["civil_number"], reason="x")
        assert codes_of(answer) == {"civil_number": "identity_number.unchanged"}

    @pytest.mark.parametrize(
        ("fields", "codes"),
        [
            ({}, {"civil_number": "identification.required"}),
            ({"civil_number": "1234567890"}, {"civil_number": "civil_number.invalid"}),
            ({"passport_number": "??"}, {"passport_number": "passport_number.invalid"}),
        ],
    )
    async def test_bad_input_is_named(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        fields: dict[str, str],
        codes: dict[str, str],
    ) -> None:
        person = await verified(client, service)
        assert codes_of(await ask(client, person, None, **fields)) == codes


class TestWithdraw:
    async def test_takes_it_back_and_closes_the_gate_again(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, _ = await claim(client, service)
        (case,) = await own_cases(client, claimant)
        address = f"users/me/number-cases/{case['id']}/withdraw"
        assert (await client.post(address, headers=holder.headers)).status_code == 404
        claimant.use(await client.post(address, headers=claimant.headers))
        assert not claimant.user["identified"]
        claims = await service.context.verifier.verify(claimant.token)
        assert not claims.identified
        again = await client.post(address, headers=claimant.headers)
        assert (again.status_code, again.json()["code"]) == (409, "number_case.already_decided")
        events = await service.published(NumberCaseChanged)
        assert [event.status for event in events] == ["open", "withdrawn"]

    async def test_somebody_elses_is_404(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, _ = await claim(client, service)
        (case,) = await own_cases(client, claimant)
        stranger = await verified(client, service)
        for path in ("withdraw", "documents"):
            answer = await client.post(
                f"users/me/number-cases/{case['id']}/{path}",
                files={"file": picture()} if path == "documents" else None,
                headers=stranger.headers,
            )
            assert (answer.status_code, answer.json()["code"]) == (404, "number_case.not_found")


class TestDocuments:
    async def add(
        self, client: httpx.AsyncClient, person: Person, case: dict[str, Any], content: bytes = PDF
    ) -> httpx.Response:
        return await client.post(
            f"users/me/number-cases/{case['id']}/documents",
            files={"file": ("هوية.pdf", content)},
            headers=person.headers,
        )

    async def read(
        self,
        client: httpx.AsyncClient,
        person: Person,
        case: dict[str, Any],
        document: dict[str, Any],
    ) -> httpx.Response:
        address = f"users/me/number-cases/{case['id']}/documents/{document['id']}"
        return await client.get(address, headers=person.headers)

    async def test_both_can_hand_in_and_each_sees_the_own_only(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, claimant, _ = await claim(client, service)
        (asked,) = await own_cases(client, claimant)
        held = (await self.add(client, holder, asked)).json()
        assert len(held["documents"]) == 1
        mine = await self.read(client, claimant, asked, asked["documents"][0])
        assert mine.status_code == 200
        theirs = await self.read(client, claimant, asked, held["documents"][0])
        assert (theirs.status_code, theirs.json()["code"]) == (
            404,
            "document.not_found",
        )
        answer = await self.read(client, holder, asked, asked["documents"][0])
        assert answer.status_code == 404

    async def test_is_private_and_nothing_a_browser_runs(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        holder, _, _ = await claim(client, service)
        (case,) = await own_cases(client, holder)
        added = (await self.add(client, holder, case)).json()
        answer = await self.read(client, holder, case, added["documents"][0])
        assert answer.content == PDF
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert answer.headers["content-disposition"] == attachment("هوية.pdf")

    async def test_is_not_given_out_with_the_pictures(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await claim(client, service)
        key = await scalar(service, "SELECT key FROM number_case_documents")
        assert (await client.get(f"media/{key}")).status_code == 404

    async def test_five_are_enough(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, _ = await claim(client, service)
        (case,) = await own_cases(client, claimant)
        answers = [(await self.add(client, claimant, case)) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 4 + [409]
        assert answers[-1].json()["code"] == "number_case.document_limit_reached"

    async def test_none_is_added_to_what_is_decided(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        _, claimant, _ = await claim(client, service)
        (case,) = await own_cases(client, claimant)
        await execute(service, "UPDATE number_cases SET status = 'refused'")
        answer = await self.add(client, claimant, case)
        assert (answer.status_code, answer.json()["code"]) == (409, "number_case.already_decided")

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"", "document.unsupported_format"),
            (b"<html><script>alert(1)</script></html>", "document.unsupported_format"),
            (b"%PDF-1.7 cut off", "document.unsupported_format"),
            (b"GIF89a", "document.unsupported_format"),
            (b"%PDF-" + b"x" * (5 * 1024 * 1024), "document.too_large"),
            (picture()[:900], "picture.broken"),
        ],
    )
    async def test_what_is_no_document_is_a_field_error(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        content: bytes,
        code: str,
    ) -> None:
        await with_number(client, service, taken := a_civil_number())
        person = await verified(client, service)
        answer = await ask(client, person, content, civil_number=taken)
        assert answer.status_code == 422
        assert codes_of(answer) == {"file": code}
        assert await scalar(service, "SELECT count(*) FROM number_cases") == 0


class TestRefusals:
    async def test_401_and_403(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        unverified = await signed_up(client)
        root = "users/me/number-cases"
        file = {"file": PDF}
        for headers, status in (({}, 401), (unverified.headers, 403)):
            answers = [
                await client.get(root, headers=headers),
                await client.post(root, files=file, headers=headers),
                await client.post(f"{root}/{uuid4()}/documents", files=file, headers=headers),
                await client.get(f"{root}/{uuid4()}/documents/{uuid4()}", headers=headers),
                await client.post(f"{root}/{uuid4()}/withdraw", headers=headers),
            ]
            assert [answer.status_code for answer in answers] == [status] * 5

    async def test_the_own_cases_take_two_queries(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        holder, _, _ = await claim(client, service)
        with queries() as statements:
            await own_cases(client, holder)
        assert len(statements) == 2, statements
