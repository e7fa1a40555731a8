import asyncio
from uuid import UUID

import httpx
from contracts.identity import (
    EmailChanged,
    OrganizationUpdated,
    OtpRequested,
    ProfileUpdated,
    SessionEnded,
    SignUpAttempted,
)
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    PASSWORD,
    Person,
    codes_of,
    execute,
    last_code,
    organization_form,
    scalar,
    sign_up_form,
    signed_up,
    verified,
    wrong,
)

Service = ServiceUnderTest[Settings]
PATH = "users/me/email"


async def ask(
    client: httpx.AsyncClient, person: Person, email: str, password: str | None = None
) -> httpx.Response:
    body = {"email": email} | ({"password": password} if password else {})
    return await client.post(PATH, json=body, headers=person.headers)


async def confirm(client: httpx.AsyncClient, person: Person, code: str) -> httpx.Response:
    return await client.post(f"{PATH}/confirm", json={"code": code}, headers=person.headers)


async def let_ask_again(service: Service) -> None:
    await execute(service, "UPDATE otps SET created_at = created_at - interval '2 minutes'")


async def email_of(service: Service, user_id: UUID) -> str:
    found: str = await scalar(service, f"SELECT email FROM users WHERE id = '{user_id}'")
    return found


async def test_a_known_person_gives_the_password_and_the_former_address_is_notified(
    client: httpx.AsyncClient, service: Service
) -> None:
    person = await verified(client, service)
    former = person.user["email"]
    login = {"username": person.user["username"], "password": PASSWORD}
    await client.post("auth/login", json=login)
    client.cookies.clear()
    for password, code in ((None, "field.missing"), ("no", "password.current_wrong")):
        refused = await ask(client, person, "new@example.com", password)
        assert (refused.status_code, codes_of(refused)) == (422, {"password": code})
    same = await ask(client, person, former.upper(), PASSWORD)
    assert codes_of(same) == {"email": "email.unchanged"}
    reset = {"email": former}
    await client.post("auth/send-reset-password-otp", json=reset)

    asked = await ask(client, person, "New@example.com", PASSWORD)
    assert (asked.status_code, asked.json()["resend_in"] > 0) == (202, True)
    sent = (await service.published(OtpRequested))[-1]
    assert (sent.email, sent.purpose) == ("new@example.com", "email_change")
    too_soon = await ask(client, person, "other@example.com", PASSWORD)
    assert (too_soon.status_code, too_soon.json()["code"]) == (429, "one_time_code.too_soon")
    assert await email_of(service, person.id) == former
    missed = await confirm(client, person, wrong(sent.code))
    assert codes_of(missed) == {"code": "one_time_code.invalid"}
    # Of concurrent requests, one succeeds.
    answers = await asyncio.gather(*(confirm(client, person, sent.code) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (done,) = [answer for answer in answers if answer.status_code == 200]
    assert done.json()["user"]["email"] == "new@example.com"
    (notice,) = await service.published(EmailChanged)
    assert (notice.email, notice.user_id) == (former, person.id)
    assert len(await service.published(SessionEnded)) == 1
    assert (await service.published(ProfileUpdated))[-1].email == "new@example.com"
    # Codes sent to the former address are void, and the address is free.
    open_codes = f"SELECT count(*) FROM otps WHERE user_id = '{person.id}' AND used_at IS NULL"
    assert await scalar(service, open_codes) == 0
    await signed_up(client, sign_up_form(email=former))
    assert await scalar(service, "SELECT count(*) FROM users WHERE decoy") == 0


async def test_before_an_address_is_proven_none_is_notified_and_no_password_needed(
    client: httpx.AsyncClient, service: Service
) -> None:
    owner = await verified(client, service)
    decoy = await signed_up(client, organization_form(email=owner.user["email"]))
    published = len(await service.published(OrganizationUpdated))
    assert (await ask(client, decoy, "mine@example.com")).status_code == 202
    answer = await confirm(client, decoy, await last_code(service, decoy.id))
    assert answer.json()["user"]["verified_at"] and not await service.published(EmailChanged)
    assert (await service.context.verifier.verify(answer.json()["access_token"])).verified
    # The decoy has become an account of its own.
    assert await scalar(service, "SELECT count(*) FROM users WHERE decoy") == 0
    organizations = (await service.published(OrganizationUpdated))[published:]
    assert [each.email for each in organizations] == ["mine@example.com"]
    assert (await service.published(ProfileUpdated))[-1].user_id == decoy.id
    assert await email_of(service, owner.id) == owner.user["email"]


async def test_a_taken_address_is_answered_like_any_other_and_its_owner_mailed(
    client: httpx.AsyncClient, service: Service
) -> None:
    owner, person = await verified(client, service), await verified(client, service)
    sent = len(await service.published(OtpRequested))
    free = await ask(client, await verified(client, service), "free@example.com", PASSWORD)
    for number in range(1, 6):
        await let_ask_again(service)
        taken = await ask(client, person, owner.user["email"], PASSWORD)
        assert (taken.status_code, taken.json()) == (free.status_code, free.json())
        assert len(await service.published(SignUpAttempted)) == min(number, 3)
    requested = await service.published(OtpRequested)
    assert [each.email for each in requested[sent + 1 :]] == ["free@example.com"]
    guess = await confirm(client, person, "000000")
    assert codes_of(guess) == {"code": "one_time_code.invalid"}


async def test_of_two_who_prove_an_address_at_once_one_has_it(
    client: httpx.AsyncClient, service: Service
) -> None:
    people = [await signed_up(client) for _ in range(2)]
    for person in people:
        assert (await ask(client, person, "shared@example.com")).status_code == 202
    codes = [await last_code(service, person.id) for person in people]
    answers = await asyncio.gather(
        *(confirm(client, person, code) for person, code in zip(people, codes, strict=True))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (refused,) = [answer for answer in answers if answer.is_error]
    assert refused.json()["code"] == "email.taken"
