from typing import Any
from uuid import UUID

from contracts import ADMIN_ROLE, ProfileType
from kit.database.db import AsyncSession
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting
from kit.domain.cleaning import clean_number
from kit.domain.people import is_civil_number
from sqlalchemy import ColumnElement, Row, Select, exists, func, select
from sqlmodel import col

from identity.accounts.accounts.models import Profile, ProfileStatus, User
from identity.accounts.accounts.queries import find_email_owner, has_words, is_organization_member
from identity.accounts.accounts.rules import shorten_name
from identity.accounts.invitations.models import Invitation, InvitationStatus
from identity.accounts.media.service import image_url
from identity.administration.roles.models import ProfileRole, Role
from identity.organizations.staff.errors import PersonNotFound, StaffNotFound
from identity.organizations.staff.schemas import (
    PersonFound,
    StaffDetail,
    StaffFilter,
    StaffRole,
    StaffRow,
    StaffSort,
    StaffStatus,
    StaffType,
)

_SORTING = Sorting(
    {
        StaffSort.NAME_EN: col(User.name_en),
        StaffSort.NAME_AR: col(User.name_ar),
        StaffSort.CREATED: col(Profile.created_at),
    },
    id=col(Profile.id),
)
_HAS_ADMIN_ROLE = (
    exists()
    .where(
        col(ProfileRole.profile_id) == col(Profile.id),
        col(ProfileRole.role_id) == col(Role.id),
        col(Role.slug) == ADMIN_ROLE,
    )
    .correlate(Profile)
)


async def list_staff(
    session: AsyncSession,
    organization_id: UUID,
    page: PageQuery,
    filters: StaffFilter,
    sort: StaffSort,
) -> Page[StaffRow]:
    """List the matching members in two queries."""
    members = _members(organization_id)
    rows, meta = await _query(filters, sort, page).fetch(session, members, col(Profile.id))
    return Page(data=[StaffRow(**read_row(row)) for row in rows], meta=meta)


def select_staff(
    organization_id: UUID, filters: StaffFilter, sort: StaffSort
) -> Select[*tuple[Any, ...]]:
    """Select each `Profile` with its `User` and `is_admin`."""
    return _query(filters, sort).select_all(_members(organization_id))


def _query(filters: StaffFilter, sort: StaffSort, page: PageQuery = WHOLE_LIST) -> ListQuery:
    return ListQuery(_conditions(filters), _SORTING.by(sort), has_words(filters.search), page)


def _members(organization_id: UUID) -> Select[*tuple[Any, ...]]:
    return (
        select(Profile, User, _HAS_ADMIN_ROLE.label("is_admin"))
        .outerjoin(User, col(User.id) == col(Profile.user_id))
        .where(is_organization_member(organization_id))
    )


def _conditions(filters: StaffFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.type:
        found.append(col(Profile.type) == ProfileType(filters.type))
    if filters.status:
        statuses = [ProfileStatus(status) for status in filters.status]
        found.append(col(Profile.status).in_(statuses))
    if filters.approval:
        found.append(col(Profile.approval_status).in_(filters.approval))
    if filters.role is not None:
        found.append(_HAS_ADMIN_ROLE if filters.role is StaffRole.ADMIN else ~_HAS_ADMIN_ROLE)
    return found


def read_row(row: Row[Any]) -> dict[str, Any]:
    """Return the fields that the list and the details share."""
    profile, user = row.Profile, row.User
    return {
        "id": profile.id,
        "type": StaffType(profile.type),
        "status": StaffStatus(profile.status),
        "approval_status": profile.approval_status,
        "role": StaffRole.ADMIN if row.is_admin else StaffRole.NONE,
        "name_en": user.name_en,
        "name_ar": user.name_ar,
        "email": user.email,
        "phone": user.phone,
        "image_url": image_url(profile.image_key),
        "created_at": profile.created_at,
    }


async def get_staff(session: AsyncSession, organization_id: UUID, profile_id: UUID) -> StaffDetail:
    """Return a member of the organization.

    Raises `StaffNotFound`.
    """
    statement = _members(organization_id).where(col(Profile.id) == profile_id)
    row = (await session.execute(statement)).first()
    if row is None:
        raise StaffNotFound
    invited_at, expires_at = await _get_invitation(session, profile_id)
    return StaffDetail(
        **read_row(row),
        username=row.User.username,
        approval_comment=row.Profile.approval_comment,
        paid=row.Profile.paid,
        invited_at=invited_at,
        invitation_expires_at=expires_at,
    )


async def _get_invitation(session: AsyncSession, profile_id: UUID) -> tuple[Any, Any]:
    """Return when the last invitation was sent and when the open one expires."""
    is_open = col(Invitation.status) == InvitationStatus.OPEN
    statement = select(
        func.max(col(Invitation.created_at)),
        func.max(col(Invitation.expires_at)).filter(is_open),
    ).where(col(Invitation.profile_id) == profile_id)
    sent, expires = (await session.execute(statement)).one()
    return sent, expires


async def find_person(session: AsyncSession, identifier: str) -> User:
    """Find the active user with exactly this email address or civil number.

    Raises `PersonNotFound`.
    """
    number = clean_number(identifier)
    if is_civil_number(number):
        verified = col(User.verified_at).is_not(None)
        user = await session.scalar(select(User).where(col(User.civil_number) == number, verified))
    else:
        user = await find_email_owner(session, identifier)
    if user is None or not user.active:
        raise PersonNotFound
    return user


async def get_person(session: AsyncSession, identifier: str) -> PersonFound:
    """Return the shortened name of a user.

    Raises `PersonNotFound`.
    """
    user = await find_person(session, identifier)
    return PersonFound(name_en=shorten_name(user.name_en), name_ar=shorten_name(user.name_ar))
