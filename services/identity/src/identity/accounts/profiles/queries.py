from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import select
from sqlmodel import col

from identity.accounts.accounts.models import Profile
from identity.accounts.profiles.errors import ProfileNotFound
from identity.accounts.profiles.models import Address
from identity.accounts.profiles.schemas import AddressRead, Place
from identity.tables import AddressFields


async def get_address(
    session: AsyncSession, actor: Principal, profile_id: UUID
) -> AddressRead | None:
    """Return the address of the caller's profile, or None.

    Raises `ProfileNotFound`.
    """
    own = select(col(Profile.id)).where(
        col(Profile.id) == profile_id, col(Profile.user_id) == actor.user_id
    )
    if await session.scalar(own) is None:
        raise ProfileNotFound
    address = await session.get(Address, profile_id)
    return read_address(address) if address else None


def read_address(address: AddressFields) -> AddressRead:
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
