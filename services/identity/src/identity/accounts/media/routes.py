"""Public pictures at unguessable URLs."""

from fastapi import APIRouter, Response
from kit.core.errors import problems
from kit.documents.media import Media
from kit.documents.pictures import picture_response

from identity.accounts.media.errors import PictureNotFound
from identity.accounts.media.service import FILE

router = APIRouter(prefix="/media", include_in_schema=False)


@router.get("/{path:path}", responses=problems(PictureNotFound))
async def get_media(path: str, media: Media) -> Response:
    """Return a stored picture. Only well-formed keys are looked up."""
    content = await media.read(path) if FILE.fullmatch(path) else None
    if content is None:
        raise PictureNotFound
    return picture_response(content)
