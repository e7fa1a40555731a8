"""Admins, levels and submissions for tests."""

from typing import Any
from uuid import UUID

import httpx
from contracts import SUPER_ADMIN, Permission
from contracts.identity import (
    AdminRolesUpdated,
    OrganizationSubmitted,
    ProfileUpdated,
    RoleUpdated,
    StaffSubmitted,
)
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor

ALL_PERMISSIONS = [permission for permission in Permission if "approval" in permission]
APPROVERS = new_id()
"""Role that makes admins of `create_admin` eligible."""


def super_admin() -> Actor:
    return actor("admin", roles=[SUPER_ADMIN])


def admin(*permissions: str) -> Actor:
    """Return an admin with these permissions, by default all of approvals."""
    return actor("admin", permissions=permissions or ALL_PERMISSIONS)


def build_profile(user: Actor, **changes: Any) -> ProfileUpdated:
    """Build identity's event for the actor's profile."""
    assert user.profile
    values: dict[str, Any] = {
        "profile_id": user.profile.id,
        "user_id": user.user_id,
        "profile_type": user.profile.type,
        "organization_id": user.profile.organization_id,
        "username": "noura",
        "email": "noura@example.org",
        "phone": "+966500000002",
        "name_en": "Noura Ali",
        "name_ar": "نورة علي",
        "locale": "ar",
        "paid": True,
    }
    return event(ProfileUpdated, **values | changes)


async def create_admin(service: ServiceUnderTest, **changes: Any) -> Actor:
    """Create an admin and deliver their profile and role."""
    user = admin()
    await service.deliver(build_profile(user, **changes))
    await service.deliver(
        event(
            RoleUpdated,
            role_id=APPROVERS,
            name_en="Approvers",
            active=True,
            permissions=ALL_PERMISSIONS,
        )
    )
    await set_roles(service, user, APPROVERS, sequence=0)
    return user


def organization_submitted(**changes: Any) -> OrganizationSubmitted:
    """Build an organization's submission."""
    values = {"name_en": "Gulf Logistics Academy", "name_ar": "أكاديمية الخليج اللوجستية"}
    return event(OrganizationSubmitted, **values | changes)


def staff_submitted(**changes: Any) -> StaffSubmitted:
    """Build a staff profile's submission."""
    values = {"name_en": "Sami Nasser", "name_ar": "سامي ناصر"}
    return event(StaffSubmitted, **values | changes)


async def make_level(
    client: httpx.AsyncClient,
    *approvers: Actor,
    rule: str = "any",
    content_type: str = "organization",
    name: str = "Documents",
) -> UUID:
    """Create a level with approvers through the API."""
    headers = super_admin().headers
    made = await client.post(
        "approval-levels",
        json={"content_type": content_type, "name_en": name, "name_ar": name, "rule": rule},
        headers=headers,
    )
    assert made.status_code == 201, made.text
    level_id = UUID(made.json()["id"])
    if approvers:
        await assign(client, level_id, *approvers)
    return level_id


async def assign(client: httpx.AsyncClient, level_id: UUID, *approvers: Actor) -> None:
    """Replace the level's approvers."""
    answer = await client.put(
        f"approval-levels/{level_id}/approvers",
        json={"approvers": [{"user_id": str(user.user_id)} for user in approvers]},
        headers=super_admin().headers,
    )
    assert answer.status_code == 200, answer.text


async def create_role(service: ServiceUnderTest, name: str, *holders: Actor) -> UUID:
    """Deliver a role held by these admins."""
    made = event(RoleUpdated, name_en=name, name_ar=name, active=True, permissions=ALL_PERMISSIONS)
    await service.deliver(made)
    for holder in holders:
        await set_roles(service, holder, made.role_id)
    return made.role_id


async def set_roles(
    service: ServiceUnderTest, user: Actor, *role_ids: UUID, sequence: int = 1
) -> None:
    """Replace an admin's roles."""
    assert user.profile
    await service.deliver(
        event(
            AdminRolesUpdated, profile_id=user.profile.id, user_id=user.user_id, role_ids=role_ids
        ),
        sequence=sequence,
    )


async def assign_role(client: httpx.AsyncClient, level_id: UUID, role_id: UUID) -> httpx.Response:
    """Replace the level's assignments with this role."""
    return await client.put(
        f"approval-levels/{level_id}/approvers",
        json={"approvers": [{"role_id": str(role_id)}]},
        headers=super_admin().headers,
    )


async def submit(
    service: ServiceUnderTest, client: httpx.AsyncClient, **changes: Any
) -> dict[str, Any]:
    """Submit an organization and return its request from the list."""
    submitted = organization_submitted(**changes)
    await service.deliver(submitted)
    answer = await client.get("approvals?page_size=500", headers=super_admin().headers)
    found: dict[str, Any] = next(
        item
        for item in answer.json()["data"]
        if item["content_id"] == str(submitted.organization_id)
        and item["submission"] == submitted.submission
    )
    return found


async def decide(
    client: httpx.AsyncClient,
    user: Actor,
    request: dict[str, Any],
    decision: str = "approved",
    **more: Any,
) -> httpx.Response:
    """Post a user's decision."""
    if decision != "approved":
        more.setdefault("comment", "The licence has expired.")
    return await client.post(
        f"approvals/{request['id']}/decisions",
        json={"decision": decision, **more},
        headers=user.headers,
    )
