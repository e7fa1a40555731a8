"""Who may manage whom: nobody themselves, and nobody a user who may do more than they.

So the last super-admin stays: only another super-admin could take the role away, or the right to
sign in. `lock_roles` keeps that true for two who do so to one another.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from contracts import SUPER_ADMIN, Permission, ProfileType

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
"""The guards admit these profiles by their type, without a role that lists the permission."""
ORGANIZATION_TYPES = {ProfileType.ORGANIZATION, ProfileType.STAFF}


@dataclass(frozen=True, slots=True)
class Rights:
    """What roles allow."""

    is_super_admin: bool
    permissions: frozenset[str]

    def cover(self, others: "Rights") -> bool:
        """Whoever has these may do all that the others allow. A super-admin is above who holds
        each permission."""
        if self.is_super_admin:
            return True
        return not others.is_super_admin and others.permissions <= self.permissions


def rights_of(slugs: Iterable[str], permissions: Iterable[str]) -> Rights:
    """What roles of these slugs allow, which list these permissions."""
    return Rights(SUPER_ADMIN in set(slugs), frozenset(permissions))


def rights_through(membership: Membership) -> Rights:
    """What the roles of a profile allow."""
    return rights_of((role.slug for role in membership.roles), membership.permissions)


def check_rank(me: Membership, account: Account) -> None:
    """Refuse to edit an account that holds rights which the caller lacks.

    Raises `UserOutranks`.
    """
    if not rights_through(me).cover(all_rights_of(account)):
        raise UserOutranks


def all_rights_of(account: Account) -> Rights:
    """What a user may do in all profiles together."""
    types = {each.profile.type for each in account.memberships}
    return rights_of(
        (role.slug for each in account.memberships for role in each.roles),
        {
            *(slug for each in account.memberships for slug in each.permissions),
            *(ORGANIZATION_RIGHTS if types & ORGANIZATION_TYPES else ()),
        },
    )
