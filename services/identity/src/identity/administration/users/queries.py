from collections import defaultdict
from collections.abc import Collection
from typing import Any
from uuid import UUID

from contracts import Permission, ProfileType
from kit.database.db import AsyncSession, in_literals
from kit.database.pages import WHOLE_LIST, ListQuery, Page, PageQuery, Sorting
from kit.domain.cleaning import clean_code, clean_number
from kit.domain.people import is_civil_number, normalize_passport_number
from kit.domain.timezone import filter_days
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, exists, or_, select
from sqlmodel import col

from identity.accounts.accounts.errors import UserNotFound
from identity.accounts.accounts.models import Account, Membership, Profile, ProfileStatus, User
from identity.accounts.accounts.queries import (
    find_account,
    find_own_membership,
    has_words,
    is_active_profile,
)
from identity.accounts.accounts.rules import collect_account_rights, get_profile_rights, mask_number
from identity.accounts.media.service import image_url
from identity.administration.confirmations.models import ConfirmationKind
from identity.administration.confirmations.queries import find_pending
from identity.administration.roles.models import ProfileRole, Role
from identity.administration.roles.queries import list_profile_roles
from identity.administration.users.schemas import (
    AccountDetail,
    AccountFilter,
    AccountRow,
    AccountSort,
    AccountStatus,
    HeldDocument,
    HeldProfile,
    HeldRole,
)
from identity.organizations.documents.queries import list_current, read_documents
from identity.organizations.organizations.models import Organization
from identity.sign_in.sessions.queries import list_sessions

_SORTING = Sorting(
    {
        AccountSort.CREATED: col(User.created_at),
        AccountSort.NAME_EN: col(User.name_en),
        AccountSort.NAME_AR: col(User.name_ar),
    },
    id=col(User.id),
)
# Exactly as in the partial indexes, so that the planner uses them.
IS_LISTED = ~col(User.decoy)


async def list_users(
    session: AsyncSession, page: PageQuery, filters: AccountFilter, sort: AccountSort
) -> Page[AccountRow]:
    """List the matching users with their profiles and roles, in four queries."""
    query = build_users_query(filters, sort, page)
    rows, meta = await query.fetch(session, select(User), col(User.id))
    users: list[User] = [row[0] for row in rows]
    ids = [user.id for user in users]
    memberships = await _list_memberships(session, ids)
    data = [AccountRow(**_row(user, memberships[user.id])) for user in users]
    return Page(data=data, meta=meta)


def build_users_query(
    filters: AccountFilter, sort: AccountSort, page: PageQuery = WHOLE_LIST
) -> ListQuery:
    """Build the query of the list of users, without decoys."""
    return ListQuery(
        filters=[IS_LISTED, *_conditions(filters)],
        sort=_SORTING.by(sort),
        search=matches_user(filters.search),
        page=page,
    )


