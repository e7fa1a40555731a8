from typing import Any
from uuid import UUID

import httpx
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission
from identity.administration.roles.service import ensure_system_roles
from identity.config import Settings
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, admin, execute, renew

ALL = (
    Permission.VIEW_USERS,
    Permission.CREATE_USER,
    Permission.EDIT_USER,
    Permission.MANAGE_ROLES,
)


async def system_roles(service: ServiceUnderTest[Settings]) -> dict[str, UUID]:
    """Return the IDs of the system roles by slug."""
    async with service.database.transaction() as session:
        found = await ensure_system_roles(session)
    return {slug: found[slug] for slug in (SUPER_ADMIN, ADMIN_ROLE)}


async def give(service: ServiceUnderTest[Settings], person: Person, role_id: UUID) -> None:
    await execute(
        service,
        "INSERT INTO profile_roles VALUES (:profile, :role)",
        profile=person.profile_id,
        role=role_id,
    )


async def take_roles(service: ServiceUnderTest[Settings], person: Person) -> None:
    """Delete the roles in the database only, without an event."""
    statement = "DELETE FROM profile_roles WHERE profile_id = :id"
    await execute(service, statement, id=person.profile_id)


async def a_super_admin(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    person = await admin(client, service)
    await give(service, person, (await system_roles(service))[SUPER_ADMIN])
    await renew(client, person)
    return person


async def a_role(
    service: ServiceUnderTest[Settings], *permissions: Permission, slug: str | None = None
) -> UUID:
    role_id = new_id()
    await execute(
        service,
        "INSERT INTO roles (id, slug, name_en, name_ar, system)"
        " VALUES (:id, :slug, :name_en, 'دور', false)",
        id=role_id,
        slug=slug or str(role_id),
        name_en=f"Role {slug}",
    )
    for permission in permissions:
        await execute(
            service,
            "INSERT INTO role_permissions VALUES (:role, :slug)",
            role=role_id,
            slug=permission.value,
        )
    return role_id


async def user_of(client: httpx.AsyncClient, boss: Person, user_id: UUID | str) -> Any:
    answer = await client.get(f"users/{user_id}", headers=boss.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def put_roles(
    client: httpx.AsyncClient, boss: Person, person: Person, *role_ids: UUID, version: int = 0
) -> httpx.Response:
    """Replace a person's roles with the current version."""
    seen = version or (await user_of(client, boss, person.id))["version"]
    body = {"role_ids": [str(each) for each in role_ids], "version": seen}
    address = f"users/{person.id}/profiles/{person.profile_id}/roles"
    return await client.put(address, json=body, headers=boss.headers)


def invitation(**changes: Any) -> dict[str, Any]:
    """Build the body that adds an admin."""
    form = {
        "username": "reem",
        "email": "reem@example.com",
        "phone": "0501234567",
        "name_en": "Reem Al Harbi",
        "name_ar": "ريم الحربي",
        "locale": "ar",
    }
    return form | changes
