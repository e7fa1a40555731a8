"""Sign-in names: username, email address, civil number, or the phone number of one verified
account.
"""

import httpx
import pytest
from identity.accounts.accounts.rules import normalize_sign_in_name
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Person,
    Queries,
    a_civil_number,
    codes_of,
    execute,
    proof_for,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)

PHONE = "+966501234567"
TYPED = ("+966501234567", "0501234567", "00966501234567", "050 123 4567", "٠٥٠١٢٣٤٥٦٧",
         "+966 (50) 123-4567")  # fmt: skip


async def login(
    client: httpx.AsyncClient, name: str, password: str = PASSWORD, proof: str | None = None
) -> httpx.Response:
    body = {"username": name, "password": password, "proof": proof}
    answer = await client.post("auth/login", json=body)
    client.cookies.clear()
    return answer


async def with_phone(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], **changes: str
) -> Person:
    return await verified(client, service, sign_up_form(phone=PHONE, **changes))


@pytest.mark.parametrize("typed", TYPED)
def test_a_phone_number_is_one_name_however_it_is_typed(typed: str) -> None:
    assert normalize_sign_in_name(typed) == PHONE


@pytest.mark.parametrize("name", ["huda.amri", "5s", "a0501234567", "1234567", "0501@x.example"])
def test_other_names_stay(name: str) -> None:
    assert normalize_sign_in_name(name) == name


class TestPhone:
    @pytest.mark.parametrize("typed", TYPED)
    async def test_signs_in_in_any_usual_form(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], typed: str
    ) -> None:
        person = await with_phone(client, service)
        answer = await login(client, typed)
        assert answer.json()["user"]["id"] == str(person.id)

    async def test_signs_in_nobody_once_two_verified_accounts_have_it(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_phone(client, service)
        await with_phone(client, service, password="another-horse-8")
        unknown = await login(client, "0509999999")
        for password in (PASSWORD, "another-horse-8"):
            answer = await login(client, PHONE, password)
            assert answer.status_code == 401
            assert answer.json()["code"] == unknown.json()["code"] == "sign_in.invalid_credentials"

    async def test_an_unverified_account_neither_has_it_nor_takes_it_away(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await signed_up(client, sign_up_form(phone=PHONE))
        assert (await login(client, PHONE)).status_code == 401
        person = await with_phone(client, service)
        assert (await login(client, PHONE)).json()["user"]["id"] == str(person.id)


class TestCivilNumber:
    async def test_signs_in_in_any_digits(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, number = await verified(client, service), a_civil_number()
        await execute(service, "UPDATE users SET civil_number = :number", number=number)
        arabic = "".join(chr(ord("٠") + int(digit)) for digit in number)
        for typed in (number, f" {arabic} "):
            assert (await login(client, typed)).json()["user"]["id"] == str(person.id)

    async def test_is_its_holders_though_somebody_is_called_so(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        """Old usernames may look like numbers."""
        other, person, number = (
            await signed_up(client),
            await verified(client, service),
            a_civil_number(),
        )
        for column, of in (("username", other), ("civil_number", person)):
            await execute(
                service,
                f"UPDATE users SET {column} = :number WHERE id = :id",
                number=number,
                id=of.id,
            )
        assert (await login(client, number)).json()["user"]["id"] == str(person.id)

    @pytest.mark.parametrize("username", ["0501234567", "1000000008"])
    async def test_nobody_is_called_so_any_more(
        self, client: httpx.AsyncClient, username: str
    ) -> None:
        answer = await client.post("auth/signup", json=sign_up_form(username=username))
        assert codes_of(answer) == {"username": "username.looks_like_number"}


class TestNothingIsRevealed:
    @pytest.mark.parametrize("form", ["username", "email", "civil_number", "phone"])
    async def test_known_and_unknown_names_answer_and_ask_the_same(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        queries: Queries,
        form: str,
    ) -> None:
        person, number = await with_phone(client, service), a_civil_number()
        await execute(service, "UPDATE users SET civil_number = :number", number=number)
        user = person.user | {"civil_number": number}
        unknown = {
            "username": "nobody.here",
            "email": "nobody@example.com",
            "civil_number": a_civil_number(),
            "phone": "+966509876543",
        }
        asked = []
        for name in (user[form], unknown[form]):
            with queries() as statements:
                answers = [await login(client, name, "wrong-one-123") for _ in range(6)]
            codes = [
                (a.status_code, a.json()["code"], a.headers.get("retry-after")) for a in answers
            ]
            asked.append((codes, len(statements)))
        assert asked[0] == asked[1]
        assert [status for status, _, _ in asked[0][0]] == [401] * 5 + [429]

    async def test_all_forms_of_a_phone_number_count_as_one_name(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_phone(client, service)
        for typed in TYPED[:5]:
            assert (await login(client, typed, "wrong-one-123")).status_code == 401
        assert (await login(client, TYPED[5])).status_code == 429
        assert await scalar(service, "SELECT count(*) FROM failed_attempts") == 2

    async def test_a_proof_is_good_for_each_form(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_phone(client, service)
        await login(client, PHONE, "wrong-one-123")
        await execute(service, "UPDATE failed_attempts SET count = 10, blocked_until = NULL")
        refused = await login(client, PHONE)
        assert refused.json()["code"] == "proof.required"
        # Not about the requester's own count.
        await execute(service, "UPDATE failed_attempts SET blocked_until = NULL")
        answer = await login(client, "0501234567", proof=await proof_for(client, "050 123 4567"))
        assert answer.status_code == 200
