from collections.abc import Collection
from uuid import UUID

from contracts import Permission, ProfileType
from kit.core.errors import Invalid
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox
from kit.security.auth import Principal
from sqlalchemy import ARRAY, Uuid, column, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from identity.accounts.account_changes.service import guard_change_for_other
from identity.accounts.accounts.errors import TAKEN, UserOutranks
from identity.accounts.accounts.events import profiles_updated
from identity.accounts.accounts.models import FIELDS, Account, Membership, Profile
from identity.accounts.accounts.queries import get_account, lock_account, lock_own_rights
from identity.accounts.accounts.service import create_person, publish_changes
from identity.accounts.erasures.service import request_erasure
from identity.accounts.invitations.service import create_invitation, invite_again
from identity.accounts.numbers.service import change_numbers
from identity.administration.candidates.errors import NotInvited
from identity.administration.candidates.queries import find_candidate, is_candidate_alone
from identity.administration.candidates.schemas import (
    CandidateCreate,
    CandidateErasureCreate,
    CandidateUpdate,
)
from identity.administration.confirmations.models import Confirmation, ConfirmationKind
from identity.administration.confirmations.service import KINDS, Kind, run_or_request_confirmation
from identity.administration.users.service import change_user, lock_managed
from identity.config import Settings
from identity.organizations.organizations.models import Organization, OrganizationCandidate
from identity.sign_in.passwords.hashes.service import hash_unknown_password

_NUMBERS = {*FIELDS.values(), "passport_country"}


async def create_candidate(session: AsyncSession, actor: Principal, form: CandidateCreate) -> UUID:
    """Create a candidate's account, mail an invitation and return the profile's ID.

    Raises `Invalid`, `NotAllowed`.
    """
    # Hash before the first statement, so that no connection is held meanwhile.
    password_hash = await hash_unknown_password()
    await lock_own_rights(session, actor, Permission.EDIT_CANDIDATE)
    user = await create_person(session, form, username=None, password_hash=password_hash)
    profile = Profile(user_id=user.id, type=ProfileType.CANDIDATE)
    session.add(profile)
    await session.flush()
    account = await get_account(session, user.id)
    for field in ("nationality", "birth_date", "gender"):
        setattr(account.user, field, getattr(form, field))
    await change_numbers(session, account, form.numbers(), form.passport_country)
    if form.organization_id is not None:
        await _add_to_organization(session, form.organization_id, profile.id)
    await create_invitation(session, user, profile, actor.user_id)
    await outbox.publish_many(session, profiles_updated(account))
    return profile.id


async def _add_to_organization(
    session: AsyncSession, organization_id: UUID, profile_id: UUID
) -> None:
    if await session.get(Organization, organization_id) is None:
        message = "This organization does not exist."
        raise Invalid.field("organization_id", "organization.not_found", message)
    session.add(OrganizationCandidate(organization_id=organization_id, profile_id=profile_id))
    await session.flush()


async def update_candidate(
    database: Database, actor: Principal, profile_id: UUID, changes: CandidateUpdate
) -> bool:
    """Update a candidate. Return False if another admin must confirm.

    Fixed numbers are rejected: they change by a case. Raises `CandidateNotFound`, `OwnAccount`,
    `UserOutranks`, `NotAllowed`, `Invalid`, `NoOtherAdmin`, `ConfirmationOpen`.
    """

    async def change(session: AsyncSession) -> bool:
        me, account, _ = await _lock_candidate(session, actor, profile_id)
        await _change(session, me, account, changes)
        return True

    details = changes.model_dump(mode="json", exclude_unset=True)
    kind = ConfirmationKind.CANDIDATE
    return bool(
        await run_or_request_confirmation(database, actor, kind, profile_id, details, change)
    )


