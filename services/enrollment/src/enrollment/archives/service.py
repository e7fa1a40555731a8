"""Archives are asked for, and forgotten a day later."""

from datetime import timedelta

from contracts.enrollment import CertificateStatus
from kit.database import db
from kit.database.db import AsyncSession, delete_portion
from kit.security.auth import Principal
from kit.security.rate_limiter import RateLimiter
from sqlalchemy import func
from sqlmodel import col

from enrollment.archives.errors import MOST_PAPERS, ArchiveEmpty, ArchiveTooLarge
from enrollment.archives.models import PaperArchive
from enrollment.archives.queries import get_archive
from enrollment.archives.schemas import ArchiveCreate, ArchiveRead
from enrollment.certificates.models import Certificate
from enrollment.certificates.queries import certificates_listed

ASKED = RateLimiter(60, timedelta(minutes=10))
"""How many archives one person asks each copy of the service for."""
_KEPT = timedelta(days=1)


async def create_archive(
    session: AsyncSession, actor: Principal, body: ArchiveCreate
) -> ArchiveRead:
    """Ask for the papers of the certificates that the caller's list has with these filters and that
    are issued.

    Raises `ArchiveEmpty`, `ArchiveTooLarge` and `TooManyRequests`.
    """
    ASKED.take(actor.user_id)
    found = await session.execute(
        certificates_listed(actor, body.filters)
        .where(col(Certificate.status) == CertificateStatus.ISSUED)
        .with_only_columns(col(Certificate.id), col(Certificate.batch_code))
        .limit(MOST_PAPERS + 1)
    )
    rows = found.all()
    if not rows:
        raise ArchiveEmpty
    if len(rows) > MOST_PAPERS:
        raise ArchiveTooLarge
    batch_codes = {row.batch_code for row in rows}
    archive = PaperArchive(
        user_id=actor.user_id,
        organization_id=actor.scope,
        certificate_ids=[row.id for row in rows],
        batch_code=batch_codes.pop() if len(batch_codes) == 1 else None,
        ends_at=await db.now(session) + _KEPT,
    )
    session.add(archive)
    await session.flush()
    return await get_archive(session, actor, archive.id)


async def forget_ended(session: AsyncSession) -> int:
    """Delete archives whose time is over; how many."""
    return await delete_portion(session, PaperArchive, col(PaperArchive.ends_at) <= func.now())
