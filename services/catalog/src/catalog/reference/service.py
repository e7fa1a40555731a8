"""Listing and changing countries, states and cities."""

from typing import TypeVar
from uuid import UUID

from kit.db import AsyncSession, utc_now
from kit.errors import Invalid, NotFound
from kit.media import MediaStore
from kit.pages import PageQuery, fetch_page
from sqlalchemy import Select, select
from sqlmodel import col

from catalog.answers.events import announce
from catalog.batches.events import publish_renamed
from catalog.batches.models import Batch
from catalog.pictures.service import replace_picture, store_picture
from catalog.places.models import City, Country, RemovedReference, State
from catalog.places.schemas import CityWrite, CountryRead, CountryWrite, StateWrite
from catalog.saving import UsedByCities, remove, save
from catalog.search import contains, words_of
from catalog.tables import by_name

Place = TypeVar("Place", Country, State, City)


async def list_countries(
    session: AsyncSession, page: PageQuery, *, name: str | None, active: bool | None
) -> tuple[list[Country], int]:
    """A page of countries by name, and how many there are."""
    statement = _filtered(select(Country), Country, name, active)
    statement = statement.order_by(by_name(col(Country.name_en)), col(Country.id))
    return await _page(session, statement, page)


async def list_states(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> tuple[list[State], int]:
    """A page of states by name, and how many there are."""
    statement = _filtered(select(State), State, name, active)
    if country_id:
        statement = statement.where(col(State.country_id) == country_id)
    statement = statement.order_by(by_name(col(State.name_en)), col(State.id))
    return await _page(session, statement, page)


async def list_cities(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    state_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> tuple[list[City], int]:
    """A page of cities, the largest first, and how many there are."""
    statement = _filtered(select(City), City, name, active)
    if country_id:
        statement = statement.where(col(City.country_id) == country_id)
    if state_id:
        statement = statement.where(col(City.state_id) == state_id)
    order = (col(City.population).desc(), col(City.id).desc())
    return await _page(session, statement.order_by(*order), page)


async def get_place(session: AsyncSession, kind: type[Place], place_id: UUID) -> Place:
    """One country, state or city. Raises `NotFound`."""
    found = await session.get(kind, place_id)
    if found is None:
        raise NotFound
    return found


async def create_country(session: AsyncSession, body: CountryWrite) -> Country:
    """A country that the reference data lacks."""
    country = Country(**body.model_dump(), flag_emoji=_flag_emoji(body.code), edited_at=utc_now())
    return await _saved(session, country)


async def update_country(session: AsyncSession, country_id: UUID, body: CountryWrite) -> Country:
    """Change a country; the reference data leaves it alone from now on."""
    country = await _locked(session, Country, country_id)
    country.flag_emoji = _flag_emoji(body.code)
    return await _changed(session, country, body)


async def set_flag(
    session: AsyncSession, media: MediaStore, country_id: UUID, content: bytes
) -> Country:
    """Show a picture as the country's flag, in place of the emoji or of another one.

    Raises `Invalid` for the field `file`.
    """
    version = await store_picture(media, "flags", country_id, content)
    country = await _locked(session, Country, country_id)
    await replace_picture(session, "flags", country_id, before=country.flag_version, after=version)
    country.flag_version = version
    return await _saved(session, country)


async def create_state(session: AsyncSession, body: StateWrite) -> State:
    """A state that the reference data lacks."""
    return await _saved(session, State(**body.model_dump(), edited_at=utc_now()))


async def update_state(session: AsyncSession, state_id: UUID, body: StateWrite) -> State:
    """Change a state; the reference data leaves it alone from now on.

    Raises `UsedByCities` when one with cities is to go to another country.
    """
    state = await _locked(session, State, state_id)
    if state.country_id != body.country_id and await _has_cities(session, state_id):
        raise UsedByCities
    return await _changed(session, state, body)


async def create_city(session: AsyncSession, body: CityWrite) -> City:
    """A city that the reference data lacks."""
    await _check_state(session, body)
    return await _saved(session, City(**body.model_dump(), edited_at=utc_now()))


async def update_city(session: AsyncSession, city_id: UUID, body: CityWrite) -> City:
    """Change a city; the reference data leaves it alone from now on."""
    # The state first: whoever deletes it locks it, and then looks at its cities.
    await _check_state(session, body)
    city = await _locked(session, City, city_id)
    renamed = (city.name_en, city.name_ar) != (body.name_en, body.name_ar)
    await _changed(session, city, body)
    if renamed:
        await publish_renamed(session, col(Batch.city_id) == city_id)
    return city


async def delete_place(session: AsyncSession, kind: type[Place], place_id: UUID) -> None:
    """Delete for good, past later loads of reference data. Raises an `InUse` that says of what."""
    place = await _locked(session, kind, place_id)
    await remove(session, place)
    if isinstance(place, Country):
        await replace_picture(session, "flags", place_id, before=place.flag_version, after=None)
    session.add(RemovedReference(id=place_id))
    await announce(session, "places")


def read_country(country: Country) -> CountryRead:
    """A country with the address of its flag."""
    version = country.flag_version
    return CountryRead(
        **country.model_dump(include=set(CountryRead.model_fields)),
        flag_url=f"/api/v1/countries/{country.id}/flag?v={version}" if version else None,
    )


async def _locked(session: AsyncSession, kind: type[Place], place_id: UUID) -> Place:
    """One place, which nobody else changes until the transaction ends. Raises `NotFound`."""
    found = await session.get(kind, place_id, with_for_update=True)
    if found is None:
        raise NotFound
    return found


def _filtered(
    statement: Select[tuple[Place]], kind: type[Place], name: str | None, active: bool | None
) -> Select[tuple[Place]]:
    for word in words_of(name):
        statement = statement.where(contains(col(kind.search), word))
    if active is not None:
        statement = statement.where(col(kind.active) == active)
    return statement


async def _page(
    session: AsyncSession, statement: Select[tuple[Place]], page: PageQuery
) -> tuple[list[Place], int]:
    rows, total = await fetch_page(session, statement, page)
    return [row[0] for row in rows], total


async def _changed(
    session: AsyncSession, place: Place, body: CountryWrite | StateWrite | CityWrite
) -> Place:
    place.sqlmodel_update(body.model_dump())
    place.edited_at = utc_now()
    return await _saved(session, place)


async def _saved(session: AsyncSession, place: Place) -> Place:
    await save(session, place)
    await announce(session, "places")
    return place


async def _has_cities(session: AsyncSession, state_id: UUID) -> bool:
    found = select(col(City.id)).where(col(City.state_id) == state_id).limit(1)
    return (await session.scalars(found)).first() is not None


async def _check_state(session: AsyncSession, body: CityWrite) -> None:
    """The state must be one of the country, and stays so until the commit."""
    if body.state_id is None:
        return
    state = await session.get(State, body.state_id, with_for_update={"read": True})
    if state is None or state.country_id != body.country_id:
        raise Invalid.field("state_id", "not_found", "This is not a state of the country.")


def _flag_emoji(code: str) -> str:
    """The two regional indicator symbols that browsers draw as the country's flag."""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)
