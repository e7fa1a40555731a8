"""The events about roles and who has them."""

from collections.abc import Iterable
from uuid import UUID

from contracts.identity import AdminRolesUpdated, RoleUpdated

from identity.administration.roles.models import Role


def role_updated(
    role: Role, permissions: Iterable[str] = (), *, active: bool = True
) -> RoleUpdated:
    """The state of a role that allows this; its version is the event's sequence."""
    return RoleUpdated(
        role_id=role.id,
        name_en=role.name_en,
        name_ar=role.name_ar,
        active=active,
        slug=role.slug,
        permissions=tuple(sorted(permissions)),
    )


def admin_roles_updated(
    profile_id: UUID, user_id: UUID, role_ids: Iterable[UUID]
) -> AdminRolesUpdated:
    """All roles of an admin's profile; the profile's version is the event's sequence."""
    return AdminRolesUpdated(
        profile_id=profile_id, user_id=user_id, role_ids=tuple(sorted(role_ids))
    )
