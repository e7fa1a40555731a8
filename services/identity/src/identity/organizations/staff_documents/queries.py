"""The documents of staff members, as they are read."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from kit.database.db import AsyncSession
from kit.security.auth import Principal

from identity.accounts.accounts.models import Account, Membership, Profile
from identity.accounts.accounts.queries import get_account
from identity.accounts.profiles.errors import ProfileNotFound
from identity.organizations.documents.models import HolderType
from identity.organizations.documents.queries import (
    find_kinds,
    list_current,
    read_documents,
    read_kind,
)
from identity.organizations.documents.rules import list_lacking
from identity.organizations.staff_documents.schemas import OwnDocuments

EDITABLE = (ApprovalStatus.DRAFT, ApprovalStatus.RETURNED, ApprovalStatus.APPROVED)
"""While it is under review nothing changes: approvers decide on what was submitted."""


def staff_membership_of(account: Account, profile_id: UUID) -> Membership:
    """The staff profile of this id among the account's own, with its organization.

    Raises `ProfileNotFound`.
    """
    own = account.membership(profile_id)
    if own is None or own.profile.type is not ProfileType.STAFF:
        raise ProfileNotFound
    return own


async def get_own_staff_profile(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> Profile:
    """The caller's staff profile.

    Raises `ProfileNotFound`.
    """
    return staff_membership_of(await get_account(session, actor.user_id), profile_id).profile


async def read_own(session: AsyncSession, profile: Profile) -> OwnDocuments:
    """What a staff profile is asked for and has."""
    kinds = await find_kinds(session, HolderType.STAFF)
    current = await list_current(session, profile.id)
    return OwnDocuments(
        kinds=[read_kind(kind) for kind in kinds],
        documents=read_documents(current),
        complete=not list_lacking(kinds, [document for document, _ in current]),
        editable=profile.approval_status in EDITABLE,
    )


async def find_lacking(session: AsyncSession, profile_id: UUID) -> list[tuple[str, str]]:
    """What stands in the way of submitting a staff profile, as `list_lacking` says."""
    kinds = await find_kinds(session, HolderType.STAFF)
    if not kinds:
        return []
    current = await list_current(session, profile_id)
    return list_lacking(kinds, [document for document, _ in current])
