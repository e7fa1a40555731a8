import asyncio
from typing import Any

import httpx
import pytest
from contracts.identity import OrganizationUpdated
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    ADDRESS,
    CONTACT,
    DETAILS,
    Person,
    an_organization,
    codes_of,
    execute,
    organization_form,
    signed_up,
    submit,
    verified,
)

STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("details", DETAILS),
    ("contact", CONTACT),
    ("address", ADDRESS),
)


async def put(
    client: httpx.AsyncClient, person: Person, step: str, body: dict[str, Any]
) -> httpx.Response:
    return await client.put(f"organizations/me/{step}", json=body, headers=person.headers)


async def own(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    answer = await client.get("organizations/me", headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def missing(found: dict[str, Any]) -> list[str]:
    return [part["field"] for part in found["missing"]]


class TestSteps:
    async def test_are_saved_one_by_one_and_what_is_missing_shrinks(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        found = await own(client, person)
        assert (found["status"], found["submission"]) == ("draft", 0)
        assert found["editable"] == ["details", "contact", "address", "documents"]
        assert missing(found) == [
            "commercial_number",
            "tax_number",
            "image",
            "contact_name",
            "contact_phone",
            "address",
        ]
        lacks = []
        for step, body in STEPS:
            answer = await put(client, person, step, body)
            assert answer.status_code == 200, answer.text
            lacks.append(missing(answer.json()))
        assert lacks == [
            ["image", "contact_name", "contact_phone", "address"],
            ["image", "address"],
            ["image"],
        ]
        found = await own(client, person)
        assert found["contact_phone"] == "+966501234567"
        assert found["website"] == "https://academy.example/"
        assert found["address"]["state"]["name_ar"] == "الرياض"
        newest = (await service.published(OrganizationUpdated))[-1]
        assert (newest.email, newest.status) == ("office@academy.example", "draft")
        # Invoices use this number.
        assert newest.tax_number == DETAILS["tax_number"]
        assert newest.address is not None
        assert (newest.address.line1, newest.address.state_en) == ("King Fahd Road 5", "Riyadh")

    @pytest.mark.parametrize(
        ("step", "changes", "codes"),
        [
            ("details", {"commercial_number": "101012345"}, "commercial_number.invalid"),
            ("details", {"commercial_number": "10101234567"}, "commercial_number.invalid"),
            ("details", {"tax_number": "200012345600003"}, "tax_number.invalid"),
            ("details", {"tax_number": "300012345600004"}, "tax_number.invalid"),
            ("details", {"tax_number": "30001234560003"}, "tax_number.invalid"),
            ("details", {"name_ar": "Academy"}, "name.not_arabic"),
            ("contact", {"contact_phone": "12"}, "phone.invalid"),
            ("contact", {"email": "nobody"}, "email.invalid"),
            ("contact", {"website": "javascript:alert(1)"}, "website.invalid"),
            ("contact", {"website": "https://user@academy.example"}, "website.invalid"),
            ("contact", {"website": "localhost"}, "website.invalid"),
            ("contact", {"contact_name": "<b>Huda</b>"}, "text.markup"),
        ],
    )
    async def test_bad_input_is_named_and_changes_nothing(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        step: str,
        changes: dict[str, str],
        codes: str,
    ) -> None:
        person = await verified(client, service, organization_form())
        before = await own(client, person)
        answer = await put(client, person, step, dict(STEPS)[step] | changes)
        assert answer.status_code == 422
        assert codes_of(answer) == dict.fromkeys(changes, codes)
        assert await own(client, person) == before

    async def test_numbers_may_have_arabic_digits_and_spaces(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        typed = {"commercial_number": "١٠١٠ ١٢٣٤٥٦", "tax_number": "300 0123 4560 0003"}
        found = (await put(client, person, "details", DETAILS | typed)).json()
        assert found["commercial_number"] == DETAILS["commercial_number"]
        assert found["tax_number"] == DETAILS["tax_number"]


class TestUniqueNumbers:
    async def test_of_two_at_once_one_has_the_number_until_it_is_rejected(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, other = [await verified(client, service, organization_form()) for _ in range(2)]
        # The second waits for the first one's transaction; only the unique index rejects it.
        answers = await asyncio.gather(
            *(put(client, each, "details", DETAILS) for each in (first, other))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 422]
        owner, loser = (first, other) if answers[0].is_success else (other, first)
        refused = next(answer for answer in answers if not answer.is_success)
        assert codes_of(refused) == {"commercial_number": "commercial_number.taken"}
        assert (await own(client, loser))["commercial_number"] is None
        assert (await put(client, owner, "details", DETAILS)).status_code == 200
        free = {"commercial_number": "4030000001"}
        refused = await put(client, loser, "details", DETAILS | free)
        assert codes_of(refused) == {"tax_number": "tax_number.taken"}
        await execute(
            service,
            "UPDATE organizations SET status = 'rejected' WHERE id = :id",
            id=owner.organization_id,
        )
        assert (await put(client, loser, "details", DETAILS)).status_code == 200


class TestWhatMayBeChanged:
    @pytest.mark.parametrize(
        ("status", "open_steps"),
        [
            ("submitted", []),
            ("rejected", []),
            ("returned", ["details", "contact", "address", "documents"]),
            ("approved", ["contact", "address", "documents"]),
        ],
    )
    async def test_follows_the_status(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        status: str,
        open_steps: list[str],
    ) -> None:
        person = await an_organization(client, service)
        await execute(service, "UPDATE organizations SET status = :status", status=status)
        assert (await own(client, person))["editable"] == open_steps
        for step, body in STEPS:
            answer = await put(client, person, step, body)
            if step in open_steps:
                assert answer.status_code == 200
            else:
                assert answer.status_code == 409
                assert answer.json()["code"] == "organization.not_editable"

    async def test_a_status_in_the_body_is_no_way_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        body = DETAILS | {"status": "approved", "id": str(person.id), "submission": 7}
        answer = await put(client, person, "details", body)
        assert answer.status_code in (200, 422)
        found = await own(client, person)
        assert (found["status"], found["submission"]) == ("draft", 0)


class TestWho:
    async def test_401_and_403(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        unverified = await signed_up(client, organization_form())
        candidate = await verified(client, service)
        for headers, status in (
            ({}, 401),
            (unverified.headers, 403),
            (candidate.headers, 403),
        ):
            answers = [await client.get("organizations/me", headers=headers)]
            answers += [
                await client.put(f"organizations/me/{step}", json=body, headers=headers)
                for step, body in STEPS
            ]
            assert {answer.status_code for answer in answers} == {status}
        assert (await submit(client, candidate)).status_code == 409
