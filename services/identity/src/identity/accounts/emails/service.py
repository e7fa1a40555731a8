"""Change an account's address, which takes effect once its code is entered.

An address of another account gets the same response, and its owner a mail instead of the code.
So callers cannot learn who has an account.
"""

from uuid import UUID

from contracts.identity import OtpPurpose
from kit.core.errors import Invalid
from kit.database import db
from kit.database.db import AsyncSession, Database
from kit.messaging import outbox
from kit.security.auth import Principal, TokenInvalid
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import Account
from identity.accounts.accounts.queries import get_account, lock_email, lock_own_account
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.accounts.service import publish_changes
from identity.accounts.emails.errors import EmailTaken
from identity.accounts.emails.events import email_changed
from identity.accounts.emails.schemas import EmailChange
from identity.accounts.registrations.service import notify_owner
from identity.config import Settings
from identity.organizations.organizations.service import lock_organization, publish_organization
from identity.sign_in.otps.models import Otp
from identity.sign_in.otps.queries import code_request
from identity.sign_in.otps.rules import LIFETIME
from identity.sign_in.otps.schemas import OtpSent
from identity.sign_in.otps.service import check_limits, create_otp, redeem_code, use_otp, void_otps
from identity.sign_in.passwords.service import confirm_password
from identity.sign_in.sessions.service import end_user_sessions
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import build_sign_in_response


async def request_change(
    database: Database, keys: Keys, settings: Settings, actor: Principal, form: EmailChange
) -> OtpSent:
    """Send a code to the caller's new address and void the previous code.

    A verified user also gives the password, so that an unattended browser is not enough. Raises
    `Invalid`, `AccountLocked`, `OtpTooSoon`, `OtpLimit`, `TokenInvalid`.
    """
    confirmed = await _confirm(database, keys, actor, form)
    async with database.transaction() as session:
        user = (await lock_own_account(session, actor)).user
        if user.verified_at is not None and not confirmed:
            raise TokenInvalid
        if user.email == form.email:
            raise Invalid.field(
                "email", "email.unchanged", "This is already your email. Enter another one."
            )
        request = code_request(keys, OtpPurpose.EMAIL_CHANGE, user.id)
        await check_limits(session, settings, request)
        owner = await lock_email(session, form.email)
        await create_otp(session, keys, request, None if owner else user, email=form.email)
        if owner is not None:
            is_theirs = col(Otp.email) == owner.email, col(Otp.user_id).is_(None)
            await notify_owner(session, owner, col(Otp.created_at), *is_theirs)
    return OtpSent(resend_in=settings.otp_resend_seconds, expires_in=int(LIFETIME.total_seconds()))


async def _confirm(database: Database, keys: Keys, actor: Principal, form: EmailChange) -> bool:
    """Confirm the password if it is required, and return True if it was."""
    async with database.transaction() as session:
        user = (await get_account(session, actor.user_id)).user
    if user.verified_at is None:
        return False
    if form.password is None:
        raise Invalid.field("password", "field.missing", "Fill in this field.")
    await confirm_password(database, keys, actor, form.password, field="password")
    return True


async def change_email(database: Database, keys: Keys, actor: Principal, code: str) -> SignedIn:
    """Change to the address that the code was sent to, which verifies it.

    The user's other sessions end, and the former address is notified and its codes void. Raises
    `OtpExpired`, `OtpExhausted`, `OtpWrong`, `EmailTaken`, `TokenInvalid`.
    """
    recipient = code_request(keys, OtpPurpose.EMAIL_CHANGE, actor.user_id).recipient

    async def use(session: AsyncSession, otp_id: UUID) -> SignedIn:
        account = await lock_own_account(session, actor)
        await use_otp(session, otp_id)
        email: str | None = await session.scalar(
            select(col(Otp.email)).where(col(Otp.id) == otp_id)
        )
        assert email
        if await lock_email(session, email) is not None:
            raise EmailTaken
        await _take(session, account, email)
        await end_user_sessions(session, actor.user_id, keep=actor.session_id)
        return build_sign_in_response(account, keys, actor.session_id)

    return await redeem_code(database, keys, col(Otp.recipient) == recipient, code, use)


async def _take(session: AsyncSession, account: Account, email: str) -> None:
    user = account.user
    former, was_verified = user.email, user.verified_at is not None
    user.email, user.decoy = email, False
    user.verified_at = user.verified_at or await db.now(session)
    await void_otps(session, user.id)
    if was_verified:
        await outbox.publish(session, email_changed(user, former), sequence=1)
    else:
        await _correct_organizations(session, account, former)
    await publish_changes(session, account, principal=not was_verified)


async def _correct_organizations(session: AsyncSession, account: Account, former: str) -> None:
    """Correct the address that sign-up copied to the organization. Publishes a decoy's organization
    for the first time.
    """
    for membership in account.memberships:
        if membership.organization is None:
            continue
        organization = await lock_organization(session, membership.organization.id)
        if organization is not None and organization.email == former:
            organization.email = account.user.email
            await publish_organization(session, organization)
