"""Usage of a country, state or city."""

from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.places.models import City, Country, State
from catalog.places.schemas import PlaceUsage
from catalog.tables import Table


async def get_country_usage(session: AsyncSession, country_id: UUID) -> PlaceUsage:
    """Count a country's states and cities.

    Raises `NotFound`.
    """
    await _check_known(session, Country, country_id)
    states = await _count(session, State, col(State.country_id) == country_id)
    cities = await _count(session, City, col(City.country_id) == country_id)
    return PlaceUsage(states=states, cities=cities)


async def get_state_usage(session: AsyncSession, state_id: UUID) -> PlaceUsage:
    """Count a state's cities.

    Raises `NotFound`.
    """
    await _check_known(session, State, state_id)
    return PlaceUsage(cities=await _count(session, City, col(City.state_id) == state_id))


async def get_city_usage(session: AsyncSession, city_id: UUID) -> PlaceUsage:
    """Count the batches in a city.

    Raises `NotFound`.
    """
    await _check_known(session, City, city_id)
    return PlaceUsage(batches=await _count(session, Batch, col(Batch.city_id) == city_id))


async def _check_known(session: AsyncSession, kind: type[Table], id_: UUID) -> None:
    if await session.get(kind, id_) is None:
        raise NotFound


async def _count(session: AsyncSession, kind: type[Table], where: ColumnElement[bool]) -> int:
    return await session.scalar(select(func.count()).select_from(kind).where(where)) or 0
