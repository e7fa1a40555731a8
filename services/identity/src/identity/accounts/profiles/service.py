from dataclasses import astuple, dataclass
from typing import Any
from uuid import UUID

from contracts import ProfileType
from kit.database import db
from kit.database.db import AsyncSession, utc_now
from kit.documents import pictures
from kit.documents.media import MediaStore, adopt, discard
from kit.documents.picture_options import PictureOptions
from kit.documents.pictures import MEDIA_TYPE
from kit.security.auth import Principal
from sqlmodel import col

from identity.accounts.accounts.models import Profile
from identity.accounts.accounts.queries import lock_own_account
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.accounts.service import publish_changes
from identity.accounts.media.service import create_key, file_key, file_keys
from identity.accounts.profiles.errors import ProfileNotFound
from identity.accounts.profiles.models import Address
from identity.accounts.profiles.queries import read_address
from identity.accounts.profiles.rules import MIN_SIDE, SIDES
from identity.accounts.profiles.schemas import AddressRead, AddressWrite
from identity.organizations.organizations.service import lock_organization, publish_organization
from identity.sign_in.signing.service import Keys
from identity.sign_in.tokens.service import build_sign_in_response


@dataclass(frozen=True, slots=True)
class Crop:
    """A square crop in pixels of the upright picture, from its upper left corner."""

    x: int
    y: int
    size: int


async def make_square(content: bytes, crop: Crop | None) -> dict[int, bytes]:
    """Make WebP files by density, by default from the picture's centre.

    Raises `Invalid` for the field `file` or `size`.
    """
    made = await pictures.process(content, build_picture_options(crop))
    return dict(zip(SIDES, made, strict=True))


def build_picture_options(crop: Crop | None) -> PictureOptions:
    return PictureOptions(
        boxes=[(side, side) for side in SIDES.values()],
        square=True,
        crop=astuple(crop) if crop else None,
        min_side=MIN_SIDE,
    )


async def update_image(
    session: AsyncSession,
    media: MediaStore,
    keys: Keys,
    actor: Principal,
    profile_id: UUID,
    content: bytes,
    crop: Crop | None,
) -> SignedIn:
    """Replace the picture of the caller's profile, and of the organization it owns.

    Raises `ProfileNotFound`, and `Invalid` for the field `file` or `size`.
    """
    if profile_id not in {profile.id for profile in actor.profiles}:
        raise ProfileNotFound
    key, squares = create_key(), await make_square(content, crop)
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
    return build_sign_in_response(account, keys, actor.session_id)


async def update_address(
    session: AsyncSession, actor: Principal, profile_id: UUID, form: AddressWrite
) -> AddressRead:
    """Set the address of the caller's profile.

    Raises `ProfileNotFound`.
    """
    own = col(Profile.id) == profile_id, col(Profile.user_id) == actor.user_id
    # Serialize concurrent requests that insert the first address.
    if await db.lock(session, Profile, *own) is None:
        raise ProfileNotFound
    address = await session.merge(Address(profile_id=profile_id, **build_address_columns(form)))
    await session.flush()
    return read_address(address)


def build_address_columns(form: AddressWrite) -> dict[str, Any]:
    """Return the columns of `AddressFields` for a request."""
    return {
        "country_id": form.country.id,
        "country_en": form.country.name_en,
        "country_ar": form.country.name_ar,
        "state_id": form.state.id if form.state else None,
        "state_en": form.state.name_en if form.state else None,
        "state_ar": form.state.name_ar if form.state else None,
        "city_id": form.city.id if form.city else None,
        "city_en": form.city.name_en if form.city else None,
        "city_ar": form.city.name_ar if form.city else None,
        "line1": form.line1,
        "line2": form.line2 or None,
        "postal_code": form.postal_code or None,
        "updated_at": utc_now(),
    }
