"""The own profiles: their picture and address, and what becomes of staff who ask for approval."""

from uuid import UUID

from contracts import ApprovalStatus, ProfileType
from contracts.identity import StaffSubmitted
from kit.auth import Principal
from kit.db import AsyncSession, utc_now
from kit.errors import NotFound
from kit.media import MediaStore, adopt, discard
from kit.messaging import outbox
from kit.pictures import MEDIA_TYPE
from sqlalchemy import select
from sqlmodel import col
from structlog import get_logger

from identity.accounts.models import User
from identity.accounts.schemas import SignedIn
from identity.accounts.service import (
    Account,
    Membership,
    lock_account,
    lock_own_account,
    publish_changes,
    signed_in,
)
from identity.media.addresses import file_key, file_keys, new_key
from identity.organizations.service import lock_organization, publish_organization
from identity.profiles.images import Crop, make_square
from identity.profiles.models import Address, Profile
from identity.profiles.schemas import AddressRead, AddressWrite, Place
from identity.signing.keys import Keys

log = get_logger(__name__)


class ProfileNotFound(NotFound):
    """There is no such profile, or it is somebody else's."""

    code = "profile.not_found"


async def set_image(
    session: AsyncSession,
    media: MediaStore,
    keys: Keys,
    actor: Principal,
    profile_id: UUID,
    content: bytes,
    crop: Crop | None,
) -> SignedIn:
    """Replace the picture of an own profile; an organization's is that of its profile.

    Raises `ProfileNotFound`, or `Invalid` for the field `file` or `size`.
    """
    if profile_id not in {profile.id for profile in actor.profiles}:
        raise ProfileNotFound
    key, squares = new_key(), await make_square(content, crop)
    await media.store({file_key(key, d): square for d, square in squares.items()}, MEDIA_TYPE)
    account = await lock_own_account(session, actor)
    membership = account.membership(profile_id)
    if membership is None:
        raise ProfileNotFound
    await adopt(session, file_keys(key))
    profile = membership.profile
    if profile.image_key:
        await discard(session, file_keys(profile.image_key))
    had_image, profile.image_key = profile.image_key is not None, key
    if profile.type is ProfileType.ORGANIZATION and profile.organization_id:
        organization = await lock_organization(session, profile.organization_id)
        if organization is not None:
            organization.image_key = key
            await publish_organization(session, organization)
    await publish_changes(session, account, principal=not had_image)
    return signed_in(account, keys, actor.session_id)


async def read_address(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> AddressRead | None:
    """The address of an own profile, None when none was given. Raises `ProfileNotFound`."""
    await _own_profile(session, actor, profile_id)
    address = await session.get(Address, profile_id)
    return _read(address) if address else None


async def write_address(
    session: AsyncSession, actor: Principal, profile_id: UUID, form: AddressWrite
) -> AddressRead:
    """Give an own profile an address, or another one. Raises `ProfileNotFound`."""
    await _own_profile(session, actor, profile_id)
    address = await session.merge(_row(profile_id, form))
    await session.flush()
    return _read(address)


async def _own_profile(session: AsyncSession, actor: Principal, profile_id: UUID) -> None:
    found = await session.scalar(
        select(col(Profile.id))
        .where(col(Profile.id) == profile_id, col(Profile.user_id) == actor.user_id)
        # Two who write the first address at once come one after the other.
        .with_for_update()
    )
    if found is None:
        raise ProfileNotFound


def _row(profile_id: UUID, form: AddressWrite) -> Address:
    return Address(
        profile_id=profile_id,
        country_id=form.country.id,
        country_en=form.country.name_en,
        country_ar=form.country.name_ar,
        state_id=form.state.id if form.state else None,
        state_en=form.state.name_en if form.state else None,
        state_ar=form.state.name_ar if form.state else None,
        city_id=form.city.id if form.city else None,
        city_en=form.city.name_en if form.city else None,
        city_ar=form.city.name_ar if form.city else None,
        line1=form.line1,
        line2=form.line2 or None,
        postal_code=form.postal_code or None,
        updated_at=utc_now(),
    )


def _read(address: Address) -> AddressRead:
    country = _place(address.country_id, address.country_en, address.country_ar)
    assert country
    return AddressRead(
        country=country,
        state=_place(address.state_id, address.state_en, address.state_ar),
        city=_place(address.city_id, address.city_en, address.city_ar),
        line1=address.line1,
        line2=address.line2,
        postal_code=address.postal_code,
    )


def _place(place_id: UUID | None, name_en: str | None, name_ar: str | None) -> Place | None:
    if place_id is None or name_en is None or name_ar is None:
        return None
    return Place(id=place_id, name_en=name_en, name_ar=name_ar)


def staff_submission_fact(user: User, profile: Profile) -> StaffSubmitted:
    """That a staff profile asks for approval. It asks for itself."""
    assert profile.organization_id
    return StaffSubmitted(
        profile_id=profile.id,
        submission=profile.submission,
        organization_id=profile.organization_id,
        name_en=user.name_en,
        name_ar=user.name_ar,
        submitted_by=user.id,
    )


async def decide_staff(
    session: AsyncSession,
    profile_id: UUID,
    submission: int,
    status: ApprovalStatus,
    comment: str | None,
) -> None:
    """Take over a decision about a staff profile; only the waiting submission is decided."""
    user_id = await session.scalar(
        select(col(Profile.user_id)).where(col(Profile.id) == profile_id)
    )
    account = await lock_account(session, user_id) if user_id else None
    membership = account.membership(profile_id) if account else None
    if account is None or membership is None or not _is_waiting(membership.profile, submission):
        log.info("decision ignored", profile=str(profile_id), submission=submission)
        return
    membership.profile.approval_status = status
    membership.profile.approval_comment = comment
    await publish_changes(session, account, principal=True)


async def submit_staff_again(
    session: AsyncSession, account: Account, membership: Membership
) -> None:
    """Ask for approval of a staff profile, of a locked account, that was sent back."""
    profile = membership.profile
    profile.approval_status = ApprovalStatus.SUBMITTED
    profile.approval_comment = None
    profile.submission += 1
    await publish_changes(session, account, principal=False)
    await outbox.publish(
        session, staff_submission_fact(account.user, profile), sequence=profile.version
    )


def _is_waiting(profile: Profile, submission: int) -> bool:
    return (
        profile.type is ProfileType.STAFF
        and profile.approval_status is ApprovalStatus.SUBMITTED
        and profile.submission == submission
    )
