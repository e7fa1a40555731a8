from typing import Any
from uuid import UUID

import httpx
from contracts.enrollment import EnrollmentChanged
from contracts.testing import event
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    a_civil_number,
    execute,
    organization_form,
    renew,
    verified,
)


def organization_id_of(person: Person) -> UUID:
    return UUID(person.user["profiles"][0]["organization_id"])


async def an_organization(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], **names: str
) -> Person:
    """Return the owner of an approved organization that passes every gate."""
    person = await verified(client, service, organization_form(**names))
    values = {"user": person.id, "number": a_civil_number()}
    for statement in (
        "UPDATE users SET civil_number = :number WHERE id = :user AND :number <> ''",
        "UPDATE organizations SET status = 'approved' WHERE :number <> '' AND id ="
        " (SELECT organization_id FROM profiles WHERE user_id = :user)",
        "UPDATE profiles SET approval_status = 'approved', paid = true, image_key = 'picture'"
        " WHERE user_id = :user AND :number <> ''",
    ):
        await execute(service, statement, **values)
    await renew(client, person)
    return person


def enrolled(candidate: Person, organization: Person, **changes: Any) -> EnrollmentChanged:
    """Build the event of an enrollment in a batch of the organization."""
    values = {
        "candidate_profile_id": candidate.profile_id,
        "candidate_user_id": candidate.id,
        "organization_id": organization_id_of(organization),
    }
    return event(EnrollmentChanged, **values | changes)


async def usernames(client: httpx.AsyncClient, who: Person, **filters: Any) -> list[str]:
    """List the usernames that match the filters."""
    answer = await client.get("candidates", params=filters, headers=who.headers)
    assert answer.status_code == 200, answer.text
    found = [row["username"] for row in answer.json()["data"]]
    assert answer.json()["meta"]["total"] == len(found)
    return found
