from typing import Any

from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, PageQuery
from kit.security.auth import Principal
from sqlalchemy import ColumnElement, Select, func, select
from sqlmodel import col

from enrollment.learners.models import CertificateLink, LearnerLook
from enrollment.learners.schemas import LinkRead, LookPage, LookRead
from enrollment.replicas.models import Organization, Profile


def is_open() -> ColumnElement[bool]:
    """Match links that are neither expired nor withdrawn."""
    return col(CertificateLink.withdrawn_at).is_(None) & (col(CertificateLink.ends_at) > func.now())


async def list_links(session: AsyncSession, actor: Principal) -> list[LinkRead]:
    """List the caller's valid links, newest first."""
    rows = await session.scalars(
        select(CertificateLink)
        .where(col(CertificateLink.user_id) == actor.user_id, is_open())
        .order_by(col(CertificateLink.created_at).desc(), col(CertificateLink.id))
    )
    return [LinkRead.model_validate(row, from_attributes=True) for row in rows]


async def list_looks(session: AsyncSession, actor: Principal, page: PageQuery) -> LookPage:
    """List searches for the caller's certificates, newest first."""
    names: list[Any] = [
        func.coalesce(getattr(Organization, name), getattr(Profile, name)).label(name)
        for name in ("name_en", "name_ar")
    ]
    looks: Select[Any] = (
        select(
            col(LearnerLook.id),
            col(LearnerLook.looked_at),
            col(LearnerLook.network),
            col(LearnerLook.link_id).is_not(None).label("by_link"),
            col(LearnerLook.by_profile_id).is_not(None).label("signed_in"),
            *names,
        )
        .outerjoin(Organization, col(Organization.id) == col(LearnerLook.by_organization_id))
        .outerjoin(Profile, col(Profile.id) == col(LearnerLook.by_profile_id))
    )
    query = ListQuery(
        filters=[col(LearnerLook.user_id) == actor.user_id],
        sort=[col(LearnerLook.looked_at).desc(), col(LearnerLook.id)],
        page=page,
    )
    rows, meta = await query.fetch(session, looks, col(LearnerLook.id))
    return LookPage(data=[LookRead(**row._asdict()) for row in rows], meta=meta)
