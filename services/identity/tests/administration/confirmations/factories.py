import httpx
from contracts import Permission
from identity.accounts.accounts.rules import ORGANIZATION_RIGHTS
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import Person, admin, an_organization, execute

Service = ServiceUnderTest[Settings]
EDITOR = (
    Permission.VIEW_USERS,
    Permission.VIEW_CANDIDATES,
    Permission.EDIT_USER,
    Permission.EDIT_CANDIDATE,
    Permission.EDIT_SIGN_IN_DETAILS,
)
NEW = "someone.else@example.com"


async def an_editor(client: httpx.AsyncClient, service: Service) -> Person:
    """Return an admin who outranks organization owners and may change sign-in details."""
    return await admin(client, service, *{*EDITOR, *ORGANIZATION_RIGHTS})


async def an_owner(client: httpx.AsyncClient, service: Service) -> Person:
    """Return the owner of an approved organization."""
    owner = await an_organization(client, service)
    await execute(service, "UPDATE organizations SET status = 'approved'")
    return owner


async def edit(
    client: httpx.AsyncClient, who: Person, person: Person, **changes: object
) -> httpx.Response:
    return await client.put(f"users/{person.id}", json=changes, headers=who.headers)
