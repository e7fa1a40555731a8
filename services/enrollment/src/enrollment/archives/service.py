"""Creates archives and streams them as ZIP files, with one PDF in memory at a time."""

import io
from collections.abc import AsyncIterator, Sequence
from zipfile import ZIP_STORED, ZipFile

from contracts.enrollment import CertificateStatus
from kit.database import db
from kit.database.db import AsyncSession, delete_portion
from kit.documents.media import MediaStore
from kit.security.auth import Principal
from sqlalchemy import func
from sqlmodel import col

from enrollment.archives.errors import ArchiveEmpty, ArchiveTooLarge
from enrollment.archives.models import PaperArchive
from enrollment.archives.queries import get_archive
from enrollment.archives.rules import MAX_PDFS, REQUEST_LIMIT, RETENTION
from enrollment.archives.schemas import ArchiveCreate, ArchiveRead
from enrollment.certificates.models import Certificate
from enrollment.certificates.queries import select_certificates


async def create_archive(
    session: AsyncSession, actor: Principal, body: ArchiveCreate
) -> ArchiveRead:
    """Request an archive of the issued certificates in the caller's filtered list.

    Raises `ArchiveEmpty`, `ArchiveTooLarge` and `TooManyRequests`.
    """
    REQUEST_LIMIT.take(actor.user_id)
    found = await session.execute(
        select_certificates(actor, body.filters)
        .where(col(Certificate.status) == CertificateStatus.ISSUED)
        .with_only_columns(col(Certificate.id), col(Certificate.batch_code))
        .limit(MAX_PDFS + 1)
    )
    rows = found.all()
    if not rows:
        raise ArchiveEmpty
    if len(rows) > MAX_PDFS:
        raise ArchiveTooLarge
    batch_codes = {row.batch_code for row in rows}
    archive = PaperArchive(
        user_id=actor.user_id,
        organization_id=actor.scope,
        certificate_ids=[row.id for row in rows],
        batch_code=batch_codes.pop() if len(batch_codes) == 1 else None,
        ends_at=await db.now(session) + RETENTION,
    )
    session.add(archive)
    await session.flush()
    return await get_archive(session, actor, archive.id)


async def delete_expired(session: AsyncSession) -> int:
    """Delete expired archives and return their number."""
    return await delete_portion(session, PaperArchive, col(PaperArchive.ends_at) <= func.now())


MEDIA_TYPE = "application/zip"


async def stream_zip(media: MediaStore, papers: Sequence[tuple[str, str]]) -> AsyncIterator[bytes]:
    """Stream a ZIP file of PDFs, given by file names and storage keys; skip deleted ones."""
    written = _WriteBuffer()
    # PDFs are already compressed.
    with ZipFile(written, "w", ZIP_STORED) as archive:
        for name, key in papers:
            content = await media.read(key)
            if content is not None:
                archive.writestr(name, content)
                yield written.taken()
    yield written.taken()


class _WriteBuffer(io.RawIOBase):
    """Write-only buffer that cannot seek and is emptied by `taken`."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        part = bytes(content)  # type: ignore[call-overload]
        self._parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        """Return and clear the buffered bytes."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
