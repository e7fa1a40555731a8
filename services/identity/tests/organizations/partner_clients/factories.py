from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
from contracts.identity import PartnerClientChanged
from identity.config import Settings
from kit.database.db import utc_now
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    a_civil_number,
    execute,
    organization_form,
    renew,
    verified,
)


async def an_organization(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> tuple[Person, UUID]:
    """Return the owner of an organization that passes every gate, and its ID."""
    person = await verified(client, service, organization_form())
    organization_id = UUID(person.user["profiles"][0]["organization_id"])
    await execute(
        service, "UPDATE organizations SET status = 'approved' WHERE id = :id", id=organization_id
    )
    await let_through(client, service, person)
    return person, organization_id


async def let_through(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], person: Person
) -> None:
    """Let a person's profiles pass every gate."""
    values = {"id": person.id, "number": a_civil_number()}
    await execute(
        service,
        "UPDATE profiles SET approval_status = 'approved', paid = true, image_key = 'a'"
        " WHERE user_id = :id",
        id=person.id,
    )
    await execute(service, "UPDATE users SET civil_number = :number WHERE id = :id", **values)
    await renew(client, person)


def client_form(**changes: Any) -> dict[str, Any]:
    ends = utc_now() + timedelta(days=90)
    form = {
        "name": "Warehouse system",
        "permissions": ["view-batch", "view-enrollments"],
        "expires_at": ends.isoformat(),
    }
    return form | changes


async def a_client(client: httpx.AsyncClient, person: Person, **changes: Any) -> dict[str, Any]:
    """Create a client and return it with its secret."""
    body = client_form(**changes)
    answer = await client.post("partner-clients", json=body, headers=person.headers)
    assert answer.status_code == 201, answer.text
    issued: dict[str, Any] = answer.json()
    return issued


async def ask(client: httpx.AsyncClient, issued: dict[str, Any], **form: str) -> httpx.Response:
    """Request a token by HTTP Basic."""
    credentials = issued["id"], issued["client_secret"]
    body = {"grant_type": "client_credentials"} | form
    return await client.post("auth/token", data=body, auth=credentials)


async def a_token(client: httpx.AsyncClient, issued: dict[str, Any]) -> str:
    answer = await ask(client, issued)
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["access_token"]
    return token


async def hear(service: ServiceUnderTest[Settings]) -> None:
    """Deliver the broadcasts about clients to the verifier."""
    for event in await service.published(PartnerClientChanged):
        service.context.verifier.client_changed(event)
