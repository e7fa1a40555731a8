"""Public lists of countries, states and cities, and search by name."""

from typing import TypeVar
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from pydantic import BaseModel
from sqlalchemy import ColumnElement, bindparam, case, select
from sqlalchemy.orm import Mapped
from sqlmodel import col

from catalog.answers.queries import json_object
from catalog.places.models import City, Country, State
from catalog.places.schemas import CityRead, CountryRead, StateRead
from catalog.tables import sort_by_name

Place = TypeVar("Place", Country, State, City)
Read = TypeVar("Read", bound=BaseModel)

CITY = case(
    (
        col(City.id).is_not(None),
        json_object([col(City.id), col(City.name_en), col(City.name_ar)]),
    )
)
"""`PlaceName` from an outer join of cities."""


async def list_countries(
    session: AsyncSession, page: PageQuery, *, name: str | None, active: bool | None
) -> Page[CountryRead]:
    """List countries by name."""
    sort = sort_by_name(col(Country.name_en)), col(Country.id)
    query = ListQuery(_filters(Country, active=active), sort, _has_name(Country, name), page)
    return await _list(session, query, Country, CountryRead)


async def list_states(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> Page[StateRead]:
    """List states by name."""
    filters = _filters(State, active=active, country_id=country_id)
    sort = sort_by_name(col(State.name_en)), col(State.id)
    query = ListQuery(filters, sort, _has_name(State, name), page)
    return await _list(session, query, State, StateRead)


async def list_cities(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    state_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> Page[CityRead]:
    """List cities, largest first."""
    filters = _filters(City, active=active, country_id=country_id, state_id=state_id)
    sort = col(City.population).desc(), col(City.id).desc()
    query = ListQuery(filters, sort, _has_name(City, name), page)
    return await _list(session, query, City, CityRead)


async def get_country(session: AsyncSession, country_id: UUID) -> CountryRead:
    """Raises `NotFound`."""
    return await _get(session, Country, country_id, CountryRead)


async def get_state(session: AsyncSession, state_id: UUID) -> StateRead:
    """Raises `NotFound`."""
    return await _get(session, State, state_id, StateRead)


async def get_city(session: AsyncSession, city_id: UUID) -> CityRead:
    """Raises `NotFound`."""
    return await _get(session, City, city_id, CityRead)


def is_in_state(city_id: Mapped[UUID | None], state_id: str) -> ColumnElement[bool]:
    """Match a city in the state of the parameter."""
    return city_id.in_(select(col(City.id)).where(col(City.state_id) == bindparam(state_id)))


def _filters(kind: type[Place], **values: UUID | bool | None) -> list[ColumnElement[bool]]:
    return [getattr(kind, name) == value for name, value in values.items() if value is not None]


def _has_name(kind: type[Place], name: str | None) -> ColumnElement[bool]:
    return contains_words(name, col(kind.search))


async def _list(
    session: AsyncSession, query: ListQuery, kind: type[Place], schema: type[Read]
) -> Page[Read]:
    rows, meta = await query.fetch(session, select(kind), col(kind.id))
    data = [schema.model_validate(row[0], from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def _get(
    session: AsyncSession, kind: type[Place], place_id: UUID, schema: type[Read]
) -> Read:
    found = await session.get(kind, place_id)
    if found is None:
        raise NotFound
    return schema.model_validate(found, from_attributes=True)
