from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Form, UploadFile
from kit.core.errors import Forbidden, Invalid, Unauthorized, problems
from kit.database.db import Session
from kit.documents.media import Media
from kit.documents.pictures import UPLOADING, read_upload
from kit.web.idempotency import renew_on_retry

from identity.accounts.accounts.rules import AccountOwnerDep
from identity.accounts.accounts.schemas import SignedIn
from identity.accounts.profiles import queries, service
from identity.accounts.profiles.errors import ProfileNotFound
from identity.accounts.profiles.schemas import AddressRead, AddressWrite
from identity.accounts.profiles.service import Crop
from identity.sign_in.revocations.service import KeysDep
from identity.sign_in.tokens.service import renew_sign_in_response

router = APIRouter(
    prefix="/profiles",
    tags=["profiles"],
    responses=problems(Unauthorized, Forbidden, ProfileNotFound, Invalid),
)

Pixels = Annotated[int | None, Form(ge=0, le=100_000)]


@router.put("/{profile_id}/image", responses=UPLOADING)
@renew_on_retry(renew_sign_in_response)
async def update_profile_image(
    profile_id: UUID,
    file: UploadFile,
    session: Session,
    media: Media,
    keys: KeysDep,
    actor: AccountOwnerDep,
    x: Pixels = None,
    y: Pixels = None,
    size: Pixels = None,
) -> SignedIn:
    """Set the picture (JPEG, PNG or WebP, at most 5 MiB) of the caller's profile.

    `x`, `y` and `size` crop a square, in pixels of the upright picture; the default is its centre.
    The returned token includes the picture.
    """
    content = await read_upload(file, actor.user_id)
    crop = None if size is None else Crop(x or 0, y or 0, size)
    return await service.update_image(session, media, keys, actor, profile_id, content, crop)


@router.get("/{profile_id}/address")
async def get_profile_address(
    profile_id: UUID, session: Session, actor: AccountOwnerDep
) -> AddressRead | None:
    """Return the address of the caller's profile, or null."""
    return await queries.get_address(session, actor, profile_id)


@router.put("/{profile_id}/address")
async def update_profile_address(
    profile_id: UUID,
    body: AddressWrite,
    session: Session,
    actor: AccountOwnerDep,
) -> AddressRead:
    """Set the address of the caller's profile."""
    return await service.update_address(session, actor, profile_id, body)
