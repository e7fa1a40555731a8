import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID

import altcha
import httpx
from contracts import Permission
from contracts.identity import OtpRequested
from identity.config import Settings
from identity.demo.civil_numbers import civil_number
from kit.database.db import new_id
from kit.testing import ServiceUnderTest
from PIL import Image
from sqlalchemy import text

Queries = Callable[[], AbstractContextManager[list[str]]]
"""Type of the fixture `queries`."""
PASSWORD = "correct-horse-7"
NEW_PASSWORD = "an entirely new 42"
_numbers = count(1)


@dataclass(slots=True)
class Person:
    """A person who has signed up, with the resulting session."""

    user: dict[str, Any]
    token: str
    refresh_token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def cookies(self) -> dict[str, str]:
        return {"Cookie": f"refresh_token={self.refresh_token}"}

    @property
    def id(self) -> UUID:
        return UUID(self.user["id"])

    @property
    def profile_id(self) -> UUID:
        return UUID(self.user["profiles"][0]["id"])

    @property
    def organization_id(self) -> UUID:
        return UUID(self.user["profiles"][0]["organization_id"])

    def use(self, answer: httpx.Response) -> None:
        """Continue with the token and user of a response."""
        assert answer.is_success, answer.text
        self.user, self.token = answer.json()["user"], answer.json()["access_token"]


def sign_up_form(**changes: Any) -> dict[str, Any]:
    number = next(_numbers)
    form = {
        "profile_type": "candidate",
        "username": f"person{number}",
        "email": f"person{number}@example.com",
        "phone": f"+96650{number:07d}",
        "password": PASSWORD,
        "name_en": "Huda Al Amri",
        "name_ar": "هدى العمري",
        "locale": "en",
        "accept_terms": True,
    }
    return form | changes


def organization_form(**changes: Any) -> dict[str, Any]:
    names = {"organization_name_en": "Test Academy", "organization_name_ar": "أكاديمية الاختبار"}
    return sign_up_form(profile_type="organization", **names) | changes


async def signed_up(client: httpx.AsyncClient, form: dict[str, Any] | None = None) -> Person:
    answer = await client.post("auth/signup", json=form or sign_up_form())
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    body = answer.json()
    return Person(body["user"], body["access_token"], answer.cookies["refresh_token"])


async def last_code(service: ServiceUnderTest[Settings], user_id: UUID) -> str:
    sent = [otp for otp in await service.published(OtpRequested) if otp.user_id == user_id]
    return sent[-1].code


async def verified(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    form: dict[str, Any] | None = None,
) -> Person:
    person = await signed_up(client, form)
    code = await last_code(service, person.id)
    person.use(await client.post("auth/verify-otp", json={"code": code}, headers=person.headers))
    return person


PLACE = {"id": "0199a0a0-0000-7000-8000-000000000000", "name_en": "Riyadh", "name_ar": "الرياض"}
DETAILS = {
    "name_en": "Test Academy",
    "name_ar": "أكاديمية الاختبار",
    "commercial_number": "1010123456",
    "tax_number": "300012345600003",
}
CONTACT = {
    "contact_name": "Huda Al Amri",
    "contact_phone": "0501234567",
    "email": "office@academy.example",
    "website": "academy.example",
}
ADDRESS = {"country": PLACE, "state": PLACE, "line1": "King Fahd Road 5"}


async def an_organization(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], **given: Any
) -> Person:
    """Return the owner of an organization that lacks only documents."""
    person = await verified(client, service, organization_form())
    details = DETAILS | await _free_numbers(service)
    for step, body in (("details", details), ("contact", CONTACT), ("address", ADDRESS)):
        answer = await client.put(
            f"organizations/me/{step}",
            json=body | {key: value for key, value in given.items() if key in body},
            headers=person.headers,
        )
        assert answer.status_code == 200, answer.text
    await execute(
        service,
        "UPDATE organizations SET image_key = 'profiles/a-logo-nobody-can-guess' WHERE id = :id",
        id=person.organization_id,
    )
    return person


async def _free_numbers(service: ServiceUnderTest[Settings]) -> dict[str, str]:
    """Return the numbers of `DETAILS` for a test's first organization, then the following ones."""
    count = await scalar(service, "SELECT count(commercial_number) FROM organizations")
    return {
        "commercial_number": f"{int(DETAILS['commercial_number']) + count}",
        "tax_number": f"{int(DETAILS['tax_number']) + 10 * count}",
    }


async def submit(client: httpx.AsyncClient, person: Person) -> httpx.Response:
    """Submit the person's profile for approval."""
    url = f"profiles/{person.profile_id}/submissions"
    return await client.post(url, headers=person.headers)


async def a_submitted_organization(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], **given: Any
) -> Person:
    """Return the owner of a submitted organization."""
    person = await an_organization(client, service, **given)
    answer = await submit(client, person)
    assert answer.status_code == 201, answer.text
    return person


