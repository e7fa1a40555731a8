from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, select, true
from sqlmodel import col

from enrollment.certificates.errors import CertificateNotFound
from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import format_number
from enrollment.papers.errors import PaperNotMade


async def get_paper(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """Return a certificate's printed number and the storage key of its PDF.

    Admins read any. Raises `CertificateNotFound`, also for another organization's, and
    `PaperNotMade`.
    """
    seen = true() if actor.scope is None else col(Certificate.organization_id) == actor.scope
    return await _paper(session, certificate_id, seen)


async def get_own_paper(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """Return the printed number and PDF key of the caller's certificate."""
    own = col(Certificate.candidate_profile_id) == actor.profile_id
    return await _paper(session, certificate_id, own)


async def get_own_badge(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """Return the printed number and credential of the caller's own certificate.

    Raises `CertificateNotFound`, and `PaperNotMade` until it is signed.
    """
    found = await session.execute(
        select(col(Certificate.number), col(Certificate.credential)).where(
            col(Certificate.id) == certificate_id,
            col(Certificate.candidate_profile_id) == actor.profile_id,
        )
    )
    row = found.one_or_none()
    if row is None:
        raise CertificateNotFound
    if row.credential is None:
        raise PaperNotMade
    return format_number(row.number), row.credential


async def _paper(
    session: AsyncSession, certificate_id: UUID, seen: ColumnElement[bool]
) -> tuple[str, str]:
    found = await session.execute(
        select(col(Certificate.number), col(Certificate.paper_key)).where(
            col(Certificate.id) == certificate_id, seen
        )
    )
    row = found.one_or_none()
    if row is None:
        raise CertificateNotFound
    if row.paper_key is None:
        raise PaperNotMade
    return format_number(row.number), row.paper_key
