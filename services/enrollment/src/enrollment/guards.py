"""Who gets past routes of several nouns."""

from typing import Any

from contracts.permissions import Permission
from contracts.profiles import ProfileType
from kit.security.auth import guard


def desk(permission: Permission) -> Any:
    """An organization, its staff, and admins who have the permission."""
    return guard(
        ProfileType.ORGANIZATION,
        ProfileType.STAFF,
        ProfileType.ADMIN,
        permissions=[permission],
    )
