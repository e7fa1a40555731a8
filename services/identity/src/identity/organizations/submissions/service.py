"""Asking for approval."""

from uuid import UUID

from contracts import ProfileType
from kit.database.db import AsyncSession
from kit.security.auth import Principal

from identity.accounts.accounts.answers import read_account
from identity.accounts.accounts.queries import get_account, lock_account
from identity.accounts.accounts.schemas import UserRead
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.submissions.organizations import submit_organization
from identity.organizations.submissions.staff import submit_staff


async def submit_profile(session: AsyncSession, actor: Principal, profile_id: UUID) -> UserRead:
    """Submit an own profile as it is now; an organization's is submitted with its organization.

    Raises `ProfileNotFound`, `NotSubmittable`, `Invalid`.
    """
    own = (await get_account(session, actor.user_id)).membership(profile_id)
    if own is None:
        raise ProfileNotFound
    if own.profile.type is ProfileType.ORGANIZATION and own.profile.organization_id:
        await submit_organization(session, own.profile.organization_id, actor.user_id)
    else:
        account = await lock_account(session, actor.user_id)
        membership = account.membership(profile_id)
        if membership is None:
            raise ProfileNotFound
        await submit_staff(session, account, membership.profile)
    return read_account(await get_account(session, actor.user_id))
