from uuid import UUID

from contracts import ApprovalStatus
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from sqlalchemy import func, select
from sqlmodel import col

from identity.organizations.organizations.models import Organization
from identity.organizations.organizations.schemas import OrganizationName


async def list_names(
    session: AsyncSession, page: PageQuery, search: str | None, organization_id: UUID | None
) -> Page[OrganizationName]:
    """List approved organizations by name. Only these have batches and candidates."""
    names = func.search_fold(func.concat_ws(" ", Organization.name_en, Organization.name_ar))
    filters = [col(Organization.status) == ApprovalStatus.APPROVED]
    if organization_id is not None:
        filters.append(col(Organization.id) == organization_id)
    by_name = [col(Organization.name_en), col(Organization.id)]
    query = ListQuery(filters, by_name, contains_words(search, names), page)
    rows, meta = await query.fetch(session, select(Organization), col(Organization.id))
    data = [OrganizationName.model_validate(row[0], from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)
