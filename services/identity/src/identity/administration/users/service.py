from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from contracts import Permission, ProfileType
from contracts.identity import SecurityChange
from kit.core.errors import Invalid
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox
from kit.security.auth import NotAllowed, Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.account_changes.service import guard_change_for_other
from identity.accounts.accounts.errors import EMAIL_TAKEN, UserNotFound
from identity.accounts.accounts.events import profiles_updated
from identity.accounts.accounts.models import Account, Membership, Profile, User
from identity.accounts.accounts.queries import get_account, lock_account, lock_own_rights
from identity.accounts.accounts.rules import build_rights, check_rank, get_profile_rights
from identity.accounts.accounts.service import (
    change_user_fields,
    create_person,
    publish_changes,
    refuse_taken_email,
)
from identity.accounts.invitations.models import Invitation
from identity.accounts.invitations.service import (
    create_invitation,
    invite_again,
    revoke_invitations,
)
from identity.accounts.profiles.errors import ProfileNotFound
from identity.accounts.verifications.errors import AlreadyVerified
from identity.accounts.verifications.service import send_verification
from identity.administration.confirmations.models import Confirmation, ConfirmationKind
from identity.administration.confirmations.service import KINDS, Kind, run_or_request_confirmation
from identity.administration.roles.events import admin_roles_updated
from identity.administration.roles.queries import load_roles_with_permissions
from identity.administration.roles.service import replace_roles
from identity.administration.users.errors import OwnAccount, RoleNotHeld, UserChanged, UserDisabled
from identity.administration.users.schemas import AccountCreate, AccountUpdate, RolesUpdate
from identity.config import Settings
from identity.sign_in.otps.service import void_otps
from identity.sign_in.passwords.hashes.service import hash_unknown_password
from identity.sign_in.second_factors.service import remove_second_factor
from identity.sign_in.sessions.service import end_session, end_user_sessions
from identity.sign_in.signing.service import Keys


async def create_user(session: AsyncSession, actor: Principal, form: AccountCreate) -> UUID:
    """Create an admin's account, mail an invitation and return the user's ID.

    Accepting the mailed invitation verifies the address. Raises `Invalid`, `RoleNotHeld`,
    `NotAllowed`.
    """
    # Hash before the first statement, so that no connection is held meanwhile.
    password_hash = await hash_unknown_password()
    me = await lock_own_rights(session, actor, Permission.CREATE_USER)
    if form.role_ids and Permission.MANAGE_ROLES not in me.permissions:
        raise NotAllowed
    user = await create_person(session, form, username=form.username, password_hash=password_hash)
    profile = Profile(user_id=user.id, type=ProfileType.ADMIN, paid=True)
    session.add(profile)
    await session.flush()
    await _give_roles(session, me, profile.id, form.role_ids)
    account = await get_account(session, user.id)
    await outbox.publish_many(session, profiles_updated(account))
    await _publish_roles(session, profile, form.role_ids)
    await create_invitation(session, user, profile, actor.user_id)
    return user.id


async def update_user(
    database: Database, actor: Principal, user_id: UUID, changes: AccountUpdate
) -> bool:
    """Update a user. Return False if another admin must confirm.

    A new address voids codes and invitations sent to the former one. Raises `UserNotFound`,
    `OwnAccount`, `UserOutranks`, `NotAllowed`, `Invalid`, `NoOtherAdmin`, `ConfirmationOpen`.
    """

    async def change(session: AsyncSession) -> bool:
        me, account = await lock_managed(session, actor, user_id, Permission.EDIT_USER)
        await _change(session, me, account, changes)
        return True

    details = changes.model_dump(mode="json", exclude_unset=True)
    kind = ConfirmationKind.ACCOUNT
    return bool(await run_or_request_confirmation(database, actor, kind, user_id, details, change))


async def _change(
    session: AsyncSession,
    me: Membership,
    account: Account,
    changes: AccountUpdate,
    *,
    confirmed: bool = False,
) -> None:
    async with guard_change_for_other(session, me, account, confirmed=confirmed):
        is_moved = await change_user(session, account.user, changes.model_dump(exclude_unset=True))
    await publish_changes(session, account, principal=is_moved)


async def change_user(session: AsyncSession, user: User, values: Mapping[str, Any]) -> bool:
    """Update a locked user. Return True if the address changed and must be verified again.

    Raises `Invalid`.
    """
    email: str = values.get("email", user.email)
    is_moved = email != user.email
    if is_moved:
        await refuse_taken_email(session, email)
        user.verified_at = None
        await void_otps(session, user.id)
        await revoke_invitations(session, col(Invitation.user_id) == user.id)
    change_user_fields(user, values)
    with as_field_problems({"uq_users_email": EMAIL_TAKEN}):
        await session.flush()
    return is_moved


async def update_roles(
    session: AsyncSession,
    actor: Principal,
    user_id: UUID,
    profile_id: UUID,
    requested: RolesUpdate,
) -> None:
    """Replace the roles of a user's profile, and invalidate the user's older tokens.

    Raises `UserNotFound`, `ProfileNotFound`, `OwnAccount`, `UserOutranks`, `UserChanged`,
    `RoleNotHeld`, `Invalid`.
    """
    me, account = await lock_managed(session, actor, user_id, Permission.MANAGE_ROLES)
    membership = account.membership(profile_id)
    if membership is None:
        raise ProfileNotFound
    if requested.version != account.user.principal_version:
        raise UserChanged
    if set(requested.role_ids) == {role.id for role in membership.roles}:
        return
    await _give_roles(session, me, profile_id, requested.role_ids)
    await publish_changes(session, account, principal=True)
    await _publish_roles(session, membership.profile, requested.role_ids)


