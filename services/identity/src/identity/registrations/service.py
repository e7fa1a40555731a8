"""Signing up, and what the registration fee opens."""

from uuid import UUID

from contracts import PAYS_REGISTRATION, ApprovalStatus, ProfileType
from contracts.identity import UserRegistered
from kit.db import AsyncSession, advisory_lock, new_id, utc_now
from kit.errors import Invalid
from kit.messaging import outbox
from pydantic_core import PydanticCustomError
from sqlalchemy import ColumnElement, and_, exists, select, text
from sqlmodel import col
from structlog import get_logger

from identity.accounts.errors import TAKEN, taken_is_a_field_error
from identity.accounts.fields import check_username
from identity.accounts.models import User
from identity.accounts.service import load_account, lock_account, profile_facts, publish_changes
from identity.config import Settings
from identity.devices.queries import find_owner
from identity.logins.service import Opened, open_session
from identity.organizations import service as organizations
from identity.otps.service import send_verification
from identity.passwords import hashing
from identity.passwords.rules import check_password
from identity.profiles.models import Profile
from identity.registrations.decoys import tell_owner
from identity.registrations.schemas import SignUp
from identity.replicas.models import RegistrationCharge
from identity.signing.keys import Keys

log = get_logger(__name__)

_KEEP_NEWEST = text("""
INSERT INTO registration_charges AS known (charge_id, profile_id, paid, version)
VALUES (:charge_id, :profile_id, :paid, :version)
ON CONFLICT (charge_id) DO UPDATE SET
    paid = excluded.paid, version = excluded.version, updated_at = now()
WHERE known.version < excluded.version
""")


async def sign_up(
    session: AsyncSession, keys: Keys, settings: Settings, form: SignUp, user_agent: str
) -> Opened:
    """Make an account, send its code and sign it in. Raises `Invalid` with every field's problem.

    An organization is submitted for approval at once. With an address that has an account already
    it answers the same and makes a decoy.
    """
    check_password(form.password, username=form.username, email=form.email)
    # Before the first statement, so that no connection waits for it.
    password_hash = await hashing.hash_password(form.password)
    # Two who sign up with one address at once must not both own it.
    await advisory_lock(session, f"email:{form.email}")
    await _refuse_taken_username(session, form.username)
    owner = await find_owner(session, form.email)
    user = User(
        id=new_id(),
        username=form.username,
        email=form.email,
        phone=form.phone,
        password_hash=password_hash,
        name_en=form.name_en,
        name_ar=form.name_ar,
        locale=form.locale,
        terms_accepted_at=utc_now(),
        decoy=owner is not None,
    )
    session.add(user)
    with taken_is_a_field_error():
        await session.flush()
    await _add_profile(session, form, user)
    await outbox.publish(session, _registered(user), sequence=1)
    account = await load_account(session, user.id)
    if owner is None:
        await outbox.publish_many(session, profile_facts(account))
    else:
        await tell_owner(session, owner)
    await send_verification(session, keys, settings, user)
    return await open_session(session, keys, settings, account, user_agent)


async def _refuse_taken_username(session: AsyncSession, username: str) -> None:
    """The unique constraint catches what this read cannot see."""
    if await session.scalar(select(exists().where(col(User.username) == username))):
        raise Invalid(fields=[TAKEN["username"]])


async def _add_profile(session: AsyncSession, form: SignUp, user: User) -> None:
    profile = Profile(user_id=user.id, type=form.profile_type)
    if form.profile_type is ProfileType.ORGANIZATION:
        assert form.organization_name_en
        assert form.organization_name_ar
        organization = await organizations.register(
            session,
            name_en=form.organization_name_en,
            name_ar=form.organization_name_ar,
            email=form.email,
            user_id=user.id,
            announced=not user.decoy,
        )
        profile.organization_id = organization.id
        profile.approval_status = ApprovalStatus.SUBMITTED
    session.add(profile)
    await session.flush()


def _registered(user: User) -> UserRegistered:
    return UserRegistered(
        user_id=user.id,
        username=user.username,
        email=user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
    )


async def is_username_available(session: AsyncSession, wanted: str) -> bool:
    """Whether somebody could sign up with the name; false too when it breaks the rules."""
    try:
        username = check_username(wanted)
    except PydanticCustomError:
        return False
    taken = await session.scalar(select(exists().where(col(User.username) == username)))
    return not taken


async def keep_charge(
    session: AsyncSession, *, charge_id: UUID, profile_id: UUID, paid: bool, version: int
) -> None:
    """Take over the state of a registration's charge, and open or close profiles by it.

    An organization pays once: the payment of one of its users is for all of them. `version`
    orders the facts of one charge: an older one, or the same again, changes no charge, but opens
    the profile of a user who came after it.
    """
    payer = await session.get(Profile, profile_id)
    if payer is None or payer.type not in PAYS_REGISTRATION:
        log.warning("charge of an unknown profile", charge=str(charge_id), profile=str(profile_id))
        return
    registered = _registered_with(payer)
    user_ids = await session.scalars(
        select(col(Profile.user_id)).where(registered).distinct().order_by(col(Profile.user_id))
    )
    accounts = [await lock_account(session, user_id) for user_id in user_ids.all()]
    connection = await session.connection()
    await connection.execute(
        _KEEP_NEWEST,
        {"charge_id": charge_id, "profile_id": profile_id, "paid": paid, "version": version},
    )
    is_paid = await session.scalar(
        select(
            exists().where(
                col(RegistrationCharge.profile_id) == col(Profile.id),
                registered,
                col(RegistrationCharge.paid),
            )
        )
    )
    members = set(await session.scalars(select(col(Profile.id)).where(registered)))
    for account in accounts:
        changed = [
            membership.profile
            for membership in account.memberships
            if membership.profile.id in members and membership.profile.paid != is_paid
        ]
        for profile in changed:
            profile.paid = bool(is_paid)
        if changed:
            await publish_changes(session, account, principal=True)


def _registered_with(payer: Profile) -> ColumnElement[bool]:
    """The condition on the profiles for which the payer's registration fee counts."""
    if payer.type is not ProfileType.ORGANIZATION:
        return col(Profile.id) == payer.id
    return and_(
        col(Profile.organization_id) == payer.organization_id,
        col(Profile.type) == ProfileType.ORGANIZATION,
    )
