from typing import Any, cast
from uuid import UUID

from contracts import Permission, ProfileType
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting
from kit.domain.timezone import filter_days
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, and_, exists, or_, select, true
from sqlmodel import col

from identity.accounts.accounts.models import Profile, ProfileStatus, User
from identity.accounts.accounts.queries import get_account
from identity.accounts.accounts.rules import mask_number
from identity.accounts.erasures.queries import is_erasable
from identity.accounts.media.service import image_url
from identity.accounts.profiles.models import Address
from identity.accounts.profiles.queries import read_address
from identity.administration.candidates.errors import CandidateNotFound
from identity.administration.candidates.schemas import (
    CandidateDetail,
    CandidateFilter,
    CandidatePerson,
    CandidateRow,
    CandidateSort,
    CandidateStatus,
)
from identity.administration.confirmations.models import ConfirmationKind
from identity.administration.confirmations.queries import find_pending
from identity.administration.users.queries import IS_LISTED, list_rights, matches_user
from identity.organizations.organizations.models import Organization, OrganizationCandidate
from identity.organizations.organizations.schemas import OrganizationName

_SORTING = Sorting(
    {
        CandidateSort.CREATED: col(User.created_at),
        CandidateSort.NAME_EN: col(User.name_en),
        CandidateSort.NAME_AR: col(User.name_ar),
    },
    id=col(User.id),
)
_CANDIDATES = cast(
    Select[Any],
    select(User, Profile)
    .join(Profile, col(Profile.user_id) == col(User.id))
    .where(IS_LISTED, in_literals(col(Profile.type), (ProfileType.CANDIDATE,))),
)
_IS_VERIFIED = col(User.verified_at).is_not(None)
_STATES: dict[CandidateStatus, ColumnElement[bool]] = {
    CandidateStatus.REGISTERED: and_(col(User.active), ~_IS_VERIFIED),
    CandidateStatus.VERIFIED: and_(col(User.active), _IS_VERIFIED, ~col(Profile.paid)),
    CandidateStatus.PAID: and_(col(User.active), _IS_VERIFIED, col(Profile.paid)),
    CandidateStatus.DISABLED: ~col(User.active),
}


async def list_candidates(
    session: AsyncSession,
    actor: Principal,
    page: PageQuery,
    filters: CandidateFilter,
    sort: CandidateSort,
) -> Page[CandidateRow]:
    """List the candidates of the caller's organization, or all for an admin."""
    query = _query(actor, filters, sort, page)
    rows, meta = await query.fetch(session, _CANDIDATES, col(Profile.id))
    data = [CandidateRow(**_row(user, profile)) for user, profile in rows]
    return Page(data=data, meta=meta)


def select_candidates(
    actor: Principal, filters: CandidateFilter, sort: CandidateSort
) -> Select[Any]:
    """Select each `User` with their candidate `Profile`."""
    return _query(actor, filters, sort).select_all(_CANDIDATES)


