from collections.abc import Iterable
from uuid import UUID

from contracts.identity import AdminRolesUpdated, RoleUpdated

from identity.administration.roles.models import Role


def role_updated(
    role: Role, permissions: Iterable[str] = (), *, active: bool = True
) -> RoleUpdated:
    """Build the state of a role. The event's sequence is the role's version."""
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
    """Build the roles of an admin profile; the event's sequence is the profile's version."""
    return AdminRolesUpdated(
        profile_id=profile_id, user_id=user_id, role_ids=tuple(sorted(role_ids))
    )
