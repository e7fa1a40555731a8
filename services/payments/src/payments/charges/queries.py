"""Conditions on charges: who sees them, which of them can be paid."""

from datetime import timedelta
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.payments import ChargePurpose, ChargeStatus
from kit.security.auth import AccessRule, Principal, allowed
from sqlalchemy import ColumnElement, SQLColumnExpression, and_, case, false, func, or_, true
from sqlmodel import col

from payments.charges.models import ACTIVE, Charge

VIEWERS = (ProfileType.ORGANIZATION, ProfileType.ADMIN, ProfileType.STAFF)
"""The profiles of the dashboard's payments; admins need `view-payments` as well."""

_VIEW = AccessRule(profiles=frozenset(VIEWERS), permissions=frozenset({Permission.VIEW_PAYMENTS}))

_PAYS_FOR_ORGANIZATION = (ProfileType.ORGANIZATION, ProfileType.STAFF)

_ORDERED = (
    ChargePurpose.BULK_ENROLLMENT,
    ChargePurpose.APPLICATION,
    ChargePurpose.ACCOUNT_BILL,
)

DUE_LEFT = timedelta(minutes=1)
"""A charge that is due sooner than this cannot be paid any more."""


def active(
    purpose: ChargePurpose | ColumnElement[str], subject_id: UUID | SQLColumnExpression[UUID]
) -> ColumnElement[bool]:
    """The subject's charge that is open or paid; there is at most one."""
    return and_(
        col(Charge.purpose) == purpose,
        col(Charge.subject_id) == subject_id,
        col(Charge.status).in_(ACTIVE),
    )


def payable() -> ColumnElement[bool]:
    """Open, and not due within the next moment."""
    due_at = col(Charge.due_at)
    return and_(
        col(Charge.status) == ChargeStatus.OPEN,
        or_(due_at.is_(None), due_at >= func.now() + DUE_LEFT),
    )


def own(actor: Principal) -> ColumnElement[bool]:
    """What the actor owes and has paid; for an organization's people also its bulk enrollments,
    applications and bills, and for its users its registration."""
    mine = col(Charge.payer_profile_id) == actor.profile_id
    if actor.profile_type in _PAYS_FOR_ORGANIZATION and _trusted(actor):
        mine = or_(mine, _ordered_by(actor.organization_id))
    registration = own_registration(actor)
    return mine if registration is None else or_(mine, registration)


def own_registration(actor: Principal) -> ColumnElement[bool] | None:
    """The registration of the actor's organization, which its users have in common; none of
    others."""
    if actor.profile_type is not ProfileType.ORGANIZATION:
        return None
    return _registration_of(actor.organization_id)


def owed_by(organization_id: UUID) -> ColumnElement[bool]:
    """What an organization owes, whichever of its people pays: its bulk enrollments, applications,
    bills and registration."""
    return or_(_ordered_by(organization_id), _registration_of(organization_id))


def debtor_organization() -> ColumnElement[UUID | None]:
    """The organization that owes a charge itself, as `owed_by` has it; none for what a person
    owes."""
    return case(
        (col(Charge.purpose).in_(_ORDERED), col(Charge.organization_id)),
        (col(Charge.purpose) == ChargePurpose.ORGANIZATION_REGISTRATION, col(Charge.subject_id)),
    )


def owed_for(actor: Principal) -> ColumnElement[bool]:
    """What the actor's organization owes and the actor may pay for it."""
    if actor.profile_type not in _PAYS_FOR_ORGANIZATION or not _trusted(actor):
        return false()
    return and_(owed_by(actor.organization_id), own(actor)) if actor.organization_id else false()


def _ordered_by(organization_id: UUID | None) -> ColumnElement[bool]:
    return and_(
        col(Charge.organization_id) == organization_id,
        col(Charge.purpose).in_(_ORDERED),
    )


def _registration_of(organization_id: UUID | None) -> ColumnElement[bool]:
    return and_(
        col(Charge.subject_id) == organization_id,
        col(Charge.purpose) == ChargePurpose.ORGANIZATION_REGISTRATION,
    )


def visible(actor: Principal) -> ColumnElement[bool]:
    """The actor's own charges, and those of their organization if they may see payments."""
    if _sees_all(actor):
        return true()
    organization_id = viewed_organization(actor)
    if organization_id is None:
        return own(actor)
    return or_(own(actor), col(Charge.organization_id) == organization_id)


def _sees_all(actor: Principal) -> bool:
    """Whether the actor sees every charge: an admin who may see payments."""
    return actor.is_admin and allowed(actor, _VIEW)


def viewed_organization(actor: Principal) -> UUID | None:
    """The organization all of whose charges the actor sees besides their own; none of an admin, who
    sees all or none."""
    if actor.is_admin or not allowed(actor, _VIEW) or not _trusted(actor):
        return None
    return actor.organization_id


def _trusted(actor: Principal) -> bool:
    """An organization's books are not for somebody who only says to belong to it."""
    return actor.profile is not None and actor.profile.approved
