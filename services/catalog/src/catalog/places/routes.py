"""Countries, states and cities: everybody reads them, admins of the settings change them."""

from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query, Response, UploadFile
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.cache import CachedRoute
from kit.db import Session
from kit.errors import NotFound, problems
from kit.media import Media
from kit.pages import Page, PageQuery, page_query
from kit.pictures import UPLOADING, read_upload

from catalog.pictures.service import Version, picture_answer
from catalog.places.models import City, Country, State
from catalog.places.schemas import (
    CityRead,
    CityWrite,
    CountryRead,
    CountryWrite,
    StateRead,
    StateWrite,
)
from catalog.reference import service
from catalog.saving import UsedByBatches, UsedByCities, UsedByStates

router = APIRouter(tags=["places"], route_class=CachedRoute)
admin_router = APIRouter(tags=["places"])

SettingsAdmin = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]
Named = Annotated[str | None, Query(max_length=100, description="Words of a name, either language")]
MISSING = problems(NotFound)
WRITING = problems(*AUTH_PROBLEMS, NotFound)


@router.get("/countries")
async def list_countries(
    session: Session,
    page: Annotated[PageQuery, page_query(default_size=220)],
    name: Named = None,
    active: bool | None = None,
) -> Page[CountryRead]:
    """Countries by their English names."""
    rows, total = await service.list_countries(session, page, name=name, active=active)
    return Page(data=[service.read_country(row) for row in rows], meta=page.meta(total))


@router.get("/countries/{country_id}", responses=MISSING)
async def get_country(session: Session, country_id: UUID) -> CountryRead:
    """One country."""
    return service.read_country(await service.get_place(session, Country, country_id))


@admin_router.post("/countries", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_country(session: Session, _: SettingsAdmin, body: CountryWrite) -> CountryRead:
    """Add a country."""
    return service.read_country(await service.create_country(session, body))


@admin_router.put("/countries/{country_id}", responses=WRITING)
async def update_country(
    session: Session, _: SettingsAdmin, country_id: UUID, body: CountryWrite
) -> CountryRead:
    """Change a country."""
    return service.read_country(await service.update_country(session, country_id, body))


@admin_router.delete(
    "/countries/{country_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByStates, UsedByCities),
)
async def delete_country(session: Session, _: SettingsAdmin, country_id: UUID) -> None:
    """Delete a country that has no states and no cities."""
    await service.delete_place(session, Country, country_id)


@admin_router.post("/countries/{country_id}/flag", responses=WRITING | UPLOADING)
async def upload_flag(
    session: Session, media: Media, actor: SettingsAdmin, country_id: UUID, file: UploadFile
) -> CountryRead:
    """Show a picture as the country's flag: JPEG, PNG or WebP, at most 5 MiB."""
    content = await read_upload(file, actor.user_id)
    return service.read_country(await service.set_flag(session, media, country_id, content))


@admin_router.get("/countries/{country_id}/flag", response_class=Response, responses=MISSING)
async def get_flag(media: Media, country_id: UUID, version: Version) -> Response:
    """An uploaded flag as webp, by the address that the country shows."""
    return await picture_answer(media, "flags", country_id, version)


@router.get("/states")
async def list_states(
    session: Session,
    page: Annotated[PageQuery, page_query(default_size=10)],
    country_id: UUID | None = None,
    name: Named = None,
    active: bool | None = None,
) -> Page[StateRead]:
    """First-level subdivisions by their English names."""
    rows, total = await service.list_states(
        session, page, country_id=country_id, name=name, active=active
    )
    return Page(data=[_state(row) for row in rows], meta=page.meta(total))


@router.get("/states/{state_id}", responses=MISSING)
async def get_state(session: Session, state_id: UUID) -> StateRead:
    """One state."""
    return _state(await service.get_place(session, State, state_id))


@admin_router.post("/states", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_state(session: Session, _: SettingsAdmin, body: StateWrite) -> StateRead:
    """Add a state."""
    return _state(await service.create_state(session, body))


@admin_router.put("/states/{state_id}", responses=problems(*AUTH_PROBLEMS, NotFound, UsedByCities))
async def update_state(
    session: Session, _: SettingsAdmin, state_id: UUID, body: StateWrite
) -> StateRead:
    """Change a state."""
    return _state(await service.update_state(session, state_id, body))


@admin_router.delete(
    "/states/{state_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByCities),
)
async def delete_state(session: Session, _: SettingsAdmin, state_id: UUID) -> None:
    """Delete a state that has no cities."""
    await service.delete_place(session, State, state_id)


@router.get("/cities")
async def list_cities(
    session: Session,
    *,
    page: Annotated[PageQuery, page_query(default_size=10)],
    country_id: UUID | None = None,
    state_id: UUID | None = None,
    name: Named = None,
    active: bool | None = None,
) -> Page[CityRead]:
    """Cities, the largest first."""
    rows, total = await service.list_cities(
        session, page, country_id=country_id, state_id=state_id, name=name, active=active
    )
    return Page(data=[_city(row) for row in rows], meta=page.meta(total))


@router.get("/cities/{city_id}", responses=MISSING)
async def get_city(session: Session, city_id: UUID) -> CityRead:
    """One city."""
    return _city(await service.get_place(session, City, city_id))


@admin_router.post("/cities", status_code=201, responses=problems(*AUTH_PROBLEMS))
async def create_city(session: Session, _: SettingsAdmin, body: CityWrite) -> CityRead:
    """Add a city."""
    return _city(await service.create_city(session, body))


@admin_router.put("/cities/{city_id}", responses=WRITING)
async def update_city(
    session: Session, _: SettingsAdmin, city_id: UUID, body: CityWrite
) -> CityRead:
    """Change a city."""
    return _city(await service.update_city(session, city_id, body))


@admin_router.delete(
    "/cities/{city_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByBatches),
)
async def delete_city(session: Session, _: SettingsAdmin, city_id: UUID) -> None:
    """Delete a city where no batch takes place."""
    await service.delete_place(session, City, city_id)


def _state(state: State) -> StateRead:
    return StateRead.model_validate(state, from_attributes=True)


def _city(city: City) -> CityRead:
    return CityRead.model_validate(city, from_attributes=True)
