"""Change countries, states and cities. Later loads of the reference data keep these changes."""

from typing import TypeVar
from uuid import UUID

from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound
from kit.database import db
from kit.database.constraints import as_field_problems, as_problems
from kit.database.db import AsyncSession
from kit.documents.media import MediaStore
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.batches.events import publish_batches
from catalog.batches.models import Batch
from catalog.pictures.service import create_picture, replace_picture
from catalog.places.errors import UsedByBatches, UsedByCities, UsedByStates
from catalog.places.models import City, Country, RemovedReference, State
from catalog.places.schemas import (
    CityRead,
    CityWrite,
    CountryRead,
    CountryWrite,
    StateRead,
    StateWrite,
)

Place = TypeVar("Place", Country, State, City)
_WITHIN: dict[type, tuple[str, ...]] = {
    Country: (),
    State: ("country_id",),
    City: ("country_id", "state_id"),
}
_UNIQUE: dict[type, tuple[str, ...]] = {
    Country: ("name_en", "name_ar", "numeric_code"),
    State: ("name_en", "name_ar"),
    City: ("name_en", "name_ar"),
}
"""Columns that are unique within the parent, besides the globally unique codes."""
_USED_BY = {"states": UsedByStates, "cities": UsedByCities, "batches": UsedByBatches}


async def create_country(session: AsyncSession, body: CountryWrite) -> CountryRead:
    """Create a country that the reference data lacks."""
    await _check_unique(session, Country, body, None)
    country = Country(**body.model_dump(), flag_emoji=_flag_emoji(body.code))
    await _save(session, country)
    return CountryRead.model_validate(country, from_attributes=True)


async def update_country(
    session: AsyncSession, country_id: UUID, body: CountryWrite
) -> CountryRead:
    """Raises `NotFound`."""
    country = await _lock(session, Country, country_id)
    await _check_unique(session, Country, body, country)
    country.sqlmodel_update(body.model_dump() | {"flag_emoji": _flag_emoji(body.code)})
    await _save(session, country)
    return CountryRead.model_validate(country, from_attributes=True)


async def delete_country(session: AsyncSession, country_id: UUID) -> None:
    """Raises `NotFound`, `UsedByStates`, `UsedByCities`."""
    country = await _lock(session, Country, country_id)
    await _delete(session, country)
    await replace_picture(session, "flags", country_id, before=country.flag_version, after=None)


async def update_flag(
    session: AsyncSession, media: MediaStore, country_id: UUID, content: bytes
) -> CountryRead:
    """Set the country's flag picture, replacing the emoji or the previous one.

    Raises `NotFound`, and `Invalid` for the field `file`.
    """
    version = await create_picture(media, "flags", country_id, content)
    country = await _lock(session, Country, country_id)
    await replace_picture(session, "flags", country_id, before=country.flag_version, after=version)
    country.flag_version = version
    await session.flush()
    await publish_catalogue_changed(session, "places")
    return CountryRead.model_validate(country, from_attributes=True)


async def create_state(session: AsyncSession, body: StateWrite) -> StateRead:
    """Create a state that the reference data lacks."""
    await _check_unique(session, State, body, None)
    state = State(**body.model_dump())
    await _save(session, state)
    return StateRead.model_validate(state, from_attributes=True)


async def update_state(session: AsyncSession, state_id: UUID, body: StateWrite) -> StateRead:
    """Change a state.

    Raises `NotFound`, and `UsedByCities` if one with cities moves to another country.
    """
    state = await _lock(session, State, state_id)
    if state.country_id != body.country_id and await _has_cities(session, state_id):
        raise UsedByCities
    await _check_unique(session, State, body, state)
    state.sqlmodel_update(body.model_dump())
    await _save(session, state)
    return StateRead.model_validate(state, from_attributes=True)


async def delete_state(session: AsyncSession, state_id: UUID) -> None:
    """Raises `NotFound`, `UsedByCities`."""
    await _delete(session, await _lock(session, State, state_id))


async def create_city(session: AsyncSession, body: CityWrite) -> CityRead:
    """Create a city that the reference data lacks."""
    await _check_state(session, body)
    await _check_unique(session, City, body, None)
    city = City(**body.model_dump())
    await _save(session, city)
    return CityRead.model_validate(city, from_attributes=True)


async def update_city(session: AsyncSession, city_id: UUID, body: CityWrite) -> CityRead:
    """Change a city. A new name is published with each of its batches.

    Raises `NotFound`.
    """
    # Lock the state first: deleting it locks it, then counts its cities.
    await _check_state(session, body)
    city = await _lock(session, City, city_id)
    await _check_unique(session, City, body, city)
    is_renamed = (city.name_en, city.name_ar) != (body.name_en, body.name_ar)
    city.sqlmodel_update(body.model_dump())
    await _save(session, city)
    if is_renamed:
        await publish_batches(session, col(Batch.city_id) == city_id)
    return CityRead.model_validate(city, from_attributes=True)


async def delete_city(session: AsyncSession, city_id: UUID) -> None:
    """Raises `NotFound`, `UsedByBatches`."""
    await _delete(session, await _lock(session, City, city_id))


async def _check_unique(
    session: AsyncSession, kind: type[Place], body: BaseModel, before: Place | None
) -> None:
    """Require unique names within the parent, for changed names only.

    The reference data contains towns of the same name. Raises `Invalid`.
    """
    # Two places that get the same name concurrently would miss each other.
    await db.advisory_lock(session, f"unused-{kind.__tablename__}")
    within: tuple[str, ...] = _WITHIN[kind]
    scope = [col(getattr(kind, name)).is_not_distinct_from(getattr(body, name)) for name in within]
    taken = []
    for name in _UNIQUE[kind]:
        if before and all(getattr(before, n) == getattr(body, n) for n in (name, *within)):
            continue
        same = func.lower(col(getattr(kind, name))) == getattr(body, name).lower()
        if await session.scalar(select(col(kind.id)).where(same, *scope).limit(1)):
            taken.append(
                FieldProblem(
                    field=name,
                    code="field.taken",
                    message="This is already in use. Enter another value.",
                )
            )
    if taken:
        raise Invalid(fields=taken)


async def _lock(session: AsyncSession, kind: type[Place], place_id: UUID) -> Place:
    found = await db.lock(session, kind, col(kind.id) == place_id)
    if found is None:
        raise NotFound
    return found


async def _save(session: AsyncSession, place: Country | State | City) -> None:
    place.edited_at = await db.now(session)
    session.add(place)
    with as_field_problems():
        await session.flush()
    await publish_catalogue_changed(session, "places")


async def _delete(session: AsyncSession, place: Country | State | City) -> None:
    with as_problems(_USED_BY, otherwise=Conflict):
        await session.delete(place)
        await session.flush()
    session.add(RemovedReference(id=place.id))
    await publish_catalogue_changed(session, "places")


async def _has_cities(session: AsyncSession, state_id: UUID) -> bool:
    found = select(col(City.id)).where(col(City.state_id) == state_id).limit(1)
    return (await session.scalars(found)).first() is not None


async def _check_state(session: AsyncSession, body: CityWrite) -> None:
    """Require a state of the country, and lock it until the commit."""
    if body.state_id is None:
        return
    state = await db.lock(session, State, col(State.id) == body.state_id, share=True)
    if state is None or state.country_id != body.country_id:
        raise Invalid.field("state_id", "resource.not_found", "Choose a region of the country.")


def _flag_emoji(code: str) -> str:
    """Return the two regional indicator symbols that browsers render as a flag."""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)
