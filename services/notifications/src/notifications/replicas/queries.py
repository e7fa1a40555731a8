"""Who is to be notified, how a person is reached, and which charge an enrollment has."""

from collections.abc import Sequence
from uuid import UUID

from contracts import ProfileType
from kit.db import AsyncSession
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from notifications.replicas.errors import RecipientsUnknown
from notifications.replicas.models import Contact, EnrollmentCharge, Profile


async def list_organization_users(session: AsyncSession, organization_id: UUID) -> list[UUID]:
    """The users who act for an organization, without its staff.

    Raises `RecipientsUnknown`.
    """
    return await _list_active_users(
        session,
        col(Profile.organization_id) == organization_id,
        col(Profile.type) == ProfileType.ORGANIZATION,
    )


async def list_admin_users(session: AsyncSession) -> list[UUID]:
    """Every admin.

    Raises `RecipientsUnknown`.
    """
    return await _list_active_users(session, col(Profile.type) == ProfileType.ADMIN)


async def list_profile_users(session: AsyncSession, profile_id: UUID) -> list[UUID]:
    """The user of one profile; none when it is no longer active.

    Raises `RecipientsUnknown`.
    """
    return await _list_active_users(session, col(Profile.profile_id) == profile_id)


async def _list_active_users(session: AsyncSession, *conditions: ColumnElement[bool]) -> list[UUID]:
    """`RecipientsUnknown` when no profile matches at all: nobody may miss a notification because
    one service was faster than another."""
    profiles = (await session.execute(select(Profile).where(*conditions))).scalars().all()
    if not profiles:
        raise RecipientsUnknown("no profile has come from identity yet")
    return sorted({profile.user_id for profile in profiles if profile.active})


async def list_candidates_among(session: AsyncSession, user_ids: Sequence[UUID]) -> set[UUID]:
    """Those of the users who have a candidate's profile, or of whom no profile has come yet."""
    rows = await session.execute(
        select(col(Profile.user_id), col(Profile.type)).where(col(Profile.user_id).in_(user_ids))
    )
    types = [(user_id, type_) for user_id, type_ in rows.all()]
    others = {user_id for user_id, _ in types}
    others -= {user_id for user_id, type_ in types if type_ == ProfileType.CANDIDATE}
    return set(user_ids) - others


async def get_contact(session: AsyncSession, user_id: UUID) -> Contact | None:
    """How a person is reached; None until identity's event has come."""
    return await session.get(Contact, user_id)


async def get_charge_id(session: AsyncSession, enrollment_id: UUID) -> UUID | None:
    """The charge that was opened last for an enrollment; None until payments' event has come."""
    statement = select(col(EnrollmentCharge.charge_id)).where(
        col(EnrollmentCharge.enrollment_id) == enrollment_id
    )
    return (await session.scalars(statement)).one_or_none()
