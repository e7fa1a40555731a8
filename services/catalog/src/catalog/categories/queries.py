from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from kit.database.pages import ListQuery, Page, PageQuery
from kit.database.search import contains_words
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from catalog.categories.models import Category
from catalog.categories.schemas import CategoryRead
from catalog.tables import sort_by_name

ORDER = (col(Category.position), sort_by_name(col(Category.name_en)), col(Category.id))


def has_parent(parent_id: UUID | None) -> ColumnElement[bool]:
    """Match subcategories of this category, or main categories without one."""
    parent = col(Category.parent_id)
    return parent.is_(None) if parent_id is None else parent == parent_id


async def list_categories(
    session: AsyncSession,
    page: PageQuery,
    *,
    name: str | None,
    parent_id: UUID | None,
    main: bool,
    sub: bool,
    active: bool | None,
) -> Page[CategoryRead]:
    """List categories in order; `main` and `sub` select only main categories or subcategories."""
    filters: list[ColumnElement[bool]] = []
    if parent_id:
        filters.append(col(Category.parent_id) == parent_id)
    if main:
        filters.append(col(Category.parent_id).is_(None))
    if sub:
        filters.append(col(Category.parent_id).is_not(None))
    if active is not None:
        filters.append(col(Category.active) == active)
    query = ListQuery(filters, ORDER, contains_words(name, col(Category.search)), page)
    rows, meta = await query.fetch(session, select(Category), col(Category.id))
    data = [CategoryRead.model_validate(row[0], from_attributes=True) for row in rows]
    return Page(data=data, meta=meta)


async def get_category(session: AsyncSession, category_id: UUID) -> CategoryRead:
    """Raises `NotFound`."""
    category = await session.get(Category, category_id)
    if category is None:
        raise NotFound
    return CategoryRead.model_validate(category, from_attributes=True)
