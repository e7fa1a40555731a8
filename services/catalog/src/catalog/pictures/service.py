"""The pictures of trainings and countries: where they are stored, and how they are given out.

A picture's address holds a word that nobody can guess and that changes with the picture: it is
for everybody who was shown it, and what it answers never changes.
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
"""The box of pixels that a picture fits into, by density from 1."""

Version = Annotated[str, Query(alias="v", pattern=r"^[A-Za-z0-9_-]{22}$")]
"""The word in the address."""
Density = Annotated[int, Query(ge=1, le=2)]
"""Of the screen: pixels for each one of the page."""


async def create_picture(media: MediaStore, kind: Kind, id_: UUID, content: bytes) -> str:
    """Store an upload as webp, for `replace_picture`; its version.

    Raises `Invalid` for the field `file`.
    """
    pictures = await process(content, PictureOptions(boxes=BOXES[kind]))
    version = secrets.token_urlsafe(16)
    keys = keys_of(kind, id_, version)
    await media.store(dict(zip(keys, pictures, strict=True)), MEDIA_TYPE)
    return version


async def replace_picture(
    session: AsyncSession, kind: Kind, id_: UUID, *, before: str | None, after: str | None
) -> None:
    """The row of this transaction refers to another version now, or to none."""
    if after:
        await adopt(session, keys_of(kind, id_, after))
    if before:
        await discard(session, keys_of(kind, id_, before))


async def get_picture(
    media: MediaStore, kind: Kind, id_: UUID, version: str, density: int = 1
) -> Response:
    """A stored picture.

    Raises `NotFound`.
    """
    content = await media.read(_key(kind, id_, version, density))
    if content is None and density > 1:
        # Older pictures of trainings were stored in one size.
        content = await media.read(_key(kind, id_, version, 1))
    if content is None:
        raise NotFound
    return picture_response(content)


def keys_of(kind: Kind, id_: UUID, version: str) -> list[str]:
    """The keys of a picture's files, by density from 1."""
    return [_key(kind, id_, version, density) for density, _ in enumerate(BOXES[kind], 1)]


def _key(kind: Kind, id_: UUID, version: str, density: int) -> str:
    return f"{kind}/{id_}-{version}{'' if density == 1 else f'@{density}x'}.webp"
