"""The roles that every installation has."""

from collections.abc import Collection
from uuid import UUID

from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission
from kit.database.db import AsyncSession, advisory_lock, new_id
from kit.messaging import outbox
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from identity.administration.roles.events import role_updated
from identity.administration.roles.models import ProfileRole, Role, RolePermission

SYSTEM_ROLES = {
    SUPER_ADMIN: ("Super admin", "مدير النظام"),
    ADMIN_ROLE: ("Admin", "مدير"),
}

ADMIN_PERMISSIONS = (
    Permission.VIEW_TRAININGS,
    Permission.VIEW_BATCH,
    Permission.VIEW_BATCH_CANDIDATES,
    Permission.VIEW_PAYMENTS,
    Permission.VIEW_ENROLLMENTS,
    Permission.VIEW_CERTIFICATES,
    Permission.VIEW_CANDIDATES,
    Permission.EDIT_CANDIDATE,
    Permission.VIEW_APPLICATIONS,
    Permission.VIEW_NOTIFICATIONS,
    Permission.VIEW_USER_QUERIES,
    Permission.VIEW_ANNOUNCEMENT,
    Permission.VIEW_CATEGORY,
    Permission.VIEW_ORGANIZATION,
    Permission.VIEW_APPROVAL_SYSTEM,
)
"""What the admin role allows at first: seeing the platform's work and taking part in approvals,
not changing its settings, its roles or other people's accounts."""


async def ensure_system_roles(session: AsyncSession) -> dict[str, UUID]:
    """Make the system roles where they are missing; their ids by slug.

    A role that is there keeps the permissions that it was given since. The super-admin's are
    all there are, so they are not stored.
    """
    for slug, (name_en, name_ar) in SYSTEM_ROLES.items():
        created = await session.scalar(
            insert(Role)
            .values(id=new_id(), slug=slug, name_en=name_en, name_ar=name_ar, system=True)
            .on_conflict_do_nothing()
            .returning(Role)
        )
        if created is None:
            continue
        allowed = ADMIN_PERMISSIONS if slug == ADMIN_ROLE else ()
        session.add_all(RolePermission(role_id=created.id, permission=p) for p in allowed)
        await outbox.publish(session, role_updated(created, allowed), sequence=created.version)
    await session.flush()
    rows = await session.execute(select(col(Role.slug), col(Role.id)))
    return {row[0]: row[1] for row in rows}


async def assign_role(session: AsyncSession, profile_id: UUID, role_id: UUID) -> None:
    """Give a new profile a role. Whoever changes an existing account publishes that."""
    session.add(ProfileRole(profile_id=profile_id, role_id=role_id))
    await session.flush()


async def lock_roles(session: AsyncSession) -> None:
    """Wait for whoever else changes roles, what they allow or who has them.

    It comes before any row is locked. All of it is seldom done, and each change is judged by what
    the one before has left.
    """
    await advisory_lock(session, "roles")


async def replace_roles(
    session: AsyncSession, profile_id: UUID, role_ids: Collection[UUID]
) -> None:
    """Give a profile these roles and no others. Whoever changes an existing account publishes
    that."""
    held = await session.scalars(
        select(ProfileRole).where(col(ProfileRole.profile_id) == profile_id)
    )
    # Row by row, so that the audit trail sees each.
    missing = set(role_ids)
    for row in held.all():
        if row.role_id not in missing:
            await session.delete(row)
        missing.discard(row.role_id)
    session.add_all(ProfileRole(profile_id=profile_id, role_id=role_id) for role_id in missing)
    await session.flush()
