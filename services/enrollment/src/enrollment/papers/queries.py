"""Reads designs and where papers are stored."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, select, true
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from enrollment.certificates.errors import CertificateNotFound
from enrollment.certificates.models import Certificate
from enrollment.certificates.rules import printed
from enrollment.papers.errors import PaperNotMade
from enrollment.papers.models import CertificateDesign
from enrollment.papers.schemas import DesignContent, DesignRead, Signatory


async def get_design(session: AsyncSession, organization_id: UUID) -> DesignRead:
    """The design by which an organization's papers are made now."""
    design = (await current_designs(session, [organization_id])).get(organization_id)
    if design is None:
        content = DesignContent()
        return DesignRead(
            **content.model_dump(), organization_id=organization_id, version=0, published_at=None
        )
    return DesignRead(
        **content_of(design).model_dump(),
        organization_id=organization_id,
        version=design.version,
        published_at=design.created_at,
    )


def content_of(design: CertificateDesign) -> DesignContent:
    """What an organization has chosen in a version."""
    return DesignContent(
        accent=design.accent,
        logo=design.logo_key and _name_of(design.logo_key),
        signatories=[Signatory.model_validate(each, extra="ignore") for each in design.signatories],
        text_en=design.text_en,
        text_ar=design.text_ar,
    )


async def current_designs(
    session: AsyncSession, organization_ids: Iterable[UUID]
) -> Mapping[UUID, CertificateDesign]:
    """The newest version of each organization that has one."""
    rows = await session.scalars(
        select(CertificateDesign)
        .where(col(CertificateDesign.organization_id).in_(organization_ids))
        .ext(distinct_on(col(CertificateDesign.organization_id)))
        .order_by(col(CertificateDesign.organization_id), col(CertificateDesign.version).desc())
    )
    return {design.organization_id: design for design in rows}


async def get_paper(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """The printed number of a certificate of the caller's organization, or of any for an admin,
    and the key of its file.

    Raises `CertificateNotFound`, for another organization's too, and `PaperNotMade`.
    """
    seen = true() if actor.scope is None else col(Certificate.organization_id) == actor.scope
    return await _paper(session, certificate_id, seen)


async def get_own_paper(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """The same of the caller's own certificate."""
    own = col(Certificate.candidate_profile_id) == actor.profile_id
    return await _paper(session, certificate_id, own)


async def get_own_badge(
    session: AsyncSession, actor: Principal, certificate_id: UUID
) -> tuple[str, str]:
    """Read the printed number and the credential of the caller's own certificate.

    Raises `CertificateNotFound` and `PaperNotMade`, as long as it is not signed.
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
    return printed(row.number), row.credential


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
    return printed(row.number), row.paper_key


def picture_key(organization_id: UUID, name: str) -> str:
    """The key of a picture of an organization's design."""
    return f"designs/{organization_id}/{name}.webp"


def _name_of(key: str) -> str:
    """The name of a picture, by its key."""
    return key.rpartition("/")[2].removesuffix(".webp")
