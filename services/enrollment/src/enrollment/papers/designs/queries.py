from collections.abc import Iterable, Mapping
from uuid import UUID

from kit.database.db import AsyncSession
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from enrollment.papers.models import CertificateDesign
from enrollment.papers.schemas import DesignContent, DesignRead, Signatory


async def get_design(session: AsyncSession, organization_id: UUID) -> DesignRead:
    """Return the organization's current design."""
    design = (await list_current_designs(session, [organization_id])).get(organization_id)
    if design is None:
        content = DesignContent()
        return DesignRead(
            **content.model_dump(), organization_id=organization_id, version=0, published_at=None
        )
    return DesignRead(
        **read_content(design).model_dump(),
        organization_id=organization_id,
        version=design.version,
        published_at=design.created_at,
    )


def read_content(design: CertificateDesign) -> DesignContent:
    """Read the content of a design version."""
    return DesignContent(
        accent=design.accent,
        logo=design.logo_key and _extract_name(design.logo_key),
        signatories=[Signatory.model_validate(each, extra="ignore") for each in design.signatories],
        text_en=design.text_en,
        text_ar=design.text_ar,
    )


async def list_current_designs(
    session: AsyncSession, organization_ids: Iterable[UUID]
) -> Mapping[UUID, CertificateDesign]:
    """Map organizations to their newest design, if they have one."""
    rows = await session.scalars(
        select(CertificateDesign)
        .where(col(CertificateDesign.organization_id).in_(organization_ids))
        .ext(distinct_on(col(CertificateDesign.organization_id)))
        .order_by(col(CertificateDesign.organization_id), col(CertificateDesign.version).desc())
    )
    return {design.organization_id: design for design in rows}


def build_picture_key(organization_id: UUID, name: str) -> str:
    """Return the storage key of a design's picture."""
    return f"designs/{organization_id}/{name}.webp"


def _extract_name(key: str) -> str:
    """Extract a picture's name from its storage key."""
    return key.rpartition("/")[2].removesuffix(".webp")
