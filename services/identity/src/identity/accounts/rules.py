"""Who may manage whom: nobody themselves, and nobody a user who may do more than they.

So the last super-admin stays: only another super-admin could take the role away, or the right to
sign in. `lock_roles` keeps that true for two who do so to one another.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from contracts import SUPER_ADMIN

from identity.accounts.models import Account, Membership


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


def all_rights_of(account: Account) -> Rights:
    """What a user may do in all profiles together."""
    return rights_of(
        (role.slug for each in account.memberships for role in each.roles),
        (slug for each in account.memberships for slug in each.permissions),
    )
