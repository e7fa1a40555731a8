from datetime import timedelta
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.payments import ChargePurpose, ChargeStatus
from kit.security.auth import AccessRule, Principal, allowed
from sqlalchemy import ColumnElement, SQLColumnExpression, and_, case, false, func, or_, true
from sqlmodel import col

from payments.charges.models import ACTIVE, Charge

VIEWERS = (ProfileType.ORGANIZATION, ProfileType.ADMIN, ProfileType.STAFF)
"""Profile types that see the payments dashboard; admins also need `view-payments`."""

_VIEW = AccessRule(profiles=frozenset(VIEWERS), permissions=frozenset({Permission.VIEW_PAYMENTS}))

_PAYS_FOR_ORGANIZATION = (ProfileType.ORGANIZATION, ProfileType.STAFF)

_ORDERED = (
    ChargePurpose.BULK_ENROLLMENT,
    ChargePurpose.APPLICATION,
    ChargePurpose.ACCOUNT_BILL,
)

MIN_TIME_TO_DUE = timedelta(minutes=1)
"""Minimum time to the due date for a payment to start."""


def is_active(
    purpose: ChargePurpose | ColumnElement[str], subject_id: UUID | SQLColumnExpression[UUID]
) -> ColumnElement[bool]:
    """Match the subject's open or paid charge; at most one exists."""
    return and_(
        col(Charge.purpose) == purpose,
        col(Charge.subject_id) == subject_id,
        col(Charge.status).in_(ACTIVE),
    )


def is_payable() -> ColumnElement[bool]:
    due_at = col(Charge.due_at)
    return and_(
        col(Charge.status) == ChargeStatus.OPEN,
        or_(due_at.is_(None), due_at >= func.now() + MIN_TIME_TO_DUE),
    )


def is_own(actor: Principal) -> ColumnElement[bool]:
    """Match charges the actor owes or paid.

    Members of an organization also see its bulk enrollments, applications, bills and registration.
    """
    mine = col(Charge.payer_profile_id) == actor.profile_id
    if actor.profile_type in _PAYS_FOR_ORGANIZATION and _is_approved(actor):
        mine = or_(mine, _is_ordered_by_organization(actor.organization_id))
    registration = is_own_registration(actor)
    return mine if registration is None else or_(mine, registration)


def is_own_registration(actor: Principal) -> ColumnElement[bool] | None:
    """Match the shared registration of the actor's organization; None for actors without one."""
    if actor.profile_type is not ProfileType.ORGANIZATION:
        return None
    return _is_registration(actor.organization_id)


def is_owed_by_organization(organization_id: UUID) -> ColumnElement[bool]:
    """Match charges an organization owes: its bulk enrollments, applications, bills and
    registration.
    """
    return or_(_is_ordered_by_organization(organization_id), _is_registration(organization_id))


def get_debtor_organization() -> ColumnElement[UUID | None]:
    """Return the organization that owes a charge itself; null if a person does."""
    return case(
        (col(Charge.purpose).in_(_ORDERED), col(Charge.organization_id)),
        (col(Charge.purpose) == ChargePurpose.ORGANIZATION_REGISTRATION, col(Charge.subject_id)),
    )


def can_pay_for_organization(actor: Principal) -> ColumnElement[bool]:
    """Match charges of the actor's organization that the actor may pay."""
    if actor.profile_type not in _PAYS_FOR_ORGANIZATION or not _is_approved(actor):
        return false()
    return (
        and_(is_owed_by_organization(actor.organization_id), is_own(actor))
        if actor.organization_id
        else false()
    )


def _is_ordered_by_organization(organization_id: UUID | None) -> ColumnElement[bool]:
    return and_(
        col(Charge.organization_id) == organization_id,
        col(Charge.purpose).in_(_ORDERED),
    )


def _is_registration(organization_id: UUID | None) -> ColumnElement[bool]:
    return and_(
        col(Charge.subject_id) == organization_id,
        col(Charge.purpose) == ChargePurpose.ORGANIZATION_REGISTRATION,
    )


def is_visible(actor: Principal) -> ColumnElement[bool]:
    """Match the actor's own charges, and the organization's if the actor may view payments."""
    if _can_see_all(actor):
        return true()
    organization_id = get_viewed_organization(actor)
    if organization_id is None:
        return is_own(actor)
    return or_(is_own(actor), col(Charge.organization_id) == organization_id)


def _can_see_all(actor: Principal) -> bool:
    """Return whether the actor is an admin who may view payments."""
    return actor.is_admin and allowed(actor, _VIEW)


def get_viewed_organization(actor: Principal) -> UUID | None:
    """Return the organization whose charges the actor sees in addition to their own.

    None for admins: they see all charges or none.
    """
    if actor.is_admin or not allowed(actor, _VIEW) or not _is_approved(actor):
        return None
    return actor.organization_id


def _is_approved(actor: Principal) -> bool:
    """Members must be approved to see their organization's payments."""
    return actor.profile is not None and actor.profile.approved