def _query(
    actor: Principal, filters: CandidateFilter, sort: CandidateSort, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    return ListQuery(
        filters=[_is_visible(actor), *_conditions(actor, filters)],
        sort=_SORTING.by(sort),
        search=matches_user(filters.search),
        page=page,
    )


def _is_visible(actor: Principal) -> ColumnElement[bool]:
    return true() if actor.scope is None else _is_of(actor.scope)


def _is_of(organization_id: UUID) -> ColumnElement[bool]:
    return exists().where(
        col(OrganizationCandidate.organization_id) == organization_id,
        col(OrganizationCandidate.profile_id) == col(Profile.id),
    )


def _conditions(actor: Principal, filters: CandidateFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.status:
        found.append(or_(*(_STATES[status] for status in filters.status)))
    # Organizations must not infer hidden fields by filtering.
    if actor.scope is None and filters.organization_id:
        found.append(_is_of(filters.organization_id))
    if actor.scope is None and filters.nationality:
        found.append(col(User.nationality) == filters.nationality)
    found += filter_days(col(User.created_at), filters.registered_from, filters.registered_to)
    return found


async def get_candidate(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> CandidateDetail:
    """Return a candidate whom the caller may see, with the fields that the caller may see.

    Raises `CandidateNotFound`.
    """
    user, profile = await find_candidate(session, actor, profile_id)
    return CandidateDetail(
        **_row(user, profile),
        civil_number=mask_number(user.civil_number),
        verified_at=user.verified_at,
        paid=profile.paid,
        invited_at=user.invited_at,
        person=await _read_person(session, actor, user, profile_id) if actor.is_admin else None,
    )


async def find_candidate(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> tuple[User, Profile]:
    """Load the user and profile of a candidate whom the caller may see.

    Raises `CandidateNotFound`.
    """
    visible = _CANDIDATES.where(col(Profile.id) == profile_id, _is_visible(actor))
    row = (await session.execute(visible)).first()
    if row is None:
        raise CandidateNotFound
    user, profile = row
    return user, profile


async def is_candidate_alone(session: AsyncSession, user_id: UUID) -> bool:
    """Return True if the user has no other profile, not even an invited one.

    Other accounts may only be changed by admins who may edit users.
    """
    more = exists().where(
        col(Profile.user_id) == user_id,
        col(Profile.type) != ProfileType.CANDIDATE,
        col(Profile.status) != ProfileStatus.REMOVED,
    )
    return not await session.scalar(select(more))


async def _read_person(
    session: AsyncSession, actor: Principal, user: User, profile_id: UUID
) -> CandidatePerson:
    account = await get_account(session, user.id)
    may = await list_rights(session, actor, account)
    edits = Permission.EDIT_CANDIDATE in may
    address = await session.get(Address, profile_id)
    return CandidatePerson(
        user_id=user.id,
        locale=user.locale,
        nationality=user.nationality,
        birth_date=user.birth_date,
        gender=user.gender,
        civil_number=user.civil_number if edits else mask_number(user.civil_number),
        passport_number=user.passport_number if edits else mask_number(user.passport_number),
        passport_country=user.passport_country,
        numbers_fixed_at=user.numbers_fixed_at,
        address=read_address(address) if address else None,
        organizations=await _list_organizations(session, profile_id),
        can_edit_sign_in_details=Permission.EDIT_SIGN_IN_DETAILS in may,
        can_erase=Permission.ERASE_USER in may and await is_erasable(session, user.id),
        pending_confirmation=await find_pending(session, ConfirmationKind.CANDIDATE, profile_id),
        can_edit=edits
        and (Permission.EDIT_USER in may or await is_candidate_alone(session, user.id)),
    )


async def _list_organizations(session: AsyncSession, profile_id: UUID) -> list[OrganizationName]:
    own = col(OrganizationCandidate.organization_id) == col(Organization.id)
    found = await session.scalars(
        select(Organization)
        .join(OrganizationCandidate, own)
        .where(col(OrganizationCandidate.profile_id) == profile_id)
        .order_by(col(Organization.name_en), col(Organization.id))
    )
    return [OrganizationName.model_validate(each, from_attributes=True) for each in found]


def _row(user: User, profile: Profile) -> dict[str, Any]:
    return {
        "id": profile.id,
        "username": user.username,
        "name_en": user.name_en,
        "name_ar": user.name_ar,
        "email": user.email,
        "phone": user.phone,
        "image_url": image_url(profile.image_key),
        "status": get_candidate_status(user, profile),
        "created_at": user.created_at,
    }


def get_candidate_status(user: User, profile: Profile) -> CandidateStatus:
    if not user.active:
        return CandidateStatus.DISABLED
    if user.verified_at is None:
        return CandidateStatus.REGISTERED
    return CandidateStatus.PAID if profile.paid else CandidateStatus.VERIFIED
