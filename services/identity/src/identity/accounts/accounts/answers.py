"""What an account is answered as: its JSON, and the claims of an access token."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.database.db import Database
from kit.web.idempotency import AlreadyDone

from identity.accounts.accounts.models import Account, Membership
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.accounts.schemas import (
    ApprovalRead,
    PermissionRead,
    ProfileRead,
    RoleRead,
    SignedIn,
    UserRead,
)
from identity.accounts.media.addresses import image_url
from identity.organizations.organizations.schemas import read_suspension
from identity.sign_in.signing.keys import Keys


def signed_in(account: Account, keys: Keys, session_id: UUID) -> SignedIn:
    """The answer that carries a new access token."""
    return SignedIn(access_token=keys.sign(claims(account, session_id)), user=read_account(account))


async def renew_signed_in(database: Database, values: Mapping[str, Any]) -> SignedIn:
    """Answer a repeated change of the own account with a token that knows of it.

    Raises `AlreadyDone` for a caller without a session, `TokenInvalid`.
    """
    actor = values["actor"]
    if actor is None:
        raise AlreadyDone
    async with database.transaction() as session:
        account = await lock_own_account(session, actor)
        return signed_in(account, values["keys"], actor.session_id)


def claims(account: Account, session_id: UUID) -> dict[str, Any]:
    """What an access token of this session says of the user."""
    user = account.user
    return {
        "sub": str(user.id),
        "sid": str(session_id),
        "pv": user.principal_version,
        "verified": user.verified_at is not None,
        "identified": user.identified,
        "second_factor_due": account.second_factor_due,
        "profiles": [
            {
                "id": str(m.profile.id),
                "type": m.profile.type.value,
                "organization_id": _text(m.profile.organization_id),
                "approved": m.profile.approval_status is ApprovalStatus.APPROVED,
                "paid": m.profile.paid,
                "image": m.profile.image_key is not None,
                "suspended": m.organization is not None and m.organization.suspended_at is not None,
                "roles": [role.slug for role in m.roles],
                "permissions": m.permissions,
            }
            for m in account.memberships
        ],
        "roles": sorted({role.slug for m in account.memberships for role in m.roles}),
        "permissions": sorted({slug for m in account.memberships for slug in m.permissions}),
    }


def _text(value: UUID | None) -> str | None:
    return str(value) if value else None


def read_account(account: Account) -> UserRead:
    """The account as its user sees it."""
    user = account.user
    profiles = [_read_profile(membership) for membership in account.memberships]
    return UserRead(
        id=user.id,
        username=user.username,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        image=profiles[0].image if profiles else None,
        image_2x=profiles[0].image_2x if profiles else None,
        verified_at=user.verified_at,
        second_factor_due=account.second_factor_due,
        civil_number=user.civil_number,
        passport_number=user.passport_number,
        passport_country=user.passport_country,
        identified=user.identified,
        numbers_fixed_at=user.numbers_fixed_at,
        nationality=user.nationality,
        birth_date=user.birth_date,
        gender=user.gender,
        user_roles=profiles[0].roles if profiles else [],
        permissions=profiles[0].permissions if profiles else [],
        profiles=profiles,
    )


def _read_profile(membership: Membership) -> ProfileRead:
    profile, organization = membership.profile, membership.organization
    return ProfileRead(
        id=profile.id,
        type=profile.type,
        organization_id=profile.organization_id,
        organization_name_en=organization.name_en if organization else None,
        organization_name_ar=organization.name_ar if organization else None,
        paid=profile.paid,
        image=image_url(profile.image_key),
        image_2x=image_url(profile.image_key, 2),
        approval=ApprovalRead(status=profile.approval_status, comment=profile.approval_comment),
        suspension=read_suspension(organization),
        roles=[
            RoleRead(slug=role.slug, name_en=role.name_en, name_ar=role.name_ar)
            for role in membership.roles
        ],
        permissions=[PermissionRead(slug=slug) for slug in membership.permissions],
    )
