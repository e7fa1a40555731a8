from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.enrollment import CertificateStatus
from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Row, and_, func, select, true
from sqlmodel import col

from enrollment.archives.errors import ArchiveNotFound, ArchiveNotReady
from enrollment.archives.models import PaperArchive
from enrollment.archives.schemas import ArchiveRead
from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import format_number
from enrollment.papers.models import PaperAttempt

_MAX_SHOWN = 20
"""Maximum number of archives shown, newest first."""
_MAX_ATTEMPTS = 3
"""Attempts after which an archive no longer waits for a PDF; retries then come minutes later."""


async def list_archives(session: AsyncSession, actor: Principal) -> list[ArchiveRead]:
    """List the caller's archives that have not expired, newest first."""
    rows = await _read(session, _of(actor))
    return [_to_read(row) for row in rows]


async def get_archive(session: AsyncSession, actor: Principal, archive_id: UUID) -> ArchiveRead:
    """Return one of the caller's archives.

    Raises `ArchiveNotFound`.
    """
    rows = await _read(session, _of(actor), col(PaperArchive.id) == archive_id)
    if not rows:
        raise ArchiveNotFound
    return _to_read(rows[0])


async def list_papers(
    session: AsyncSession, actor: Principal, archive_id: UUID
) -> list[tuple[str, str]]:
    """List file names and storage keys of an archive's PDFs, by holder.

    Raises `ArchiveNotFound`, and `ArchiveNotReady` while PDFs are being made.
    """
    archive = await get_archive(session, actor, archive_id)
    if not archive.ready:
        raise ArchiveNotReady
    rows = await session.execute(
        select(col(Certificate.number), col(Certificate.holder_name_en), col(Certificate.paper_key))
        .join(PaperArchive, col(Certificate.id) == func.any(col(PaperArchive.certificate_ids)))
        .where(
            col(PaperArchive.id) == archive_id,
            col(Certificate.status) == CertificateStatus.ISSUED,
            col(Certificate.paper_key).is_not(None),
        )
        .order_by(col(Certificate.holder_name_en), col(Certificate.id))
    )
    return [(_file_name(row.holder_name_en, row.number), row.paper_key) for row in rows]


def _of(actor: Principal) -> ColumnElement[bool]:
    return and_(
        col(PaperArchive.user_id) == actor.user_id,
        col(PaperArchive.organization_id).is_not_distinct_from(actor.scope),
        col(PaperArchive.ends_at) > func.now(),
    )


async def _read(
    session: AsyncSession, *conditions: ColumnElement[bool]
) -> Sequence[Row[*tuple[Any, ...]]]:
    archives = (
        select(PaperArchive)
        .where(*conditions)
        .order_by(col(PaperArchive.created_at).desc())
        .limit(_MAX_SHOWN)
        .subquery()
    )
    chosen = func.unnest(archives.c.certificate_ids).table_valued("id").render_derived().lateral()
    given_up = col(PaperAttempt.attempts) >= _MAX_ATTEMPTS
    found = await session.execute(
        select(
            archives.c.id,
            archives.c.batch_code,
            archives.c.created_at,
            archives.c.ends_at,
            func.count(col(Certificate.id)).label("total"),
            func.count(col(Certificate.paper_key)).label("made"),
            func.count(col(PaperAttempt.certificate_id)).filter(given_up).label("failed"),
        )
        .select_from(archives)
        .join(chosen, true())
        .outerjoin(
            Certificate,
            and_(
                col(Certificate.id) == chosen.c.id,
                col(Certificate.status) == CertificateStatus.ISSUED,
            ),
        )
        .outerjoin(
            PaperAttempt,
            and_(
                col(PaperAttempt.certificate_id) == col(Certificate.id),
                col(Certificate.paper_key).is_(None),
            ),
        )
        .group_by(archives.c.id, archives.c.batch_code, archives.c.created_at, archives.c.ends_at)
        .order_by(archives.c.created_at.desc())
    )
    return found.all()


def _to_read(row: Row[*tuple[Any, ...]]) -> ArchiveRead:
    return ArchiveRead(
        id=row.id,
        ready=row.made + row.failed >= row.total,
        batch_code=row.batch_code,
        total=row.total,
        made=row.made,
        failed=row.failed,
        created_at=row.created_at,
        ends_at=row.ends_at,
    )


def _file_name(holder: str, number: str) -> str:
    """Build a file name without characters that some systems forbid."""
    name = "".join(each if each.isalnum() or each in " -.'’" else "_" for each in holder)
    return f"{name[:80]} {format_number(number)}.pdf"
