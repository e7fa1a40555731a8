from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from fastapi import APIRouter, Response, UploadFile
from kit.core.errors import NotFound, problems
from kit.database.db import Session
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING, read_upload
from kit.security.auth import AUTH_PROBLEMS, Principal, guard

from catalog.gazetteer import queries, service
from catalog.pictures.service import Version, get_picture
from catalog.places.errors import UsedByBatches, UsedByCities, UsedByStates
from catalog.places.schemas import (
    CityRead,
    CityWrite,
    CountryRead,
    CountryWrite,
    PlaceUsage,
    StateRead,
    StateWrite,
)

router = APIRouter(tags=["places"])

SettingsAdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]
CREATING = problems(*AUTH_PROBLEMS)
WRITING = problems(*AUTH_PROBLEMS, NotFound)


@router.post("/countries", status_code=201, responses=CREATING)
async def create_country(session: Session, _: SettingsAdminDep, body: CountryWrite) -> CountryRead:
    """Create a country."""
    return await service.create_country(session, body)


@router.put("/countries/{country_id}", responses=WRITING)
async def update_country(
    session: Session, _: SettingsAdminDep, country_id: UUID, body: CountryWrite
) -> CountryRead:
    """Change a country."""
    return await service.update_country(session, country_id, body)


@router.delete(
    "/countries/{country_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByStates, UsedByCities),
)
async def delete_country(session: Session, _: SettingsAdminDep, country_id: UUID) -> None:
    """Delete a country that has no states and no cities."""
    await service.delete_country(session, country_id)


@router.get("/countries/{country_id}/usage", responses=WRITING)
async def get_country_usage(session: Session, _: SettingsAdminDep, country_id: UUID) -> PlaceUsage:
    """Count a country's states and cities, which prevent its deletion."""
    return await queries.get_country_usage(session, country_id)


@router.post("/countries/{country_id}/flag", responses=WRITING | UPLOADING)
async def upload_flag(
    session: Session, media: Media, actor: SettingsAdminDep, country_id: UUID, file: UploadFile
) -> CountryRead:
    """Upload a picture as the country's flag: JPEG, PNG or WebP, at most 5 MiB."""
    content = await read_upload(file, actor.user_id)
    return await service.update_flag(session, media, country_id, content)


@router.get("/countries/{country_id}/flag", response_class=Response, responses=problems(NotFound))
async def get_flag(media: Media, country_id: UUID, version: Version) -> Response:
    """Return an uploaded flag as WebP, from the country's `flag_url`."""
    return await get_picture(media, "flags", country_id, version)


@router.post("/states", status_code=201, responses=CREATING)
async def create_state(session: Session, _: SettingsAdminDep, body: StateWrite) -> StateRead:
    """Create a state."""
    return await service.create_state(session, body)


@router.put("/states/{state_id}", responses=problems(*AUTH_PROBLEMS, NotFound, UsedByCities))
async def update_state(
    session: Session, _: SettingsAdminDep, state_id: UUID, body: StateWrite
) -> StateRead:
    """Change a state."""
    return await service.update_state(session, state_id, body)


@router.delete(
    "/states/{state_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByCities),
)
async def delete_state(session: Session, _: SettingsAdminDep, state_id: UUID) -> None:
    """Delete a state that has no cities."""
    await service.delete_state(session, state_id)


@router.get("/states/{state_id}/usage", responses=WRITING)
async def get_state_usage(session: Session, _: SettingsAdminDep, state_id: UUID) -> PlaceUsage:
    """Count a state's cities, which prevent its deletion."""
    return await queries.get_state_usage(session, state_id)


@router.post("/cities", status_code=201, responses=CREATING)
async def create_city(session: Session, _: SettingsAdminDep, body: CityWrite) -> CityRead:
    """Create a city."""
    return await service.create_city(session, body)


@router.put("/cities/{city_id}", responses=WRITING)
async def update_city(
    session: Session, _: SettingsAdminDep, city_id: UUID, body: CityWrite
) -> CityRead:
    """Change a city."""
    return await service.update_city(session, city_id, body)


@router.delete(
    "/cities/{city_id}",
    status_code=204,
    responses=problems(*AUTH_PROBLEMS, NotFound, UsedByBatches),
)
async def delete_city(session: Session, _: SettingsAdminDep, city_id: UUID) -> None:
    """Delete a city without batches."""
    await service.delete_city(session, city_id)


@router.get("/cities/{city_id}/usage", responses=WRITING)
async def get_city_usage(session: Session, _: SettingsAdminDep, city_id: UUID) -> PlaceUsage:
    """Count the batches in a city, which prevent its deletion."""
    return await queries.get_city_usage(session, city_id)
