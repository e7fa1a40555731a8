"""Rules for usernames and ages, and for managing users.

A user may change neither their own rights nor a user who has more. So the last super-admin remains:
only another one could take that role away. `lock_roles` prevents two super-admins from demoting
each other concurrently.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from contracts import SUPER_ADMIN, Permission, ProfileType
from kit.domain.cleaning import clean_code, clean_number
from kit.domain.people import is_civil_number, read_phone
from kit.security.auth import Gate, Principal, guard
from pydantic_core import PydanticCustomError

from identity.accounts.accounts.errors import UserOutranks
from identity.accounts.accounts.models import Account, Membership

ORGANIZATION_RIGHTS = frozenset(
    {
        Permission.VIEW_TRAININGS,
        Permission.CREATE_TRAINING,
        Permission.EDIT_TRAINING,
        Permission.VIEW_BATCH,
        Permission.VIEW_BATCH_CANDIDATES,
        Permission.VIEW_PAYMENTS,
        Permission.VIEW_ENROLLMENTS,
        Permission.VIEW_ENROLLMENTS_REQUESTS,
        Permission.CREATE_BULK_ENROLLMENTS,
        Permission.VIEW_CERTIFICATES,
        Permission.UPDATE_CERTIFICATE_DESIGN,
        Permission.VIEW_CANDIDATES,
        Permission.ADD_STAFF,
        Permission.VIEW_STAFF,
        Permission.EDIT_STAFF,
    }
)
"""Permissions that guards grant to these profile types without a role."""
ORGANIZATION_TYPES = {ProfileType.ORGANIZATION, ProfileType.STAFF}
RESERVED = frozenset(
    {"admin", "administrator", "itqan", "moderator", "root", "support", "system", "webmaster"}
)
"""Names that could impersonate the platform."""
USERNAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]")
MIN_AGE, MAX_AGE = 14, 100


@dataclass(frozen=True, slots=True)
class Rights:
    """Permissions granted by roles."""

    is_super_admin: bool
    permissions: frozenset[str]

    def cover(self, others: "Rights") -> bool:
        """Return True if these rights include all the others. A super-admin outranks any set of
        permissions.
        """
        if self.is_super_admin:
            return True
        return not others.is_super_admin and others.permissions <= self.permissions


def build_rights(slugs: Iterable[str], permissions: Iterable[str]) -> Rights:
    """Build the rights of roles with these slugs and permissions."""
    return Rights(SUPER_ADMIN in set(slugs), frozenset(permissions))


def get_profile_rights(membership: Membership) -> Rights:
    """Return the rights of a profile's roles."""
    return build_rights((role.slug for role in membership.roles), membership.permissions)


def check_rank(me: Membership, account: Account) -> None:
    """Refuse to edit an account that has rights which the caller lacks.

    Raises `UserOutranks`.
    """
    if not get_profile_rights(me).cover(collect_account_rights(account)):
        raise UserOutranks


def collect_account_rights(account: Account) -> Rights:
    """Collect a user's rights across all profiles."""
    types = {each.profile.type for each in account.memberships}
    return build_rights(
        (role.slug for each in account.memberships for role in each.roles),
        {
            *(slug for each in account.memberships for slug in each.permissions),
            *(ORGANIZATION_RIGHTS if types & ORGANIZATION_TYPES else ()),
        },
    )


def check_username(value: str) -> str:
    """Normalize a username to lower case: 3 to 30 Latin letters, digits, dots, hyphens,
    underscores.
    """
    name = value.strip().lower()
    if not USERNAME.fullmatch(name):
        raise PydanticCustomError(
            "username.invalid",
            "Use 3 to 30 English letters, digits, dots, hyphens or underscores. Begin and end "
            "with a letter or digit.",
        )
    if name in RESERVED:
        raise PydanticCustomError(
            "username.reserved", "This username is reserved. Choose another one."
        )
    if normalize_sign_in_name(name) != name or is_civil_number(name):
        raise PydanticCustomError(
            "username.looks_like_number", "Choose a username that isn't a phone or ID number."
        )
    return name


def propose_username(email: str) -> str:
    """Derive a valid username from an address's local part."""
    local = re.sub(r"[^a-z0-9]+", ".", email.partition("@")[0].lower()).strip(".")[:30].strip(".")
    try:
        return check_username(local)
    except PydanticCustomError:
        return f"user.{local}"[:30].strip(".")


def normalize_sign_in_name(name: str) -> str:
    """Normalize a sign-in name: civil number in Latin digits, phone number in E.164."""
    name, number = clean_code(name), clean_number(name)
    if "@" in name or is_civil_number(number):
        return name if "@" in name else number
    # `read_phone` would also read letters as digits, as on old telephones.
    looks_dialled = re.fullmatch(r"[+(]?[0-9][0-9 ().-]{5,}", name)
    return (read_phone(name) or name) if looks_dialled else name


def shorten_name(name: str) -> str:
    """Shorten a name so that only acquaintances recognize it, such as `Huda A.`."""
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else first


def mask_number(number: str | None) -> str | None:
    """Mask all but the last 4 digits, or the last 2 of a short number."""
    if number is None:
        return None
    shown = 4 if len(number) > 6 else 2
    return "•" * (len(number) - shown) + number[-shown:]


AccountOwnerDep = Annotated[Principal, guard(exempt=set(Gate) - {Gate.VERIFICATION})]
"""A verified user; no other gate applies, since these forms are what opens the other gates."""
