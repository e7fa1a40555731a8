import secrets
from typing import Any

import httpx
import pytest
from enrollment.certificates.rules import format_number, generate_number
from kit.testing import Client, ServiceUnderTest, actor

from services.enrollment.tests.certificates.factories import expire, finished, issue
from services.enrollment.tests.factories import execute

CLIENT = Client(permissions=frozenset({"view-certificates"}))


@pytest.fixture
async def certificate(service: ServiceUnderTest, client: httpx.AsyncClient) -> dict[str, Any]:
    """Issue a certificate and return it."""
    batch, *_ = await finished(service, client)
    issued: dict[str, Any] = (await issue(client, batch))["issued"][0]
    return issued


async def verified(client: httpx.AsyncClient, number: str) -> dict[str, Any]:
    """Verify a number as a visitor."""
    answer = await client.get(f"verifications/{number}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


class TestOne:
    async def test_a_valid_one_says_whose_it_is_and_what_for(
        self, client: httpx.AsyncClient, certificate: dict[str, Any]
    ) -> None:
        found = await verified(client, certificate["number"])
        assert found["number"] == certificate["number"]
        assert found["state"] == "valid"
        assert found["holder_name_en"] == "Omar Al-Harbi"
        names = ("training_title_ar", "organization_name_en", "started_on", "ended_on", "issued_on")
        assert all(found[name] for name in names)
        assert found["expires_on"] is None
        # Private to the organization.
        assert not {"score_percent", "revoked_reason", "candidate_user_id"} & set(found)

    @pytest.mark.parametrize("write", [str.lower, lambda number: number.replace("-", " ")])
    async def test_a_number_is_read_as_people_type_it(
        self, client: httpx.AsyncClient, certificate: dict[str, Any], write: Any
    ) -> None:
        found = await verified(client, write(certificate["number"]))
        assert (found["number"], found["state"]) == (certificate["number"], "valid")

    async def test_the_last_day_counts(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, certificate: dict[str, Any]
    ) -> None:
        await expire(service, certificate, days=0)
        assert (await verified(client, certificate["number"]))["state"] == "valid"
        await expire(service, certificate, days=-1)
        assert (await verified(client, certificate["number"]))["state"] == "expired"

    async def test_a_revoked_one_says_since_when_and_of_what_kind_even_when_it_has_expired(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, certificate: dict[str, Any]
    ) -> None:
        await execute(
            service,
            # Late in the evening of the previous day in UTC.
            "UPDATE certificates SET status = 'revoked', revoked_at = '2026-03-01 22:30Z', "
            "revoked_kind = 'issued_in_error', revoked_reason = 'private', "
            "expires_on = '2026-03-05' WHERE id = :id",
            id=certificate["id"],
        )
        answer = await client.get(f"verifications/{certificate['number']}")
        found = answer.json()
        assert (found["state"], found["revoked_on"]) == ("revoked", "2026-03-02")
        assert found["revoked_kind"] == "issued_in_error"
        assert "private" not in answer.text

    async def test_one_that_was_superseded_names_the_one_in_its_place(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        batch, *_ = await finished(service, client, people=3)
        old, new = (await issue(client, batch))["issued"]
        await execute(
            service,
            "UPDATE certificates SET status = 'superseded', superseded_by_id = :new WHERE id = :id",
            id=old["id"],
            new=new["id"],
        )
        found = await verified(client, old["number"])
        assert (found["state"], found["superseded_by"]) == ("superseded", new["number"])
        assert (await verified(client, new["number"]))["superseded_by"] is None

    async def test_an_unknown_number_is_an_answer(self, client: httpx.AsyncClient) -> None:
        number = format_number(generate_number())
        found = await verified(client, number.lower())
        assert (found.pop("number"), found.pop("state")) == (number, "unknown")
        assert set(found.values()) == {None}

    async def test_what_cannot_be_a_number_costs_no_query(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unused(_: object) -> None:
            raise AssertionError

        number = generate_number()
        last = next(each for each in "0123456789" if each != number[-1])
        monkeypatch.setattr(type(service.database), "raw_reading", unused)
        for text in (number[:-1] + last, "x", "%00", "1" * 300, "' OR 1=1 --"):
            assert (await verified(client, text))["state"] == "unknown"

    async def test_pages_of_any_origin_may_ask(
        self, client: httpx.AsyncClient, certificate: dict[str, Any]
    ) -> None:
        answer = await client.get(f"verifications/{certificate['number']}")
        assert answer.headers["access-control-allow-origin"] == "*"
        # The response is valid at this moment only.
        assert answer.headers["cache-control"] == "no-store"
        assert (await client.get("verifications/1?x=1")).status_code == 422


class TestMany:
    async def test_a_partners_program_verifies_up_to_a_thousand_by_one_query(
        self, client: httpx.AsyncClient, certificate: dict[str, Any]
    ) -> None:
        unknown = [format_number(generate_number()) for _ in range(996)]
        numbers = [*unknown, certificate["number"], "nonsense", certificate["number"].lower(), ""]
        answer = await client.post(
            "verifications", json={"numbers": numbers}, headers=CLIENT.headers
        )
        assert answer.status_code == 200
        data = answer.json()["data"]
        assert [each["number"] for each in data[:996]] == unknown
        assert {each["state"] for each in data[:996]} == {"unknown"}
        states = [(each["number"], each["state"]) for each in data[996:]]
        valid = (certificate["number"], "valid")
        assert states == [valid, ("nonsense", "unknown"), valid, ("", "unknown")]
        assert "credential" not in data[996]

    async def test_no_more_than_a_thousand_and_nothing_long(
        self, client: httpx.AsyncClient
    ) -> None:
        for numbers in ([], ["1"] * 1001, ["1" * 41]):
            answer = await client.post(
                "verifications", json={"numbers": numbers}, headers=CLIENT.headers
            )
            assert answer.status_code == 422

    async def test_whoever_may_not(self, client: httpx.AsyncClient) -> None:
        body = {"numbers": [secrets.token_hex(6)]}
        assert (await client.post("verifications", json=body)).status_code == 401
        for who in (actor("candidate"), Client(permissions=frozenset({"view-batch"}))):
            answer = await client.post("verifications", json=body, headers=who.headers)
            assert answer.status_code == 403
