import asyncio
from typing import Any

import httpx
import pytest
from contracts.identity import (
    OrganizationSubmitted,
    OrganizationUpdated,
    OtpRequested,
    ProfileUpdated,
    UserRegistered,
)
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    codes_of,
    organization_form,
    scalar,
    sign_up_form,
    signed_up,
)


class TestSignup:
    async def test_makes_an_unverified_candidate_with_a_session(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        form = sign_up_form(terms_version=3)
        person = await signed_up(client, form)
        assert person.user["verified_at"] is None
        accepted = "SELECT terms_version FROM users WHERE id = :id AND terms_accepted_at < now()"
        assert await scalar(service, accepted, id=person.id) == 3
        assert person.user["profiles"][0]["type"] == "candidate"
        claims = await service.context.verifier.verify(person.token)
        assert not claims.verified
        assert not claims.profiles[0].paid
        assert (await client.post("auth/refresh", headers=person.cookies)).status_code == 200

    async def test_a_repetition_makes_no_second_account_and_leads_to_the_sign_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        form, key = sign_up_form(), {"Idempotency-Key": "lost-on-the-way"}
        assert (await client.post("auth/signup", json=form, headers=key)).status_code == 201
        again = await client.post("auth/signup", json=form, headers=key)
        assert (again.status_code, again.json()["code"]) == (409, "request.already_done")
        assert await scalar(service, "SELECT count(*) FROM users") == 1
        stored = await scalar(service, "SELECT idempotency_keys::text FROM idempotency_keys")
        assert "access_token" not in stored and "lost-on-the-way" not in stored
        credentials = {name: form[name] for name in ("username", "password")}
        for _ in range(2):
            answer = await client.post("auth/login", json=credentials, headers=key)
            assert answer.status_code == 200

    async def test_publishes_it_to_the_other_services(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        (registered,) = await service.published(UserRegistered)
        (otp,) = await service.published(OtpRequested)
        (profile,) = await service.published(ProfileUpdated)
        assert registered.user_id == otp.user_id == profile.user_id == person.id
        assert otp.purpose == "verification"
        assert len(otp.code) == 6
        assert otp.code.isdigit()
        assert profile.profile_id == person.profile_id
        assert not profile.paid
        assert not profile.verified

    async def test_an_organization_begins_as_a_draft(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client, organization_form())
        profile = person.user["profiles"][0]
        assert profile["type"] == "organization"
        assert profile["approval"] == {"status": "draft", "comment": None}
        assert profile["organization_name_ar"] == "أكاديمية الاختبار"
        (updated,) = await service.published(OrganizationUpdated)
        assert str(updated.organization_id) == profile["organization_id"]
        assert updated.status == "draft"
        assert await service.published(OrganizationSubmitted) == []

    @pytest.mark.usefixtures("full_hashes")
    async def test_neither_password_nor_code_is_stored(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        (otp,) = await service.published(OtpRequested)
        stored = await scalar(
            service, "SELECT users::text || otps::text FROM users, otps WHERE users.id = :id",
            id=person.id,
        )  # fmt: skip
        assert "correct-horse-7" not in stored
        assert "$argon2id$v=19$m=19456,t=2,p=1$" in stored
        assert otp.code not in stored.split("\\x")[-1]

    async def test_names_and_addresses_are_levelled(self, client: httpx.AsyncClient) -> None:
        form = sign_up_form(
            username="Huda.Amri", email="Huda.Amri@Example.com", phone="050 765 4321",
            name_en="  Huda   Al-Amri ",
        )  # fmt: skip
        user = (await signed_up(client, form)).user
        assert user["username"] == "huda.amri"
        assert user["email"] == "huda.amri@example.com"
        assert user["phone"] == "+966507654321"
        assert user["name_en"] == "Huda Al-Amri"

    @pytest.mark.parametrize(
        ("form", "shown"),
        [
            ({"name_en": None, "name_ar": "هدى العمري"}, "هدى العمري"),
            ({"name_en": "Huda Al-Amri", "name_ar": None}, "Huda Al-Amri"),
        ],
    )
    async def test_a_name_in_one_script_is_shown_in_both(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        form: dict[str, str | None],
        shown: str,
    ) -> None:
        user = (await signed_up(client, sign_up_form(**form))).user
        assert (user["name_en"], user["name_ar"]) == (shown, shown)
        (event,) = await service.published(ProfileUpdated)
        assert (event.name_en, event.name_ar) == (shown, shown)

    async def test_a_taken_username_is_a_field_error_in_any_case(
        self, client: httpx.AsyncClient
    ) -> None:
        form = sign_up_form()
        await signed_up(client, form)
        again = sign_up_form(username=form["username"].upper())
        answer = await client.post("auth/signup", json=again)
        assert answer.status_code == 422
        assert codes_of(answer) == {"username": "username.taken"}

    async def test_a_username_is_suggested_that_is_free(self, client: httpx.AsyncClient) -> None:
        async def suggestion(email: str) -> str:
            answer = await client.post("auth/username/suggestion", json={"email": email})
            said: str = answer.json()["username"]
            return said

        assert await suggestion("Huda.Amri+x@example.com") == "huda.amri.x"
        person = await signed_up(client, sign_up_form(username="huda"))
        assert (await suggestion("huda@example.com")).startswith("huda.")
        # Independent of whether an account has the address.
        assert await suggestion(person.user["email"]) == person.user["email"].partition("@")[0]
        free = await suggestion("0501234567@example.com")
        assert (await client.post("auth/username/is-available", json={"username": free})).json()

    async def test_a_taken_username_does_not_reveal_whether_the_address_is(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await signed_up(client)
        taken = sign_up_form(username=person.user["username"])
        answers = [
            await client.post("auth/signup", json=taken | {"email": email})
            for email in (person.user["email"], "nobody@example.com")
        ]
        assert answers[0].text == answers[1].text
        assert codes_of(answers[0]) == {"username": "username.taken"}

    async def test_a_mobile_number_may_belong_to_several_accounts(
        self, client: httpx.AsyncClient
    ) -> None:
        person = await signed_up(client)
        other = await signed_up(client, sign_up_form(phone=person.user["phone"]))
        assert other.user["phone"] == person.user["phone"]

    async def test_two_at_once_make_one(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        username = sign_up_form()["username"]
        forms = [sign_up_form(username=username) for _ in range(4)]
        answers = await asyncio.gather(*(client.post("auth/signup", json=f) for f in forms))
        assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]
        lost = [answer for answer in answers if answer.status_code == 422]
        assert all(codes_of(answer) == {"username": "username.taken"} for answer in lost)
        assert await scalar(service, "SELECT count(*) FROM users") == 1
        assert len(await service.published(UserRegistered)) == 1

    @pytest.mark.parametrize(
        ("changes", "codes"),
        [
            ({"username": "ab"}, {"username": "username.invalid"}),
            ({"username": "-abc"}, {"username": "username.invalid"}),
            ({"username": "a b c"}, {"username": "username.invalid"}),
            ({"username": "admin"}, {"username": "username.reserved"}),
            ({"email": "nobody"}, {"email": "email.invalid"}),
            ({"phone": "12"}, {"phone": "phone.invalid"}),
            ({"phone": "+1 200"}, {"phone": "phone.invalid"}),
            ({"phone": "call me"}, {"phone": "phone.invalid"}),
            ({"name_en": "هدى"}, {"name_en": "name.not_latin"}),
            ({"name_en": "Huda 7"}, {"name_en": "name.not_latin"}),
            ({"name_ar": "Huda"}, {"name_ar": "name.not_arabic"}),
            ({"name_ar": ""}, {"name_ar": "field.string_too_short"}),
            ({"name_en": None, "name_ar": None}, {"name_en": "name.required"}),
            ({"name_en": None, "name_ar": "Huda"}, {"name_ar": "name.not_arabic"}),
            ({"locale": "fr"}, {"locale": "field.enum"}),
            ({"accept_terms": False}, {"accept_terms": "terms.required"}),
            ({"terms_version": 0}, {"terms_version": "field.greater_than_equal"}),
            ({"profile_type": "admin"}, {"profile_type": "field.literal_error"}),
            ({"profile_type": "staff"}, {"profile_type": "field.literal_error"}),
            (
                {"profile_type": "organization"},
                {"organization_name_en": "field.missing", "organization_name_ar": "field.missing"},
            ),
            ({"password": "Short1"}, {"password": "password.too_short"}),
            ({"password": "Password12345"}, {"password": "password.too_common"}),
            ({"username": "huda77", "password": "xhuda77xx"}, {"password": "password.too_short"}),
            ({"username": "huda.amri77", "password": "Huda.Amri77"},
             {"password": "password.own_data"}),
            ({"phone": "0501234567", "password": "my0501234567"},
             {"password": "password.own_data"}),
            ({"password": "a1" * 100}, {"password": "password.too_long"}),
        ],
    )  # fmt: skip
    async def test_bad_input_is_named_and_changes_nothing(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        changes: dict[str, Any],
        codes: dict[str, str],
    ) -> None:
        answer = await client.post("auth/signup", json=sign_up_form() | changes)
        assert answer.status_code == 422
        assert codes_of(answer) == codes
        assert await scalar(service, "SELECT count(*) FROM users") == 0

    async def test_there_are_no_rules_of_composition(self, client: httpx.AsyncClient) -> None:
        for password in ("correct horse battery staple", "كلمات كثيرة بلا صلة", "83014756291046"):
            await signed_up(client, sign_up_form(password=password))

    async def test_the_password_is_not_repeated_in_an_error(
        self, client: httpx.AsyncClient
    ) -> None:
        answer = await client.post("auth/signup", json=sign_up_form(password="hunter2", phone=""))
        assert "hunter2" not in answer.text


class TestUsernameAvailability:
    async def ask(self, client: httpx.AsyncClient, username: str) -> object:
        answer = await client.post("auth/username/is-available", json={"username": username})
        assert answer.status_code == 200
        return answer.json()

    async def test_is_a_bare_boolean(self, client: httpx.AsyncClient) -> None:
        person = await signed_up(client)
        assert await self.ask(client, "somebody-new") is True
        assert await self.ask(client, person.user["username"]) is False
        assert await self.ask(client, person.user["username"].upper()) is False

    async def test_reveals_nothing_of_addresses(self, client: httpx.AsyncClient) -> None:
        person = await signed_up(client)
        for email in (person.user["email"], "nobody@example.com"):
            assert await self.ask(client, email) is False

    async def test_is_false_for_names_that_cannot_be(self, client: httpx.AsyncClient) -> None:
        for name in ("", "a", "admin", "with space", "x" * 31, "اسم"):
            assert await self.ask(client, name) is False