def _conditions(filters: AccountFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if filters.type:
        found.append(
            exists().where(
                col(Profile.user_id) == col(User.id),
                in_literals(col(Profile.type), filters.type),
                # `is_active_profile` with a literal, so that the planner can use the partial index.
                in_literals(col(Profile.status), (ProfileStatus.ACTIVE,)),
            )
        )
    if filters.role:
        found.append(
            exists().where(
                col(Profile.user_id) == col(User.id),
                is_active_profile(),
                col(ProfileRole.profile_id) == col(Profile.id),
                col(ProfileRole.role_id) == col(Role.id),
                col(Role.slug).in_(filters.role),
            )
        )
    if filters.status is not None:
        found.append(col(User.active).is_(filters.status is AccountStatus.ACTIVE))
    if filters.verified is not None:
        unverified = col(User.verified_at).is_(None)
        found.append(~unverified if filters.verified else unverified)
    found += filter_days(col(User.created_at), filters.registered_from, filters.registered_to)
    return found


def matches_user(text: str | None) -> ColumnElement[bool]:
    """Build the condition that a user has every word, or the identity number.

    Partial identity numbers do not match, so that they cannot be guessed digit by digit.
    """
    typed = (text or "").strip()
    number = clean_number(typed)
    if is_civil_number(number):
        return col(User.civil_number) == number
    passport = normalize_passport_number(clean_code(typed).upper())
    if passport is None:
        return has_words(typed)
    return or_(has_words(typed), col(User.passport_number) == passport)


async def get_user(session: AsyncSession, actor: Principal, user_id: UUID) -> AccountDetail:
    """Return a user with the live sessions and the caller's rights over them.

    Raises `UserNotFound`.
    """
    account = await find_account(session, col(User.id) == user_id, IS_LISTED)
    if account is None:
        raise UserNotFound
    may = await list_rights(session, actor, account)
    user = account.user
    return AccountDetail(
        **_row(user, account.memberships),
        locale=user.locale,
        civil_number=mask_number(user.civil_number),
        passport_number=mask_number(user.passport_number),
        nationality=user.nationality,
        birth_date=user.birth_date,
        gender=user.gender,
        invited_at=user.invited_at,
        second_factor_at=user.second_factor_at,
        sessions=await list_sessions(session, user_id),
        documents=await _list_documents(session, account),
        can_edit=Permission.EDIT_USER in may,
        can_change_roles=Permission.MANAGE_ROLES in may,
        can_edit_sign_in_details=Permission.EDIT_SIGN_IN_DETAILS in may,
        pending_confirmation=await find_pending(session, ConfirmationKind.ACCOUNT, user_id),
        version=user.principal_version,
    )


async def list_rights(session: AsyncSession, actor: Principal, account: Account) -> Collection[str]:
    """Return the caller's permissions if they outrank the user, else none."""
    reader = await find_own_membership(session, actor)
    if reader is None or account.user.id == actor.user_id:
        return ()
    if not get_profile_rights(reader).cover(collect_account_rights(account)):
        return ()
    return reader.permissions


async def _list_documents(session: AsyncSession, account: Account) -> list[HeldDocument]:
    """List the current documents of the user's staff profiles."""
    staff = [
        each.profile.id for each in account.memberships if each.profile.type is ProfileType.STAFF
    ]
    return [
        HeldDocument(profile_id=profile_id, **document.model_dump())
        for profile_id in staff
        for document in read_documents(await list_current(session, profile_id))
    ]


def _row(user: User, memberships: list[Membership]) -> dict[str, Any]:
    first = memberships[0].profile if memberships else None
    return {
        "id": user.id,
        "username": user.username,
        "name_en": user.name_en,
        "name_ar": user.name_ar,
        "email": user.email,
        "phone": user.phone,
        "image_url": image_url(first.image_key) if first else None,
        "status": get_account_status(user),
        "verified_at": user.verified_at,
        "profiles": [_profile(membership) for membership in memberships],
        "created_at": user.created_at,
    }


def _profile(membership: Membership) -> HeldProfile:
    profile, organization = membership.profile, membership.organization
    return HeldProfile(
        id=profile.id,
        type=profile.type,
        organization_id=profile.organization_id,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        approval_status=profile.approval_status,
        roles=[HeldRole.model_validate(role, from_attributes=True) for role in membership.roles],
    )


def get_account_status(user: User) -> AccountStatus:
    return AccountStatus.ACTIVE if user.active else AccountStatus.DISABLED


async def _list_memberships(
    session: AsyncSession, user_ids: Collection[UUID]
) -> dict[UUID, list[Membership]]:
    rows = await session.execute(
        select(Profile, Organization)
        .outerjoin(Organization, col(Organization.id) == col(Profile.organization_id))
        .where(col(Profile.user_id).in_(user_ids), is_active_profile())
        .order_by(col(Profile.created_at), col(Profile.id))
    )
    found: dict[UUID, list[Membership]] = defaultdict(list)
    pairs = [(profile, organization) for profile, organization in rows.all()]
    roles = await list_profile_roles(session, [profile.id for profile, _ in pairs])
    for profile, organization in pairs:
        found[profile.user_id].append(Membership(profile, organization, roles[profile.id]))
    return found
