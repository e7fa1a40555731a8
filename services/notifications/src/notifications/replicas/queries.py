"""Find recipients, contacts and charges in the replicas."""

from collections.abc import Collection, Sequence
from uuid import UUID

from contracts import SUPER_ADMIN, Permission, ProfileType
from kit.database.db import AsyncSession
from sqlalchemy import ColumnElement, Select, any_, func, literal, or_, select
from sqlmodel import col

from notifications.replicas.errors import RecipientsUnknown
from notifications.replicas.models import (
    Contact,
    Enrollment,
    EnrollmentCharge,
    Profile,
    Role,
    RoleHolder,
)


async def list_organization_users(session: AsyncSession, organization_id: UUID) -> list[UUID]:
    """List the users who act for an organization, without its staff.

    Raises `RecipientsUnknown`.
    """
    return (await map_organization_users(session, {organization_id}))[organization_id]


async def list_organization_members(session: AsyncSession, organization_id: UUID) -> list[UUID]:
    """List the users who act for an organization, its staff and its trainers.

    Raises `RecipientsUnknown`.
    """
    return await _list_active_users(session, col(Profile.organization_id) == organization_id)


async def map_organization_users(
    session: AsyncSession, organization_ids: Collection[UUID]
) -> dict[UUID, list[UUID]]:
    """Map organizations to their users, like `list_organization_users`."""
    found = await session.scalars(
        select(Profile).where(
            col(Profile.organization_id).in_(organization_ids),
            col(Profile.type) == ProfileType.ORGANIZATION,
        )
    )
    profiles = found.all()
    return {
        organization_id: _get_active_users(
            [each for each in profiles if each.organization_id == organization_id]
        )
        for organization_id in organization_ids
    }


async def list_admin_users(session: AsyncSession, permission: Permission) -> list[UUID]:
    """List the admins with a permission.

    Raises `RecipientsUnknown`.
    """
    is_admin = col(Profile.type) == ProfileType.ADMIN
    if await session.scalar(select(col(Profile.profile_id)).where(is_admin).limit(1)) is None:
        raise RecipientsUnknown("no admin has come from identity yet")
    return sorted(await session.scalars(select_permitted(permission)))


def select_permitted(permission: Permission) -> Select[UUID]:
    """Select active admins whose roles include the permission.

    Includes admins whose roles have not all arrived, so that none misses a notification.
    """
    held = col(Role.role_id) == any_(col(RoleHolder.role_ids))
    known = select(func.count()).where(held).correlate(RoleHolder).scalar_subquery()
    allows = or_(
        col(Role.slug) == SUPER_ADMIN, literal(permission.value) == any_(col(Role.permissions))
    )
    may = select(Role).where(held, col(Role.active), allows).correlate(RoleHolder).exists()
    return (
        select(col(Profile.user_id))
        .distinct()
        .outerjoin(RoleHolder, col(RoleHolder.profile_id) == col(Profile.profile_id))
        .where(
            col(Profile.type) == ProfileType.ADMIN,
            col(Profile.active),
            or_(
                col(RoleHolder.profile_id).is_(None),
                known < func.cardinality(col(RoleHolder.role_ids)),
                may,
            ),
        )
    )


async def list_profile_users(session: AsyncSession, profile_id: UUID) -> list[UUID]:
    """List the user of a profile; empty if it is inactive.

    Raises `RecipientsUnknown`.
    """
    return await _list_active_users(session, col(Profile.profile_id) == profile_id)


async def _list_active_users(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    return _get_active_users((await session.scalars(select(Profile).where(*conditions))).all())


def _get_active_users(profiles: Sequence[Profile]) -> list[UUID]:
    """Return the active profiles' users.

    Raises `RecipientsUnknown` without any profile: an event may be late, and the retry finds it.
    """
    if not profiles:
        raise RecipientsUnknown("no profile has come from identity yet")
    return sorted({profile.user_id for profile in profiles if profile.active})


async def list_candidates_among(session: AsyncSession, user_ids: Sequence[UUID]) -> set[UUID]:
    """Return the users with a candidate profile, or whose profiles have not arrived."""
    rows = await session.execute(
        select(col(Profile.user_id), col(Profile.type)).where(col(Profile.user_id).in_(user_ids))
    )
    types = [(user_id, type_) for user_id, type_ in rows.all()]
    others = {user_id for user_id, _ in types}
    others -= {user_id for user_id, type_ in types if type_ == ProfileType.CANDIDATE}
    return set(user_ids) - others


async def get_contact(session: AsyncSession, user_id: UUID) -> Contact | None:
    """Return a user's contact; None until identity's event arrives."""
    return await session.get(Contact, user_id)


async def map_contacts(session: AsyncSession, user_ids: Collection[UUID]) -> dict[UUID, Contact]:
    """Map users to their contacts, like `get_contact`."""
    if not user_ids:
        return {}
    found = await session.scalars(select(Contact).where(col(Contact.user_id).in_(user_ids)))
    return {contact.user_id: contact for contact in found}


async def list_enrollments(
    session: AsyncSession, enrollment_ids: Collection[UUID]
) -> Sequence[Enrollment]:
    """List the latest events of enrollments, where one has arrived."""
    found = await session.scalars(
        select(Enrollment).where(col(Enrollment.enrollment_id).in_(enrollment_ids))
    )
    return found.all()


async def map_charge_ids(
    session: AsyncSession, enrollment_ids: Collection[UUID]
) -> dict[UUID, UUID]:
    """Map enrollments to their open charges, where payments' event has arrived."""
    found = await session.scalars(
        select(EnrollmentCharge).where(col(EnrollmentCharge.enrollment_id).in_(enrollment_ids))
    )
    return {each.enrollment_id: each.charge_id for each in found}
