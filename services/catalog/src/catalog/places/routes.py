from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.database.pages import Page, PageQuery, page_query
from kit.web.cache import CachedRoute

from catalog.places import queries
from catalog.places.schemas import CityRead, CountryRead, StateRead

router = APIRouter(tags=["places"], route_class=CachedRoute)

NameQuery = Annotated[
    str | None, Query(max_length=100, description="Words of a name, either language")
]
MISSING = problems(NotFound)
ALL_COUNTRIES = 300
"""The default page holds all countries (ADR 21)."""


@router.get("/countries")
async def list_countries(
    session: Session,
    page: Annotated[PageQuery, page_query(default_size=ALL_COUNTRIES)],
    name: NameQuery = None,
    active: bool | None = None,
) -> Page[CountryRead]:
    """List countries by their English names."""
    return await queries.list_countries(session, page, name=name, active=active)


@router.get("/countries/{country_id}", responses=MISSING)
async def get_country(session: Session, country_id: UUID) -> CountryRead:
    """Return a country."""
    return await queries.get_country(session, country_id)


@router.get("/states")
async def list_states(
    session: Session,
    page: Annotated[PageQuery, page_query(default_size=10)],
    country_id: UUID | None = None,
    name: NameQuery = None,
    active: bool | None = None,
) -> Page[StateRead]:
    """List first-level subdivisions by their English names."""
    return await queries.list_states(session, page, country_id=country_id, name=name, active=active)


@router.get("/states/{state_id}", responses=MISSING)
async def get_state(session: Session, state_id: UUID) -> StateRead:
    """Return a state."""
    return await queries.get_state(session, state_id)


@router.get("/cities")
async def list_cities(
    session: Session,
    *,
    page: Annotated[PageQuery, page_query(default_size=10)],
    country_id: UUID | None = None,
    state_id: UUID | None = None,
    name: NameQuery = None,
    active: bool | None = None,
) -> Page[CityRead]:
    """List cities, largest first."""
    return await queries.list_cities(
        session, page, country_id=country_id, state_id=state_id, name=name, active=active
    )


@router.get("/cities/{city_id}", responses=MISSING)
async def get_city(session: Session, city_id: UUID) -> CityRead:
    """Return a city."""
    return await queries.get_city(session, city_id)
