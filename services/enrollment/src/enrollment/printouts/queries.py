from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import Row
from sqlmodel import col

from enrollment.attendance.queries import get_batch_access
from enrollment.certificates.models import Certificate, CertificateState
from enrollment.certificates.queries import select_certificates
from enrollment.certificates.schemas import CertificateFilter
from enrollment.printouts.adapters.batch_lists import Heading
from enrollment.replicas.models import Organization

_LISTED = [state for state in CertificateState if state is not CertificateState.SUPERSEDED]


async def get_heading(session: AsyncSession, actor: Principal, batch_id: UUID) -> Heading:
    """Return the heading of a batch's lists.

    Raises `BatchUnknown`, also outside the caller's scope.
    """
    batch = (await get_batch_access(session, actor, batch_id)).batch
    organization = await session.get(Organization, batch.organization_id)
    return Heading(
        code=batch.code,
        training_en=batch.title_en,
        training_ar=batch.title_ar,
        organization_en=organization.name_en if organization else "",
        organization_ar=organization.name_ar if organization else "",
        starts_at=batch.starts_at,
        ends_at=batch.ends_at,
    )


async def list_certificates(
    session: AsyncSession, actor: Principal, batch_id: UUID
) -> Sequence[Row[Any]]:
    """List a batch's certificates by holder, without superseded ones."""
    filters = CertificateFilter(batch_id=batch_id, state=_LISTED)
    found = await session.execute(
        select_certificates(actor, filters).order_by(
            col(Certificate.holder_name_en), col(Certificate.id)
        )
    )
    rows: Sequence[Row[Any]] = found.all()
    return rows
