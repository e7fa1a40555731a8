import asyncio
from typing import Any

import httpx
import pytest
from contracts.identity import PrincipalChanged, ProfileUpdated
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    a_civil_number,
    codes_of,
    execute,
    refuses,
    scalar,
    signed_up,
    verified,
)


class TestUpdateMe:
    async def update(
        self, client: httpx.AsyncClient, person: Person, **changes: Any
    ) -> httpx.Response:
        return await client.put("users/me", json=changes, headers=person.headers)

    async def test_a_civil_number_passes_the_first_gate_at_once(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        number = a_civil_number()
        answer = await self.update(client, person, civil_number=number)
        assert answer.status_code == 200
        assert answer.json()["user"]["civil_number"] == number
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.identified
        assert claims.pv == 3
        assert (await service.published(PrincipalChanged))[-1].principal_version == 3

    async def test_a_passport_does_too(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await self.update(client, person, passport_number=" k1234567 ", nationality="eg")
        user = answer.json()["user"]
        assert user["passport_number"] == "K1234567"
        assert user["nationality"] == "EG"

    async def test_the_rest_is_stored_and_published_without_ageing_tokens(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        changes = {
            "name_en": "Noor Al Huda",
            "name_ar": "نور الهدى",
            "phone": "+201001234567",
            "locale": "ar",
            "birth_date": "1990-05-06",
            "gender": "female",
        }
        answer = await self.update(client, person, **changes)
        assert answer.json()["user"].items() >= changes.items()
        event = (await service.published(ProfileUpdated))[-1]
        assert event.name_ar == "نور الهدى"
        assert event.locale == "ar"
        assert len(await service.published(PrincipalChanged)) == 1

    async def test_what_is_left_out_stays(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        number = a_civil_number()
        await self.update(client, person, civil_number=number)
        answer = await self.update(client, person, gender="male")
        user = answer.json()["user"]
        assert user["civil_number"] == number
        assert user["name_en"] == person.user["name_en"]

    async def test_identification_can_be_exchanged_but_not_removed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await self.update(client, person, civil_number=a_civil_number())
        answer = await self.update(client, person, civil_number=None)
        assert answer.status_code == 422
        assert codes_of(answer) == {"civil_number": "identification.required"}
        passport = {"passport_number": "A1234567", "passport_country": "EG"}
        answer = await self.update(client, person, civil_number=None, **passport)
        assert answer.status_code == 200
        assert answer.json()["user"]["civil_number"] is None

    async def test_a_civil_number_belongs_to_one_account(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        people = [await verified(client, service) for _ in range(3)]
        number = a_civil_number()
        answers = await asyncio.gather(
            *(self.update(client, person, civil_number=number) for person in people)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 422, 422]
        lost = next(answer for answer in answers if answer.status_code == 422)
        assert codes_of(lost) == {"civil_number": "civil_number.taken"}

    async def test_arabic_digits_are_read(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        number = a_civil_number()
        arabic = number.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
        answer = await self.update(client, person, civil_number=arabic)
        assert answer.json()["user"]["civil_number"] == number

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("civil_number", "1234567890", "civil_number.invalid"),
            ("civil_number", "3000000001", "civil_number.invalid"),
            ("civil_number", "12", "civil_number.invalid"),
            ("passport_number", "??", "passport_number.invalid"),
            ("nationality", "SAU", "field.string_pattern_mismatch"),
            ("birth_date", "2024-01-01", "birth_date.out_of_range"),
            ("birth_date", "1890-01-01", "birth_date.out_of_range"),
            ("gender", "x", "field.enum"),
            ("phone", "123", "phone.invalid"),
            ("locale", None, "field.missing"),
        ],
    )
    async def test_bad_input_is_named(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        field: str,
        value: str,
        code: str,
    ) -> None:
        person = await verified(client, service)
        answer = await self.update(client, person, **{field: value})
        assert answer.status_code == 422
        assert codes_of(answer) == {field: code}

    async def test_neither_username_nor_email_nor_roles_can_be_changed_here(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        row = "SELECT concat_ws(' ', username, email, gender) FROM users WHERE id = :id"
        before = await scalar(service, row, id=person.id)
        changes = {"username": "other", "email": "other@example.com", "roles": ["super-admin"]}
        answer = await self.update(client, person, **changes, gender="male")
        assert refuses(answer, changes), answer.text
        assert await scalar(service, row, id=person.id) == before
        assert (
            await scalar(service, "SELECT gender FROM users WHERE id = :id", id=person.id) is None
        )

    async def test_an_ended_session_gets_no_fresh_token(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """A process that has not received the event still accepts the token."""
        person = await verified(client, service)
        await execute(service, "UPDATE sessions SET ended_at = now()")
        answer = await self.update(client, person, gender="male")
        assert (answer.status_code, answer.json()["code"]) == (401, "token.invalid")

    async def test_a_disabled_user_gets_none_either(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await execute(service, "UPDATE users SET active = false")
        assert (await self.update(client, person, gender="male")).status_code == 401

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        assert (await client.put("users/me", json={})).status_code == 401
        unverified = await signed_up(client)
        assert (await self.update(client, unverified)).status_code == 403
