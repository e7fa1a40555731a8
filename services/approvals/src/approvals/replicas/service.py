from collections.abc import Iterable
from uuid import UUID

from contracts import SUPER_ADMIN, Permission
from contracts.identity import (
    AdminRolesUpdated,
    OrganizationUpdated,
    ProfileUpdated,
    RoleUpdated,
)
from kit.database.db import AsyncSession
from kit.messaging import replicas
from kit.messaging.envelope import Meta
from sqlalchemy import ColumnElement, and_, any_, exists, func, select, true, update
from sqlmodel import col

from approvals.replicas.models import Approver, Member, Organization, Role, RoleHolder


async def upsert_approver(session: AsyncSession, event: ProfileUpdated, version: int) -> bool:
    """Upsert an admin's profile; return False if it is stale."""
    columns = {"profile_id", "name_en", "name_ar", "email", "image_url", "active"}
    return await replicas.upsert(
        session,
        Approver,
        event.user_id,
        event.model_dump(include=columns),
        version,
        # A replaced profile's versions restart.
        unless=col(Approver.profile_id) != event.profile_id,
    )


async def upsert_role(session: AsyncSession, event: RoleUpdated, version: int) -> bool:
    """Upsert a role; return False if it is stale."""
    values = event.model_dump(include={"name_en", "name_ar", "active"})
    values["approves"] = (
        event.slug == SUPER_ADMIN or Permission.VIEW_APPROVAL_SYSTEM in event.permissions
    )
    return await replicas.upsert(
        session, Role, event.role_id, values, version, unless=col(Role.approves).is_(None)
    )


async def upsert_role_holder(
    session: AsyncSession, event: AdminRolesUpdated, version: int
) -> set[UUID]:
    """Upsert an admin's roles and return those added or removed."""
    held = select(col(RoleHolder.role_ids)).where(col(RoleHolder.profile_id) == event.profile_id)
    before = set(await session.scalar(held) or [])
    values = {"user_id": event.user_id, "role_ids": list(event.role_ids)}
    if await replicas.upsert(session, RoleHolder, event.profile_id, values, version):
        return before ^ set(event.role_ids)
    return set()


def is_approving() -> ColumnElement[bool]:
    """Match roles known to permit deciding on requests."""
    return and_(col(Role.active), func.coalesce(col(Role.approves), true()))


async def refresh_eligibility(session: AsyncSession) -> dict[UUID, bool]:
    """Recompute which admins may decide and return the changes by user."""
    approves = (
        exists()
        .where(
            col(RoleHolder.profile_id) == col(Approver.profile_id),
            col(Role.role_id) == any_(col(RoleHolder.role_ids)),
            is_approving(),
        )
        .correlate(Approver)
    )
    eligible = and_(col(Approver.active), approves)
    changed = await session.execute(
        update(Approver)
        .where(col(Approver.eligible) != eligible)
        .values(eligible=eligible)
        .returning(col(Approver.user_id), col(Approver.eligible))
        .execution_options(synchronize_session=False)
    )
    return {row.user_id: row.eligible for row in changed}


async def upsert_organization(
    session: AsyncSession, event: OrganizationUpdated, version: int
) -> bool:
    """Upsert an organization's suspension; return False if it is stale."""
    values = {"suspended": event.suspended}
    return await replicas.upsert(session, Organization, event.organization_id, values, version)


async def upsert_members(
    session: AsyncSession, events: Iterable[tuple[ProfileUpdated, Meta]]
) -> set[UUID]:
    """Upsert organization members and return the users that changed."""
    columns = {"user_id", "organization_id", "active"}
    members = [(event, meta) for event, meta in events if event.organization_id]
    stored = await replicas.upsert_all(
        session,
        Member,
        [
            (event.profile_id, event.model_dump(include=columns), meta.sequence)
            for event, meta in members
        ],
    )
    return {event.user_id for event, _ in members if event.profile_id in stored}
