from collections import defaultdict
from typing import Any
from uuid import UUID

from contracts import SUPER_ADMIN, Permission
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery, Sorting
from kit.database.search import contains_words
from kit.security.auth import Principal, TokenInvalid
from sqlalchemy import Row, ScalarSelect, Select, distinct, func, select
from sqlmodel import col

from identity.accounts.accounts.models import Membership, Profile
from identity.accounts.accounts.queries import find_own_membership
from identity.accounts.accounts.rules import get_profile_rights
from identity.administration.permissions.errors import RoleNotFound
from identity.administration.permissions.rules import AREAS
from identity.administration.permissions.schemas import (
    AreaRead,
    PermissionMatrix,
    RoleColumn,
    RoleRow,
    RoleSort,
)
from identity.administration.roles.models import ProfileRole, Role, RolePermission
from identity.administration.roles.queries import OLDEST_FIRST

_SORTING = Sorting(
    {
        RoleSort.NAME_EN: col(Role.name_en),
        RoleSort.NAME_AR: col(Role.name_ar),
        RoleSort.CREATED: col(Role.created_at),
    },
    id=col(Role.id),
)


async def list_roles(
    session: AsyncSession, page: PageQuery, search: str | None, sort: RoleSort
) -> Page[RoleRow]:
    """List roles with the numbers of their holders and permissions, in two queries."""
    # Folded at query time: there are few roles.
    names = func.search_fold(func.concat_ws(" ", col(Role.name_en), col(Role.name_ar)))
    query = ListQuery([], _SORTING.by(sort), contains_words(search, names), page)
    rows, meta = await query.fetch(session, _rows(), col(Role.id))
    return Page(data=[_row(row) for row in rows], meta=meta)


async def get_role(session: AsyncSession, role_id: UUID) -> RoleRow:
    """Return one role.

    Raises `RoleNotFound`.
    """
    row = (await session.execute(_rows().where(col(Role.id) == role_id))).first()
    if row is None:
        raise RoleNotFound
    return _row(row)


def _rows() -> Select[Any]:
    permissions = (
        select(func.count())
        .select_from(RolePermission)
        .where(col(RolePermission.role_id) == col(Role.id))
        .scalar_subquery()
    )
    return select(Role, _count_holders().label("holders"), permissions.label("permissions"))


def _count_holders() -> ScalarSelect[int]:
    """Count the distinct users with the statement's role in any profile."""
    return (
        select(func.count(distinct(col(Profile.user_id))))
        .join_from(ProfileRole, Profile, col(Profile.id) == col(ProfileRole.profile_id))
        .where(col(ProfileRole.role_id) == col(Role.id))
        .correlate(Role)
        .scalar_subquery()
    )


def _row(row: Row[Any]) -> RoleRow:
    role: Role = row.Role
    return RoleRow(
        **role.model_dump(),
        holders=row.holders,
        permissions=len(Permission) if role.slug == SUPER_ADMIN else row.permissions,
    )


async def get_matrix(session: AsyncSession, actor: Principal) -> PermissionMatrix:
    """Return each role's permissions, and which of them the caller may change.

    Raises `TokenInvalid`.
    """
    reader = await find_own_membership(session, actor)
    if reader is None:
        raise TokenInvalid
    rows = await session.execute(select(Role, _count_holders()).order_by(*OLDEST_FIRST))
    allowed = await _list_permissions(session)
    return PermissionMatrix(
        areas=[AreaRead(area=area, permissions=list(each)) for area, each in AREAS.items()],
        roles=[_column(role, holders, allowed[role.id], reader) for role, holders in rows.all()],
        grantable=reader.permissions,
    )


async def _list_permissions(session: AsyncSession) -> dict[UUID, list[str]]:
    rows = await session.execute(
        select(col(RolePermission.role_id), col(RolePermission.permission)).order_by(
            col(RolePermission.permission)
        )
    )
    found: dict[UUID, list[str]] = defaultdict(list)
    for role_id, permission in rows.all():
        found[role_id].append(permission)
    return found


def _column(role: Role, holders: int, permissions: list[str], reader: Membership) -> RoleColumn:
    everything = role.slug == SUPER_ADMIN
    return RoleColumn(
        id=role.id,
        slug=role.slug,
        name_en=role.name_en,
        name_ar=role.name_ar,
        version=role.version,
        holders=holders,
        permissions=list(Permission) if everything else permissions,
        can_change=can_change_role(reader, role),
    )


def can_change_role(reader: Membership, role: Role) -> bool:
    """Return True if the reader may change the role's permissions.

    Users must not extend their own rights. Super-admins already have all of them, so they may
    change even roles of their own.
    """
    own = any(each.id == role.id for each in reader.roles)
    if role.slug == SUPER_ADMIN or (own and not get_profile_rights(reader).is_super_admin):
        return False
    return Permission.MANAGE_PERMISSIONS in reader.permissions
