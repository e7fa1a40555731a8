"""Keeping the copy of admins, and listing it."""

from typing import Any

from contracts.identity import ProfileUpdated
from kit.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.pages import Page, PageQuery, fetch_page
from sqlalchemy import or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from approvals.approvers.models import Approver
from approvals.approvers.schemas import ApproverRead


async def learn_admin(session: AsyncSession, fact: ProfileUpdated, meta: Meta) -> bool:
    """Keep an admin's profile; False when a newer version of it is known."""
    state: dict[str, Any] = {
        "profile_id": fact.profile_id,
        "name_en": fact.name_en,
        "name_ar": fact.name_ar,
        "email": fact.email,
        "image_url": fact.image_url,
        "active": fact.active,
        "version": meta.sequence,
    }
    kept = await session.execute(
        insert(Approver)
        .values(user_id=fact.user_id, **state)
        .on_conflict_do_update(
            index_elements=[col(Approver.user_id)],
            set_=state,
            # Versions of a profile that has taken another's place begin anew.
            where=or_(
                col(Approver.version) < meta.sequence,
                col(Approver.profile_id) != fact.profile_id,
            ),
        )
        .returning(col(Approver.user_id))
    )
    return kept.first() is not None


async def list_approvers(
    session: AsyncSession, page: PageQuery, search: str | None
) -> Page[ApproverRead]:
    """The admins who can be assigned, by name; `search` looks in names and addresses."""
    statement = select(Approver).where(col(Approver.active))
    if search:
        columns = (col(Approver.name_en), col(Approver.name_ar), col(Approver.email))
        statement = statement.where(
            or_(*(column.icontains(search, autoescape=True) for column in columns))
        )
    statement = statement.order_by(col(Approver.name_en), col(Approver.user_id))
    rows, total = await fetch_page(session, statement, page)
    return Page(data=[ApproverRead.model_validate(row) for (row,) in rows], meta=page.meta(total))
