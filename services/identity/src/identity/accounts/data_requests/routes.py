from uuid import UUID

from fastapi import APIRouter, Response
from kit.core.errors import Forbidden, Unauthorized, problems
from kit.database.db import Session
from kit.documents.attachments import file_response
from kit.documents.media import Media

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.data_requests import queries, service
from identity.accounts.data_requests.errors import DataFileNotFound, DataRequestRunning
from identity.accounts.data_requests.schemas import DataRequestRead

router = APIRouter(
    prefix="/users/me/data-requests",
    tags=["own data"],
    responses=problems(Unauthorized, Forbidden),
)
_FILE: dict[int | str, dict[str, object]] = {
    200: {"content": {service.MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get("")
async def list_data_requests(session: Session, actor: AccountOwnerDep) -> list[DataRequestRead]:
    """List the caller's latest requests, newest first."""
    return await queries.list_own_requests(session, actor)


@router.post("", status_code=201, responses=problems(DataRequestRunning))
async def create_data_request(session: Session, actor: AccountOwnerDep) -> DataRequestRead:
    """Request all data about the caller, who is notified when it is ready."""
    await service.create_request(session, actor)
    return (await queries.list_own_requests(session, actor))[0]


@router.get(
    "/{request_id}/file",
    response_class=Response,
    responses=_FILE | problems(DataFileNotFound),
)
async def get_data_file(
    request_id: UUID, session: Session, media: Media, actor: AccountOwnerDep
) -> Response:
    """Download the archive: JSON of every service, pictures and documents."""
    key = await queries.get_own_key(session, actor, request_id)
    return await file_response(media, key, service.MEDIA_TYPE, "my-data.zip", DataFileNotFound)
