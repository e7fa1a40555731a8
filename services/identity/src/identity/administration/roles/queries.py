from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import Select, select
from sqlmodel import col

from identity.administration.roles.models import ProfileRole, Role, RolePermission

OLDEST_FIRST = (col(Role.created_at), col(Role.id))


async def list_profile_roles(
    session: AsyncSession, profile_ids: Collection[UUID]
) -> dict[UUID, list[Role]]:
    """Return the roles of profiles, oldest first. Profiles without roles are missing."""
    statement = (
        select(col(ProfileRole.profile_id), Role)
        .join(Role, col(Role.id) == col(ProfileRole.role_id))
        .where(col(ProfileRole.profile_id).in_(profile_ids))
        .order_by(*OLDEST_FIRST)
    )
    found: dict[UUID, list[Role]] = defaultdict(list)
    for profile_id, role in (await session.execute(statement)).all():
        found[profile_id].append(role)
    return found


async def load_roles_with_permissions(
    session: AsyncSession, role_ids: Collection[UUID]
) -> tuple[list[Role], list[str]]:
    """Return the existing roles among these IDs and the union of their permissions."""
    roles = (await session.scalars(select(Role).where(col(Role.id).in_(role_ids)))).all()
    permissions = await session.scalars(
        select(col(RolePermission.permission)).where(col(RolePermission.role_id).in_(role_ids))
    )
    return list(roles), sorted(set(permissions.all()))


async def map_permissions(
    session: AsyncSession, role_ids: Collection[UUID]
) -> dict[UUID, list[str]]:
    """Return the permissions by role. Roles without permissions are missing."""
    statement = select(col(RolePermission.role_id), col(RolePermission.permission)).where(
        col(RolePermission.role_id).in_(role_ids)
    )
    found: dict[UUID, list[str]] = defaultdict(list)
    for role_id, permission in (await session.execute(statement)).all():
        found[role_id].append(permission)
    return found


def select_holders(role_ids: Collection[UUID]) -> Select[UUID]:
    """Select the profiles that have one of the roles."""
    return select(col(ProfileRole.profile_id)).where(col(ProfileRole.role_id).in_(role_ids))
