import base64

import httpx
from contracts.identity import SecurityChange, SecurityChanged, SessionEnded
from identity.config import Settings
from identity.sign_in.signing.service import SEALING_CONTEXT
from kit.security.sealing import unseal
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, Person, codes_of, execute, scalar, verified
from services.identity.tests.sign_in.second_factors.factories import (
    App,
    begin,
    sign_in,
    with_second_factor,
)

PATH = "auth/second-factor"
KEY = {"Idempotency-Key": "lost-on-the-way"}


async def changes(service: ServiceUnderTest[Settings]) -> list[SecurityChange]:
    return [SecurityChange(event.change) for event in await service.published(SecurityChanged)]


async def turn_off(
    client: httpx.AsyncClient, person: Person, code: str, password: str = PASSWORD
) -> httpx.Response:
    body = {"password": password, "code": code}
    return await client.post(f"{PATH}/turn-off", json=body, headers=person.headers)


class TestTurningOn:
    async def test_takes_the_password_and_a_first_code_and_ends_other_sessions(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        login = {"username": person.user["username"], "password": PASSWORD}
        await client.post("auth/login", json=login)
        client.cookies.clear()
        refused = await client.post(PATH, json={"password": "no"}, headers=person.headers)
        assert codes_of(refused) == {"password": "password.current_wrong"}
        first = await begin(client, person)
        app = await begin(client, person)
        for code in (app.wrong_code(), first.code()):
            answer = await client.post(
                f"{PATH}/confirm", json={"code": code}, headers=person.headers
            )
            assert (answer.status_code, codes_of(answer)) == (
                422,
                {"code": "second_factor.invalid"},
            )
        # Not active before the first right code.
        assert "access_token" in (await client.post("auth/login", json=login)).json()
        client.cookies.clear()
        answer = await client.post(
            f"{PATH}/confirm", json={"code": app.code()}, headers=person.headers
        )
        person.use(answer)
        assert len(set(answer.json()["recovery_codes"])) == 10
        state = (await client.get(PATH, headers=person.headers)).json()
        assert state["since"] and (state["recovery_codes"], state["enforced"]) == (10, False)
        assert len(await service.published(SessionEnded)) == 2
        assert await changes(service) == [SecurityChange.SECOND_FACTOR_ON]
        again = await client.post(PATH, json={"password": PASSWORD}, headers=person.headers)
        assert (again.status_code, again.json()["code"]) == (409, "second_factor.already_enabled")

    async def test_keeps_no_secret_that_can_be_read(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        sealed = await scalar(service, "SELECT sealed FROM second_factors")
        master = service.settings.signing_key.get_secret_value()
        assert app.secret not in sealed
        assert unseal([master], SEALING_CONTEXT, f"second-factor:{person.id}", sealed) == app.secret
        # A row copied to another user cannot be opened.
        assert unseal([master], SEALING_CONTEXT, "second-factor:another", sealed) is None
        stored = await scalar(
            service,
            "SELECT string_agg(rows::text, '') FROM (SELECT outbox::text AS rows FROM outbox"
            " UNION ALL SELECT recovery_codes::text FROM recovery_codes"
            " UNION ALL SELECT users::text FROM users) AS all_rows",
        )
        assert "second_factor_at" in stored
        for secret in (base64.b32encode(app.secret).decode(), *app.recovery_codes):
            assert secret not in stored
            assert secret.replace("-", "") not in stored

    async def test_is_for_verified_users_of_their_own_account(
        self, client: httpx.AsyncClient
    ) -> None:
        for path in (PATH, f"{PATH}/confirm", f"{PATH}/turn-off", f"{PATH}/recovery-codes"):
            assert (await client.post(path, json={})).status_code == 401
        assert (await client.get(PATH)).status_code == 401


class TestTurningOff:
    async def test_takes_the_password_and_a_code(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        refused = await turn_off(client, person, app.code(), "not-mine")
        assert codes_of(refused) == {"password": "password.current_wrong"}
        refused = await turn_off(client, person, app.wrong_code())
        assert codes_of(refused) == {"code": "second_factor.invalid"}
        assert (await turn_off(client, person, app.code())).status_code == 204
        login = {"username": person.user["username"], "password": PASSWORD}
        assert "access_token" in (await client.post("auth/login", json=login)).json()
        assert await scalar(service, "SELECT count(*) FROM recovery_codes") == 0
        assert (await changes(service))[-1] is SecurityChange.SECOND_FACTOR_OFF
        again = await turn_off(client, person, app.code(1))
        assert (again.status_code, again.json()["code"]) == (409, "second_factor.not_enabled")

    async def test_guesses_wait(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app = await with_second_factor(client, person)
        for _ in range(5):
            assert (await turn_off(client, person, app.wrong_code())).status_code == 422
        assert (await turn_off(client, person, app.code())).status_code == 429

    async def test_a_new_password_leaves_it_on(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        from services.identity.tests.factories import reset_token

        person = await verified(client, service)
        app = await with_second_factor(client, person)
        token = await reset_token(client, service, person)
        await execute(service, "UPDATE failed_attempts SET count = 5")
        body = {"reset_token": token, "password": "another-horse-for-trying-out"}
        assert (await client.post("auth/reset-password", json=body)).status_code == 204
        login = {"username": person.user["username"], "password": body["password"]}
        answer = await client.post("auth/login", json=login)
        assert set(answer.json()) == {"second_factor"}
        token = answer.json()["second_factor"]["challenge"]
        done = await client.post(
            "auth/login/second-factor", json={"challenge": token, "code": app.code()}
        )
        assert done.status_code == 200


class TestRecoveryCodes:
    async def test_new_ones_void_those_before(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        app: App = await with_second_factor(client, person)
        path = f"{PATH}/recovery-codes"
        refused = await client.post(path, json={"password": "no"}, headers=person.headers)
        assert refused.status_code == 422
        answer = await client.post(path, json={"password": PASSWORD}, headers=person.headers)
        newer = answer.json()["recovery_codes"]
        assert len(newer) == 10 and not set(newer) & set(app.recovery_codes)
        assert (await sign_in(client, person, app.recovery_codes[0])).status_code == 422
        assert (await sign_in(client, person, newer[0])).status_code == 200
        assert (await changes(service))[-2:] == [
            SecurityChange.RECOVERY_CODES_RENEWED,
            SecurityChange.RECOVERY_CODE_USED,
        ]


class TestRepetitions:
    async def test_of_turning_on_get_a_token_and_codes_that_work(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        body, headers = {"password": PASSWORD}, person.headers | KEY
        for _ in range(2):
            answer = await client.post(PATH, json=body, headers=headers)
            assert answer.status_code == 201, answer.text
        app = await begin(client, person)
        body = {"code": app.code(-1)}
        answers = [
            await client.post(f"{PATH}/confirm", json=body, headers=headers) for _ in range(2)
        ]
        assert [each.status_code for each in answers] == [200, 200], answers[1].text
        assert await changes(service) == [SecurityChange.SECOND_FACTOR_ON]
        person.use(answers[1])
        await self.accepts_the_last(client, person, answers)

    async def test_of_renewing_codes_get_codes_that_work(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await with_second_factor(client, person)
        path, body = f"{PATH}/recovery-codes", {"password": PASSWORD}
        headers = person.headers | KEY
        answers = [await client.post(path, json=body, headers=headers) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 200], answers[1].text
        assert (await changes(service))[1:] == [SecurityChange.RECOVERY_CODES_RENEWED]
        await self.accepts_the_last(client, person, answers)

    async def accepts_the_last(
        self, client: httpx.AsyncClient, person: Person, answers: list[httpx.Response]
    ) -> None:
        first, last = (each.json()["recovery_codes"][0] for each in answers)
        assert (await sign_in(client, person, first)).status_code == 422
        assert (await sign_in(client, person, last)).status_code == 200
