"""Asking for approval again, after the profile was sent back."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.auth import Principal
from kit.db import AsyncSession

from identity.accounts.schemas import UserRead
from identity.accounts.service import load_account, lock_account, read_account
from identity.organizations import service as organizations
from identity.organizations.service import NotReturned
from identity.profiles.service import ProfileNotFound, submit_staff_again
from identity.submissions.schemas import SubmissionCreate


async def submit_again(
    session: AsyncSession, actor: Principal, profile_id: UUID, changes: SubmissionCreate
) -> UserRead:
    """Submit an own profile as it is now; an organization's is submitted with its organization.

    Raises `ProfileNotFound`, and `NotReturned` when it was not sent back.
    """
    own = (await load_account(session, actor.user_id)).membership(profile_id)
    if own is None:
        raise ProfileNotFound
    if own.profile.type is ProfileType.ORGANIZATION and own.profile.organization_id:
        await organizations.submit_again(
            session, own.profile.organization_id, actor.user_id, changes
        )
    else:
        account = await lock_account(session, actor.user_id)
        membership = account.membership(profile_id)
        # Only staff are decided by themselves, so nobody else is ever sent back here.
        if membership is None or membership.profile.approval_status is not ApprovalStatus.RETURNED:
            raise NotReturned
        await submit_staff_again(session, account, membership)
    return read_account(await load_account(session, actor.user_id))
