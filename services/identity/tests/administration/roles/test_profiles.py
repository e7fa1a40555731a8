"""Roles belong to one profile and do not affect the user's others."""

from uuid import UUID

import httpx
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission
from identity.config import Settings
from kit.database.db import new_id
from kit.security.auth import get_principal
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, admin, execute, renew, scalar, verified


async def add_profile(service: ServiceUnderTest[Settings], person: Person, type_: str) -> UUID:
    """Add a newer profile to the person."""
    profile = new_id()
    await execute(
        service,
        "INSERT INTO profiles (id, user_id, type, approval_status, submission, paid, version)"
        " VALUES (:id, :user, :type, 'approved', 0, true, 1)",
        id=profile,
        user=person.id,
        type=type_,
    )
    return profile


async def give(service: ServiceUnderTest[Settings], profile: UUID, slug: str) -> None:
    await execute(
        service,
        "INSERT INTO roles (id, slug, name_en, name_ar, system) VALUES (:id, :slug, :slug, :slug,"
        " true) ON CONFLICT DO NOTHING",
        id=new_id(),
        slug=slug,
    )
    await execute(
        service,
        "INSERT INTO profile_roles SELECT :profile, id FROM roles WHERE slug = :slug",
        profile=profile,
        slug=slug,
    )


async def test_each_profile_says_its_own_roles_in_answer_and_token(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    with_role = await add_profile(service, person, "staff")
    without = await add_profile(service, person, "staff")
    await give(service, with_role, ADMIN_ROLE)
    await renew(client, person)
    roles = {p["id"]: [r["slug"] for r in p["roles"]] for p in person.user["profiles"]}
    assert roles == {str(person.profile_id): [], str(with_role): [ADMIN_ROLE], str(without): []}
    assert person.user["user_roles"] == []
    claims = await service.context.verifier.verify(person.token)
    assert get_principal(claims, with_role).roles == {ADMIN_ROLE}
    assert get_principal(claims, without).roles == frozenset()
    assert get_principal(claims).roles == frozenset()


async def test_the_user_s_roles_are_those_of_the_first_profile(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await admin(client, service, Permission.VIEW_USERS)
    assert [role["slug"] for role in person.user["user_roles"]] != []
    assert person.user["permissions"] == [{"slug": Permission.VIEW_USERS}]


async def test_a_permission_counts_through_its_own_profile_only(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await admin(client, service, Permission.VIEW_USERS)
    other = await add_profile(service, person, "admin")
    await renew(client, person)
    answer = await client.get("users/number-cases", headers=person.headers)
    assert answer.status_code == 200
    through_other = person.headers | {"x-profile": str(other)}
    answer = await client.get("users/number-cases", headers=through_other)
    assert answer.status_code == 403


async def test_a_super_admin_holds_everything_in_an_admin_profile_only(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    admins = await add_profile(service, person, "admin")
    for profile in (person.profile_id, admins):
        await give(service, profile, SUPER_ADMIN)
    await renew(client, person)
    held = [len(profile["permissions"]) for profile in person.user["profiles"]]
    assert held == [0, len(Permission)]


async def test_roles_go_with_their_profile(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    await give(service, await add_profile(service, person, "staff"), ADMIN_ROLE)
    await execute(service, "DELETE FROM profiles WHERE type = 'staff'")
    assert await scalar(service, "SELECT count(*) FROM profile_roles") == 0


async def test_no_body_gives_a_role(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    slugs = {"roles": [SUPER_ADMIN], "user_roles": [SUPER_ADMIN], "permissions": ["edit-user"]}
    body = slugs | {"profiles": [{"id": str(person.profile_id), "type": "admin"} | slugs]}
    await client.put("users/me", json=body, headers=person.headers)
    await renew(client, person)
    (profile,) = person.user["profiles"]
    assert (profile["type"], profile["roles"], profile["permissions"]) == ("candidate", [], [])
