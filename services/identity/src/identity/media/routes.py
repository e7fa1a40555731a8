"""Pictures, for everybody who knows their address."""

from fastapi import APIRouter, Response
from kit.errors import NotFound, problems

from identity.dependencies import Store
from identity.media import service

router = APIRouter(prefix="/media", include_in_schema=False)

HEADERS = {
    # A changed picture has another address.
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class PictureNotFound(NotFound):
    """There is no such picture."""

    code = "media.not_found"


@router.get("/{path:path}", responses=problems(PictureNotFound))
async def read_media(path: str, files: Store) -> Response:
    """A stored picture."""
    content = await service.read(files, path)
    if content is None:
        raise PictureNotFound
    return Response(content, media_type=service.MEDIA_TYPE, headers=HEADERS)
