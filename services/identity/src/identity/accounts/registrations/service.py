"""Sign up without revealing who has an account.

A sign-up with a taken address creates a decoy: it behaves like any unverified account, but its code
is never sent. The owner of the address gets a mail instead. The only event about a decoy is the
welcome of a new user.
"""

from datetime import datetime, timedelta

from contracts import ApprovalStatus, ProfileType
from kit.core.errors import Invalid
from kit.database.constraints import as_field_problems
from kit.database.db import AsyncSession, new_id, utc_now
from kit.messaging import outbox
from sqlalchemy import ColumnExpressionArgument, SQLColumnExpression, exists, func, select
from sqlmodel import col

from identity.accounts.accounts.errors import TAKEN, USERNAME_TAKEN
from identity.accounts.accounts.events import profiles_updated
from identity.accounts.accounts.models import Profile, User
from identity.accounts.accounts.queries import get_account, lock_email
from identity.accounts.registrations.events import sign_up_attempted, user_registered
from identity.accounts.registrations.rules import MAILS_PER_DAY
from identity.accounts.registrations.schemas import SignUp
from identity.accounts.verifications.service import send_verification
from identity.config import Settings
from identity.organizations.organizations.service import create_organization
from identity.sign_in.passwords.hashes import service as hashing
from identity.sign_in.passwords.rules import check_password, list_personal_words
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import SessionStarted, open_session


async def sign_up(
    session: AsyncSession, keys: Keys, settings: Settings, form: SignUp, user_agent: str
) -> SessionStarted:
    """Create an account, send its code and sign it in.

    Organizations start as drafts. A taken address gets the same response and creates a decoy.
    Raises `Invalid`.
    """
    # Check and hash before the first statement, so that no connection is held meanwhile.
    await check_password(form.password, list_personal_words(form))
    password_hash = await hashing.hash_password(form.password)
    owner = await lock_email(session, form.email)
    await _refuse_taken_username(session, form.username)
    user = User(
        id=new_id(),
        username=form.username,
        email=form.email,
        phone=form.phone,
        password_hash=password_hash,
        **form.names(),
        locale=form.locale,
        terms_accepted_at=utc_now(),
        terms_version=form.terms_version,
        decoy=owner is not None,
    )
    session.add(user)
    with as_field_problems(TAKEN):
        await session.flush()
    await _add_profile(session, form, user)
    await outbox.publish(session, user_registered(user), sequence=1)
    account = await get_account(session, user.id)
    if owner is None:
        await outbox.publish_many(session, profiles_updated(account))
    else:
        is_decoy = col(User.email) == owner.email, col(User.decoy)
        await notify_owner(session, owner, col(User.created_at), *is_decoy)
    await send_verification(session, keys, settings, user)
    return await open_session(session, keys, settings, account, user_agent)


async def _refuse_taken_username(session: AsyncSession, username: str) -> None:
    """Reject a taken username early; the unique constraint catches concurrent sign-ups."""
    if await session.scalar(select(exists().where(col(User.username) == username))):
        raise Invalid(fields=[USERNAME_TAKEN])


async def _add_profile(session: AsyncSession, form: SignUp, user: User) -> None:
    organization = None
    if form.profile_type is ProfileType.ORGANIZATION:
        assert form.organization_name_en
        assert form.organization_name_ar
        organization = await create_organization(
            session,
            name_en=form.organization_name_en,
            name_ar=form.organization_name_ar,
            email=form.email,
            published=not user.decoy,
        )
    session.add(
        Profile(
            user_id=user.id,
            type=form.profile_type,
            organization_id=organization.id if organization else None,
            approval_status=organization.status if organization else ApprovalStatus.APPROVED,
        )
    )
    await session.flush()


async def notify_owner(
    session: AsyncSession,
    owner: User,
    attempted_at: SQLColumnExpression[datetime],
    *attempts: ColumnExpressionArgument[bool],
) -> None:
    """Mail the owner of a locked address about an attempt to use it, at most three times a day.

    The attempt must already be stored.
    """
    today = attempted_at > func.now() - timedelta(days=1)
    count = await session.scalar(select(func.count()).where(today, *attempts))
    if (count or 0) <= MAILS_PER_DAY:
        await outbox.publish(session, sign_up_attempted(owner), sequence=1)
