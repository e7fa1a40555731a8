"""Private uploads: a PDF as uploaded, or a picture as WebP. Browsers run nothing in them."""

import secrets
from dataclasses import dataclass
from uuid import UUID

from fastapi import UploadFile
from kit.core.downloads import attachment, clean_name
from kit.core.errors import Invalid, NotFound
from kit.documents import pictures, upload_sandbox
from kit.documents.media import MediaStore
from kit.documents.picture_options import PictureOptions
from kit.documents.rules import MAX_UPLOAD_BYTES
from starlette.responses import Response

PDF = "application/pdf"
SIDE = 2400
"""Maximum pixels of the longer side, so that small print stays readable."""
ENDINGS = {PDF: "pdf", pictures.MEDIA_TYPE: "webp"}
"""File extension by media type."""
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Document:
    """A checked upload before it is stored."""

    content: bytes
    media_type: str
    """One of the keys of `ENDINGS`."""
    name: str
    """The uploader's file name, cleaned, with the extension of the stored type."""


async def read_document(upload: UploadFile, uploader: UUID) -> Document:
    """Read an uploaded document, detecting its type from the content and counting it as a picture.

    Raises `Invalid` for the field `file` above 5 MiB, for other types, and for a PDF with active
    content (see `kit.documents.pdfs`). Raises `TooManyRequests` above the rate limit, and
    `Unavailable` if the queue is full.
    """
    pictures.UPLOADS.take(uploader)
    content = await upload.read(MAX_UPLOAD_BYTES + 1)
    if len(content) > MAX_UPLOAD_BYTES:
        raise Invalid.field("file", "document.too_large", "Choose a file no larger than 5 MB.")
    if _is_pdf(content):
        broken = Invalid.field(
            "file", "document.broken", "This PDF is damaged. Choose another file."
        )
        await upload_sandbox.run("kit.documents.pdfs", None, content, broken)
        return _create_document(content, PDF, upload)
    return _create_document(await _as_picture(content), pictures.MEDIA_TYPE, upload)


async def store_document(media: MediaStore, document: Document, folder: str) -> str:
    """Store a document and return its key, which ends in the document's name."""
    key = f"{folder}/{secrets.token_urlsafe(24)}/{document.name}"
    await media.store({key: document.content}, document.media_type)
    return key


async def document_response(
    media: MediaStore, key: str, media_type: str, missing: type[NotFound]
) -> Response:
    """Return a stored document as a `file_response` with its uploader's file name.

    Raises `missing` if it is no longer stored.
    """
    return await file_response(media, key, media_type, key.rpartition("/")[2], missing)


async def file_response(
    media: MediaStore, key: str, media_type: str, name: str, missing: type[NotFound]
) -> Response:
    """Return a stored file as an uncached download with this name.

    Raises `missing` if it is no longer stored.
    """
    content = await media.read(key)
    if content is None:
        raise missing
    headers = {**_HEADERS, "Content-Disposition": attachment(name)}
    return Response(content, media_type=media_type, headers=headers)


def _create_document(content: bytes, media_type: str, upload: UploadFile) -> Document:
    return Document(content, media_type, clean_name(upload.filename, ENDINGS[media_type]))


def _is_pdf(content: bytes) -> bool:
    # ISO 32000: the header starts the file, and %%EOF ends it except for padding.
    return content.startswith(b"%PDF-") and b"%%EOF" in content[-1024:]


async def _as_picture(content: bytes) -> bytes:
    try:
        (picture,) = await pictures.process(content, PictureOptions(boxes=[(SIDE, SIDE)]))
    except Invalid as error:
        if error.fields and error.fields[0].code == "picture.unsupported_format":
            raise Invalid.field(
                "file",
                "document.unsupported_format",
                "Choose a PDF, or a JPEG, PNG or WebP picture.",
            ) from error
        raise
    return picture
