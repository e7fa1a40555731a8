from typing import Any

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from kit.security.auth import guard


def guard_dashboard(permission: Permission) -> Any:
    """Guard a route for organizations, their staff, and admins with the permission."""
    return guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[permission],
    )
