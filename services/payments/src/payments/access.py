"""Who sees which charges and payments."""

from contracts import Permission, ProfileType
from contracts.enrollment import ChargePurpose
from kit.auth import AccessRule, Principal, allowed
from sqlalchemy import ColumnElement, and_, or_, true
from sqlmodel import col

from payments.charges.models import Charge

VIEWERS = (ProfileType.ORGANIZATION, ProfileType.ADMIN, ProfileType.STAFF)
"""The profiles of the dashboard's payments; admins need `view-payments` as well."""

_VIEW = AccessRule(profiles=frozenset(VIEWERS), permissions=frozenset({Permission.VIEW_PAYMENTS}))


def own(actor: Principal) -> ColumnElement[bool]:
    """What the actor owes and has paid; for an organization's users also its registration."""
    mine = col(Charge.payer_profile_id) == actor.profile_id
    if actor.profile is None or actor.profile.type is not ProfileType.ORGANIZATION:
        return mine
    registration = and_(
        col(Charge.subject_id) == actor.organization_id,
        col(Charge.purpose) == ChargePurpose.ORGANIZATION_REGISTRATION,
    )
    return or_(mine, registration)


def visible(actor: Principal) -> ColumnElement[bool]:
    """The actor's own charges, and those of their organization if they may see payments."""
    if not allowed(actor, _VIEW):
        return own(actor)
    if actor.is_admin:
        return true()
    if actor.organization_id is None or not _trusted(actor):
        return own(actor)
    return or_(own(actor), col(Charge.organization_id) == actor.organization_id)


def _trusted(actor: Principal) -> bool:
    """An organization's books are not for somebody who only says to belong to it."""
    return actor.profile is not None and actor.profile.approved
