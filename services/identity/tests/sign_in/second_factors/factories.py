import base64
import time
from dataclasses import dataclass

import httpx
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

from services.identity.tests.factories import PASSWORD, Person, wrong


@dataclass(slots=True)
class App:
    """An authenticator app with its secret and recovery codes."""

    secret: bytes
    recovery_codes: list[str]

    def code(self, steps: int = 0) -> str:
        """Compute the code of the current time step plus `steps`."""
        step = int(time.time()) // 30 + steps
        return HOTP(self.secret, 6, SHA1()).generate(step).decode()

    def wrong_code(self) -> str:
        """Return a code that is not valid around now."""
        near = {self.code(steps) for steps in range(-3, 4)}
        code = wrong(self.code())
        while code in near:
            code = wrong(code)
        return code


async def begin(client: httpx.AsyncClient, person: Person) -> App:
    body = {"password": PASSWORD}
    answer = await client.post("auth/second-factor", json=body, headers=person.headers)
    assert answer.status_code == 201, answer.text
    return App(base64.b32decode(answer.json()["secret"]), [])


async def with_second_factor(client: httpx.AsyncClient, person: Person) -> App:
    """Set up an app; its current and next codes are unused."""
    app = await begin(client, person)
    body = {"code": app.code(-1)}
    answer = await client.post("auth/second-factor/confirm", json=body, headers=person.headers)
    person.use(answer)
    app.recovery_codes = answer.json()["recovery_codes"]
    return app


async def challenge(client: httpx.AsyncClient, person: Person, password: str = PASSWORD) -> str:
    """Sign in with the password and return the challenge."""
    body = {"username": person.user["username"], "password": password}
    answer = await client.post("auth/login", json=body)
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["second_factor"]["challenge"]
    return token


async def hand_in(client: httpx.AsyncClient, token: str, code: str) -> httpx.Response:
    body = {"challenge": token, "code": code}
    answer = await client.post("auth/login/second-factor", json=body)
    client.cookies.clear()
    return answer


async def sign_in(client: httpx.AsyncClient, person: Person, code: str) -> httpx.Response:
    return await hand_in(client, await challenge(client, person), code)
