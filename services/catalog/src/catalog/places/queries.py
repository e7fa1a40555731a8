"""Countries, states and cities for everybody, and the condition on a name."""

from typing import TypeVar
from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import Page, PageQuery, fetch_page
from kit.database.search import contains_words
from pydantic import BaseModel
from sqlalchemy import ColumnElement, Select, bindparam, case, select
from sqlalchemy.orm import Mapped
from sqlmodel import col

from catalog.answers.queries import json_object
from catalog.places.models import City, Country, State
from catalog.places.schemas import CityRead, CountryRead, StateRead
from catalog.tables import by_name

Place = TypeVar("Place", Country, State, City)
Read = TypeVar("Read", bound=BaseModel)

CITY = case(
    (
        col(City.id).is_not(None),
        json_object([col(City.id), col(City.name_en), col(City.name_ar)]),
    )
)
"""The `PlaceName` of an outer join of cities."""


async def list_countries(
    session: AsyncSession, page: PageQuery, *, name: str | None, active: bool | None
) -> Page[CountryRead]:
    """Countries by name."""
    statement = _filtered(select(Country), Country, name, active)
    statement = statement.order_by(by_name(col(Country.name_en)), col(Country.id))
    return await _page(session, statement, page, CountryRead)


async def list_states(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> Page[StateRead]:
    """States by name."""
    statement = _filtered(select(State), State, name, active)
    if country_id:
        statement = statement.where(col(State.country_id) == country_id)
    statement = statement.order_by(by_name(col(State.name_en)), col(State.id))
    return await _page(session, statement, page, StateRead)


async def list_cities(
    session: AsyncSession,
    page: PageQuery,
    *,
    country_id: UUID | None,
    state_id: UUID | None,
    name: str | None,
    active: bool | None,
) -> Page[CityRead]:
    """Cities, the largest first."""
    statement = _filtered(select(City), City, name, active)
    if country_id:
        statement = statement.where(col(City.country_id) == country_id)
    if state_id:
        statement = statement.where(col(City.state_id) == state_id)
    statement = statement.order_by(col(City.population).desc(), col(City.id).desc())
    return await _page(session, statement, page, CityRead)


async def get_country(session: AsyncSession, country_id: UUID) -> CountryRead:
    """One country.

    Raises `NotFound`.
    """
    return await _get(session, Country, country_id, CountryRead)


async def get_state(session: AsyncSession, state_id: UUID) -> StateRead:
    """One state.

    Raises `NotFound`.
    """
    return await _get(session, State, state_id, StateRead)


async def get_city(session: AsyncSession, city_id: UUID) -> CityRead:
    """One city.

    Raises `NotFound`.
    """
    return await _get(session, City, city_id, CityRead)


def in_state(city_id: Mapped[UUID | None], state_id: str) -> ColumnElement[bool]:
    """The condition that a city is in the state of the parameter."""
    return city_id.in_(select(col(City.id)).where(col(City.state_id) == bindparam(state_id)))


def _filtered(
    statement: Select[Place], kind: type[Place], name: str | None, active: bool | None
) -> Select[Place]:
    statement = statement.where(contains_words(name, col(kind.search)))
    if active is not None:
        statement = statement.where(col(kind.active) == active)
    return statement


async def _page(
    session: AsyncSession, statement: Select[Place], page: PageQuery, schema: type[Read]
) -> Page[Read]:
    rows, meta = await fetch_page(session, statement, page)
    data = [schema.model_validate(row[0], from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def _get(
    session: AsyncSession, kind: type[Place], place_id: UUID, schema: type[Read]
) -> Read:
    found = await session.get(kind, place_id)
    if found is None:
        raise NotFound
    return schema.model_validate(found, from_attributes=True)
