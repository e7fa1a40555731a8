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
"""Initial permissions of the admin role: view the platform's data and take part in approvals, but
change no settings, roles or other accounts.
"""


async def ensure_system_roles(session: AsyncSession) -> dict[str, UUID]:
    """Create missing system roles and return all role IDs by slug.

    Existing roles keep their permissions. Super-admins have all permissions, so none are stored.
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
    """Assign a role to a new profile. For an existing account, the caller publishes the change."""
    session.add(ProfileRole(profile_id=profile_id, role_id=role_id))
    await session.flush()


async def lock_roles(session: AsyncSession) -> None:
    """Serialize all changes of roles, their permissions and their assignments.

    Call it before locking any row. Such changes are rare, and each check depends on the previous
    result.
    """
    await advisory_lock(session, "roles")


async def replace_roles(
    session: AsyncSession, profile_id: UUID, role_ids: Collection[UUID]
) -> None:
    """Replace the roles of a profile. For an existing account, the caller publishes the change."""
    held = await session.scalars(
        select(ProfileRole).where(col(ProfileRole.profile_id) == profile_id)
    )
    # Row by row, so that the audit trail records each.
    missing = set(role_ids)
    for row in held.all():
        if row.role_id not in missing:
            await session.delete(row)
        missing.discard(row.role_id)
    session.add_all(ProfileRole(profile_id=profile_id, role_id=role_id) for role_id in missing)
    await session.flush()