async def _change(
    session: AsyncSession,
    me: Membership,
    account: Account,
    changes: CandidateUpdate,
    *,
    confirmed: bool = False,
) -> None:
    given = changes.model_dump(exclude_unset=True, exclude=_NUMBERS)
    async with guard_change_for_other(session, me, account, confirmed=confirmed):
        is_moved = await change_user(session, account.user, given)
        is_identified = await change_numbers(
            session, account, changes.numbers(), changes.passport_country
        )
        with as_field_problems(TAKEN):
            await session.flush()
    await publish_changes(session, account, principal=is_moved or is_identified)


async def invite_candidate_again(
    session: AsyncSession, settings: Settings, actor: Principal, profile_id: UUID
) -> None:
    """Mail a new link to an added candidate who has not answered, and revoke the previous one.

    Raises `CandidateNotFound`, `OwnAccount`, `UserOutranks`, `NotInvited`, `InvitationTooSoon`.
    """
    _, account, profile = await _lock_candidate(session, actor, profile_id)
    if not account.user.chooses_password or not account.user.active:
        raise NotInvited
    await invite_again(session, settings, account.user, profile, actor.user_id)


async def _lock_candidate(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> tuple[Membership, Account, Profile]:
    """Lock the account of a candidate whom the caller may change.

    Return the caller's membership, the account and the candidate profile.
    """
    user, profile = await find_candidate(session, actor, profile_id)
    me, account = await lock_managed(session, actor, user.id, Permission.EDIT_CANDIDATE)
    # Changing the address gives access to all the person's profiles.
    edits_users = Permission.EDIT_USER in me.permissions
    if not edits_users and not await is_candidate_alone(session, user.id):
        raise UserOutranks
    return me, account, profile


async def _list_accounts(session: AsyncSession, profile_id: UUID) -> list[Account]:
    profile = await session.get(Profile, profile_id)
    return [await get_account(session, profile.user_id)] if profile else []


async def _apply(session: AsyncSession, me: Membership, confirmation: Confirmation) -> None:
    (account,) = await _list_accounts(session, confirmation.subject_id)
    account = await lock_account(session, account.user.id)
    changes = CandidateUpdate.model_validate(confirmation.details, extra="ignore")
    await _change(session, me, account, changes, confirmed=True)


KINDS[ConfirmationKind.CANDIDATE] = Kind(Permission.EDIT_SIGN_IN_DETAILS, _list_accounts, _apply)


async def create_candidate_erasure(
    session: AsyncSession, actor: Principal, profile_id: UUID, form: CandidateErasureCreate
) -> UUID:
    """Request the erasure of a candidate, with the same checks and decision as the person's own.

    Raises `CandidateNotFound`, `ErasureRunning`, `NotAllowed`, `OwnAccount`, `UserOutranks`.
    """
    user, _ = await find_candidate(session, actor, profile_id)
    _, account = await lock_managed(session, actor, user.id, Permission.ERASE_USER)
    return await request_erasure(session, account, form.reason, actor.user_id)


async def add_organization_candidates(
    session: AsyncSession, pairs: Collection[tuple[UUID, UUID]]
) -> None:
    """Add candidates to organizations: pairs of organization ID and profile ID.

    Existing pairs are kept, and pairs with a deleted organization or profile are skipped.
    """
    if not pairs:
        return
    # One array per column: thousands of pairs would otherwise become thousands of parameters.
    given = (
        func.unnest(*(literal(list(ids), ARRAY(Uuid)) for ids in zip(*set(pairs), strict=True)))
        .table_valued(column("organization_id", Uuid), column("profile_id", Uuid))
        .render_derived(name="given")
    )
    known = (
        select(given.c.organization_id, given.c.profile_id)
        .join(Organization, col(Organization.id) == given.c.organization_id)
        .join(Profile, col(Profile.id) == given.c.profile_id)
        # Always in the same order, to prevent deadlocks with concurrent inserts.
        .order_by(given.c.organization_id, given.c.profile_id)
    )
    await session.execute(
        insert(OrganizationCandidate)
        .from_select(["organization_id", "profile_id"], known)
        .on_conflict_do_nothing()
    )
