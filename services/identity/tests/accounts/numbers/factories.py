from typing import Any
from uuid import UUID

import httpx
from contracts import Permission
from contracts.payments import ChargePaid
from contracts.testing import event
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, a_civil_number, admin, pdf, picture, verified

PDF = pdf()


def paid_enrollment(person: Person, **changes: Any) -> ChargePaid:
    payer = {"payer_profile_id": person.profile_id, "payer_user_id": person.id}
    return event(ChargePaid, **payer | changes)


PASSPORT = {"passport_number": "A1234567", "passport_country": "EG"}


async def update(client: httpx.AsyncClient, person: Person, **changes: Any) -> httpx.Response:
    return await client.put("users/me", json=changes, headers=person.headers)


async def with_number(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], number: str | None = None
) -> Person:
    person = await verified(client, service)
    person.use(await update(client, person, civil_number=number or a_civil_number()))
    return person


async def with_fixed_number(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> Person:
    person = await with_number(client, service)
    await service.deliver(paid_enrollment(person))
    return person


async def ask(
    client: httpx.AsyncClient, person: Person, content: bytes | None = None, **fields: str
) -> httpx.Response:
    return await client.post(
        "users/me/number-cases",
        data=fields,
        files={"file": ("card.jpg", picture() if content is None else content)},
        headers=person.headers,
    )


async def claim(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> tuple[Person, Person, str]:
    """Return the holder of a number, another claimant, and the number."""
    number = a_civil_number()
    holder = await with_number(client, service, number)
    claimant = await verified(client, service)
    claimant.use(await ask(client, claimant, civil_number=number))
    return holder, claimant, number


async def own_cases(client: httpx.AsyncClient, person: Person) -> list[dict[str, Any]]:
    answer = await client.get("users/me/number-cases", headers=person.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def a_decider(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    allowed = (Permission.VIEW_USERS, Permission.EDIT_USER, Permission.EDIT_SIGN_IN_DETAILS)
    return await admin(client, service, *allowed)


async def detail(client: httpx.AsyncClient, boss: Person, case_id: str | UUID) -> dict[str, Any]:
    answer = await client.get(f"users/number-cases/{case_id}", headers=boss.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def decide(
    client: httpx.AsyncClient, boss: Person, case_id: str, decision: str, **changes: Any
) -> httpx.Response:
    seen = await detail(client, boss, case_id)
    body = {"decision": decision, "comment": "The card shows it.", "version": seen["version"]}
    return await client.post(
        f"users/number-cases/{case_id}/decisions", json=body | changes, headers=boss.headers
    )