async def _publish_roles(
    session: AsyncSession, profile: Profile, role_ids: Collection[UUID]
) -> None:
    """Publish the roles of an admin profile; other services use no others."""
    if profile.type is ProfileType.ADMIN:
        event = admin_roles_updated(profile.id, profile.user_id, set(role_ids))
        await outbox.publish(session, event, sequence=profile.version)


async def _give_roles(
    session: AsyncSession, me: Membership, profile_id: UUID, role_ids: list[UUID]
) -> None:
    requested = set(role_ids)
    roles, permissions = await load_roles_with_permissions(session, requested)
    if len(roles) != len(requested):
        raise Invalid.field("role_ids", "role.not_found", "We couldn't find this role.")
    if not get_profile_rights(me).cover(build_rights([role.slug for role in roles], permissions)):
        raise RoleNotHeld
    await replace_roles(session, profile_id, requested)


async def disable_user(session: AsyncSession, actor: Principal, user_id: UUID) -> None:
    """Disable a user: end sessions, void codes and invalidate tokens. Idempotent.

    Raises `UserNotFound`, `OwnAccount`, `UserOutranks`.
    """
    _, account = await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    if not account.user.active:
        return
    account.user.active = False
    await void_otps(session, user_id)
    await end_user_sessions(session, user_id)
    await publish_changes(session, account, principal=True)


async def enable_user(session: AsyncSession, actor: Principal, user_id: UUID) -> None:
    """Enable a disabled user. Idempotent.

    Raises `UserNotFound`, `OwnAccount`, `UserOutranks`.
    """
    _, account = await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    if account.user.active:
        return
    account.user.active = True
    await publish_changes(session, account, principal=True)


async def end_all_of_user(session: AsyncSession, actor: Principal, user_id: UUID) -> None:
    """End all sessions of a user.

    Raises `UserNotFound`, `OwnAccount`, `UserOutranks`.
    """
    await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    await end_user_sessions(session, user_id)


async def end_session_of_user(
    session: AsyncSession, actor: Principal, user_id: UUID, session_id: UUID
) -> None:
    """End one session of a user.

    Raises `UserNotFound`, `OwnAccount`, `UserOutranks`, `SessionNotFound`.
    """
    await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    await end_session(session, user_id, session_id)


async def remove_user_second_factor(session: AsyncSession, actor: Principal, user_id: UUID) -> None:
    """Remove the second factor of a user who lost the app and the recovery codes.

    The user is notified. The admin must have verified who asked. Raises `UserNotFound`,
    `OwnAccount`, `UserOutranks`.
    """
    _, account = await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    if account.user.second_factor_at is not None:
        await remove_second_factor(session, account, SecurityChange.SECOND_FACTOR_RESET)


async def resend_user_verification(
    session: AsyncSession, keys: Keys, settings: Settings, actor: Principal, user_id: UUID
) -> None:
    """Send a user another verification code, or the invitation again if they were invited.

    Raises `UserNotFound`, `OwnAccount`, `UserOutranks`, `UserDisabled`, `AlreadyVerified`,
    `OtpTooSoon`, `OtpLimit`, `InvitationTooSoon`.
    """
    _, account = await lock_managed(session, actor, user_id, Permission.EDIT_USER)
    user = account.user
    if user.verified_at is not None:
        raise AlreadyVerified
    if not user.active:
        raise UserDisabled
    profile = await _first_profile(session, user_id) if user.chooses_password else None
    if profile is None:
        await send_verification(session, keys, settings, user)
    else:
        await invite_again(session, settings, user, profile, actor.user_id)


async def _first_profile(session: AsyncSession, user_id: UUID) -> Profile | None:
    """Find the user's oldest profile, even if it is not accepted yet."""
    profile: Profile | None = await session.scalar(
        select(Profile)
        .where(col(Profile.user_id) == user_id)
        .order_by(col(Profile.created_at), col(Profile.id))
        .limit(1)
    )
    return profile


async def lock_managed(
    session: AsyncSession, actor: Principal, user_id: UUID, permission: Permission
) -> tuple[Membership, Account]:
    """Lock the account of a user whom the caller manages, and return the caller's membership with
    it.

    The caller's permissions are read from the database, because the token may be stale. Raises
    `NotAllowed`, `OwnAccount`, `UserNotFound`, `UserOutranks`.
    """
    me = await lock_own_rights(session, actor, permission)
    if user_id == actor.user_id:
        raise OwnAccount
    account = await lock_account(session, user_id)
    if account.user.decoy:
        raise UserNotFound
    check_rank(me, account)
    return me, account


async def _list_accounts(session: AsyncSession, user_id: UUID) -> list[Account]:
    return [await get_account(session, user_id)]


async def _apply(session: AsyncSession, me: Membership, confirmation: Confirmation) -> None:
    account = await lock_account(session, confirmation.subject_id)
    changes = AccountUpdate.model_validate(confirmation.details, extra="ignore")
    await _change(session, me, account, changes, confirmed=True)


KINDS[ConfirmationKind.ACCOUNT] = Kind(Permission.EDIT_SIGN_IN_DETAILS, _list_accounts, _apply)
