"""Store and serve pictures of trainings and countries.

A picture's URL contains a random token that changes with the picture. It is public for everyone
who knows it, and its response never changes.
"""

import secrets
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Query
from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.documents.media import MediaStore, adopt, discard
from kit.documents.picture_options import PictureOptions
from kit.documents.pictures import MEDIA_TYPE, picture_response, process
from starlette.responses import Response

Kind = Literal["trainings", "flags"]
BOXES: dict[Kind, list[tuple[int, int]]] = {
    "trainings": [(640, 360), (1280, 720)],
    "flags": [(320, 240)],
}
"""Maximum width and height in pixels, by density from 1."""

Version = Annotated[str, Query(alias="v", pattern=r"^[A-Za-z0-9_-]{22}$")]
"""Token in the picture's URL."""
Density = Annotated[int, Query(ge=1, le=2)]
"""Screen density: device pixels per CSS pixel."""


async def create_picture(media: MediaStore, kind: Kind, id_: UUID, content: bytes) -> str:
    """Store an upload as WebP and return its version, for `replace_picture`.

    Raises `Invalid` for the field `file`.
    """
    pictures = await process(content, PictureOptions(boxes=BOXES[kind]))
    version = secrets.token_urlsafe(16)
    keys = list_keys(kind, id_, version)
    await media.store(dict(zip(keys, pictures, strict=True)), MEDIA_TYPE)
    return version


async def replace_picture(
    session: AsyncSession, kind: Kind, id_: UUID, *, before: str | None, after: str | None
) -> None:
    """Replace the row's picture version, or remove it, within this transaction."""
    if after:
        await adopt(session, list_keys(kind, id_, after))
    if before:
        await discard(session, list_keys(kind, id_, before))


async def get_picture(
    media: MediaStore, kind: Kind, id_: UUID, version: str, density: int = 1
) -> Response:
    """Return a stored picture.

    Raises `NotFound`.
    """
    content = await media.read(_key(kind, id_, version, density))
    if content is None and density > 1:
        # Older pictures of trainings exist in one size.
        content = await media.read(_key(kind, id_, version, 1))
    if content is None:
        raise NotFound
    return picture_response(content)


def list_keys(kind: Kind, id_: UUID, version: str) -> list[str]:
    """Return the keys of a picture's files, by density from 1."""
    return [_key(kind, id_, version, density) for density, _ in enumerate(BOXES[kind], 1)]


def _key(kind: Kind, id_: UUID, version: str, density: int) -> str:
    return f"{kind}/{id_}-{version}{'' if density == 1 else f'@{density}x'}.webp"