async def renew(client: httpx.AsyncClient, person: Person) -> None:
    """Fetch a token that reflects changes by others."""
    answer = await client.post("auth/refresh", headers=person.cookies)
    person.refresh_token = answer.cookies.get("refresh_token") or person.refresh_token
    client.cookies.clear()
    person.use(answer)


async def sign_in_again(client: httpx.AsyncClient, person: Person) -> None:
    """Open a new session after all others have ended."""
    body = {"username": person.user["username"], "password": PASSWORD}
    answer = await client.post("auth/login", json=body)
    person.refresh_token = answer.cookies["refresh_token"]
    client.cookies.clear()
    person.use(answer)


async def accept(
    client: httpx.AsyncClient, token: str, person: Person | None = None, **changes: Any
) -> httpx.Response:
    """Accept an invitation, as a signed-in person or with a password."""
    form = {} if person else {"password": NEW_PASSWORD, "accept_terms": True}
    answer = await client.post(
        "auth/invitation/accept",
        json={"token": token} | form | changes,
        headers=person.headers if person else {},
    )
    client.cookies.clear()
    return answer


async def reset_request(client: httpx.AsyncClient, email: str) -> str:
    """Request a reset code and return the token to send with it."""
    answer = await client.post("auth/send-reset-password-otp", json={"email": email})
    assert answer.status_code == 202, answer.text
    request: str = answer.json()["request"]
    return request


async def reset_token(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person
) -> str:
    request = await reset_request(client, person.user["email"])
    body = {"request": request, "code": await last_code(service, person.id)}
    answer = await client.post("auth/verify-reset-password-otp", json=body)
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["reset_token"]
    return token


async def admin(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], *permissions: Permission
) -> Person:
    """Return an identified admin with these permissions."""
    person = await verified(client, service)
    role, values = new_id(), {"user": person.id, "number": a_civil_number()}
    await execute(service, "UPDATE profiles SET type = 'admin' WHERE user_id = :user", **values)
    await execute(service, "UPDATE users SET civil_number = :number WHERE id = :user", **values)
    await execute(
        service,
        "INSERT INTO roles (id, slug, name_en, name_ar, system)"
        " VALUES (:role, :slug, '', '', false)",
        role=role,
        slug=str(role),
    )
    for permission in permissions:
        await execute(
            service,
            "INSERT INTO role_permissions VALUES (:role, :slug)",
            role=role,
            slug=permission.value,
        )
    await execute(
        service,
        "INSERT INTO profile_roles VALUES (:profile, :role)",
        role=role,
        profile=person.profile_id,
    )
    person.use(await client.post("auth/refresh", headers=person.cookies))
    client.cookies.clear()
    return person


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10 ** len(code):0{len(code)}d}"


@asynccontextmanager
async def new_browser(
    service: ServiceUnderTest[Settings], address: str = "127.0.0.1"
) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client without cookies, at this address."""
    transport = httpx.ASGITransport(service.app, raise_app_exceptions=False, client=(address, 1))
    base_url = "http://test/api/v1/"
    async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
        yield client


async def proof_for(client: httpx.AsyncClient, name: str) -> str:
    """Solve a challenge for the name and return the proof."""
    answer = await client.post("auth/challenge", json={"username": name})
    challenge = altcha.Challenge.from_dict(answer.json())
    solution = await asyncio.to_thread(altcha.solve_challenge, challenge)
    assert solution
    return altcha.Payload(challenge, solution).to_base64()


async def execute(service: ServiceUnderTest[Settings], statement: str, **values: Any) -> None:
    async with service.database.engine.begin() as connection:
        await connection.execute(text(statement), values)


async def scalar(service: ServiceUnderTest[Settings], statement: str, **values: Any) -> Any:
    async with service.database.engine.begin() as connection:
        return (await connection.execute(text(statement), values)).scalar()


def a_civil_number() -> str:
    return civil_number(500_000 + next(_numbers))


def picture(width: int = 300, height: int = 200, kind: str = "JPEG", **save: Any) -> bytes:
    """Draw a picture whose left half is red and right half blue."""
    image = Image.new("RGB", (width, height), "red")
    image.paste("blue", (width // 2, 0, width, height))
    target = io.BytesIO()
    image.save(target, kind, **save)
    return target.getvalue()


def pdf(*extra: bytes) -> bytes:
    """Build a PDF of one empty page with additional objects."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
        *extra,
    )
    body = b"".join(
        b"%d 0 obj%sendobj\n" % (number, each) for number, each in enumerate(objects, 1)
    )
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF\n"


def refuses(answer: httpx.Response, unknown: dict[str, Any]) -> bool:
    """Return True if the response rejects exactly these fields as unknown."""
    expected = dict.fromkeys(unknown, "field.extra_forbidden")
    return (answer.status_code, codes_of(answer)) == (422, expected)


def codes_of(answer: httpx.Response) -> dict[str, str]:
    """Return error codes by field; the last one of each."""
    return {item["field"]: item["code"] for item in answer.json().get("fields", [])}
