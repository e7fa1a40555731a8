import re
import unicodedata
from collections.abc import Sequence
from uuid import UUID

from contracts import SUPER_ADMIN, Permission
from kit.core.errors import Conflict
from kit.database import db
from kit.database.constraints import as_field_problems, as_problems
from kit.database.db import AsyncSession
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import func, select
from sqlmodel import col

from identity.accounts.accounts.models import Membership
from identity.accounts.accounts.queries import lock_own_rights
from identity.accounts.accounts.rules import build_rights, get_profile_rights
from identity.accounts.accounts.service import publish_rights
from identity.administration.permissions.errors import (
    NAME_TAKEN,
    OwnRole,
    PermissionNotHeld,
    RoleFixed,
    RoleHeld,
    RoleNotFound,
    RolesChanged,
)
from identity.administration.permissions.queries import can_change_role
from identity.administration.permissions.schemas import (
    MatrixUpdate,
    RoleChange,
    RoleCreate,
    RoleUpdate,
)
from identity.administration.roles.events import role_updated
from identity.administration.roles.models import Role, RolePermission
from identity.administration.roles.queries import map_permissions, select_holders

_SLUG_LENGTH = 60


async def create_role(session: AsyncSession, actor: Principal, form: RoleCreate) -> UUID:
    """Create a role without permissions and return its ID.

    Raises `Invalid`, `NotAllowed`.
    """
    await lock_own_rights(session, actor, Permission.MANAGE_ROLES)
    role = Role(slug=_build_slug(form.name_en), name_en=form.name_en, name_ar=form.name_ar)
    session.add(role)
    with as_field_problems({"uq_roles_slug": NAME_TAKEN}):
        await session.flush()
    await outbox.publish(session, role_updated(role), sequence=role.version)
    return role.id


def _build_slug(name: str) -> str:
    """Derive the role's ID in tokens from its first English name. Renaming does not change it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_SLUG_LENGTH]


async def update_role(
    session: AsyncSession, actor: Principal, role_id: UUID, changes: RoleUpdate
) -> None:
    """Rename a role. Tokens do not contain the name, so none becomes stale.

    Raises `RoleNotFound`, `RoleFixed`, `RolesChanged`, `NotAllowed`.
    """
    role = await _lock_role(session, actor, role_id)
    if role.version != changes.version:
        raise RolesChanged
    role.name_en, role.name_ar = changes.name_en, changes.name_ar
    role.version += 1
    await session.flush()
    await _publish(session, [role])


async def _publish(session: AsyncSession, roles: Sequence[Role]) -> None:
    """Publish the roles with their current permissions."""
    allowed = await map_permissions(session, [role.id for role in roles])
    events = [(role_updated(role, allowed.get(role.id, ())), role.version) for role in roles]
    await outbox.publish_many(session, events)


async def delete_role(session: AsyncSession, actor: Principal, role_id: UUID) -> None:
    """Delete an unused role.

    Raises `RoleNotFound`, `RoleFixed`, `RoleHeld`, `NotAllowed`.
    """
    role = await _lock_role(session, actor, role_id)
    holders = select(func.count()).select_from(select_holders([role_id]).subquery())
    if count := await session.scalar(holders):
        raise RoleHeld(f"{count} profiles have this role. Unassign it first.")
    with as_problems({"profile_roles": RoleHeld}, otherwise=Conflict):
        await session.delete(role)
        await session.flush()
    deleted = role_updated(role, active=False)
    await outbox.publish(session, deleted, sequence=role.version + 1)


async def _lock_role(session: AsyncSession, actor: Principal, role_id: UUID) -> Role:
    await lock_own_rights(session, actor, Permission.MANAGE_ROLES)
    role = await db.lock(session, Role, col(Role.id) == role_id)
    if role is None:
        raise RoleNotFound
    if role.system:
        raise RoleFixed
    return role


async def update_matrix(session: AsyncSession, actor: Principal, requested: MatrixUpdate) -> None:
    """Change permissions of roles atomically, and invalidate older tokens of their holders.

    Raises `RoleNotFound`, `RolesChanged`, `RoleFixed`, `OwnRole`, `PermissionNotHeld`,
    `NotAllowed`.
    """
    me = await lock_own_rights(session, actor, Permission.MANAGE_PERMISSIONS)
    by_id = {change.role_id: change for change in requested.changes}
    roles = await db.lock_all(session, Role, col(Role.id).in_(by_id), order_by=[col(Role.id)])
    if len(roles) != len(by_id):
        raise RoleNotFound
    for role in roles:
        _check(me, role, by_id[role.id])
    for role in roles:
        await _change(session, role, by_id[role.id])
    await session.flush()
    await _publish(session, roles)
    await publish_rights(session, list(by_id))


def _check(me: Membership, role: Role, change: RoleChange) -> None:
    if role.slug == SUPER_ADMIN:
        raise RoleFixed
    if not can_change_role(me, role):
        raise OwnRole
    if role.version != change.version:
        raise RolesChanged
    if not get_profile_rights(me).cover(build_rights((), (*change.grant, *change.revoke))):
        raise PermissionNotHeld


async def _change(session: AsyncSession, role: Role, change: RoleChange) -> None:
    rows = await session.scalars(
        select(RolePermission).where(col(RolePermission.role_id) == role.id)
    )
    held = {row.permission: row for row in rows.all()}
    # Row by row, so that the audit trail records each.
    for permission in set(change.revoke) & held.keys():
        await session.delete(held[permission])
    session.add_all(
        RolePermission(role_id=role.id, permission=permission.value)
        for permission in set(change.grant) - held.keys()
    )
    role.version += 1
