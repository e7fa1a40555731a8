"""Build the data that the app loads at its start. Responses are cached, so this rarely runs."""

from collections import Counter
from collections.abc import Collection
from typing import Any
from uuid import UUID

from kit.database.db import AsyncSession
from kit.database.pages import PageQuery
from sqlalchemy import func, select
from sqlmodel import col

from catalog.categories.models import Category
from catalog.categories.queries import ORDER, list_categories
from catalog.categories.schemas import CategoryRead
from catalog.places.queries import list_countries
from catalog.replicas.models import Organization
from catalog.settings.queries import get_settings
from catalog.site.schemas import CategoryLeaf, CategoryNode, CategoryTree, SiteData, SitePart
from catalog.trainings.models import Training
from catalog.trainings.queries import IS_PUBLIC

ALL = PageQuery(page=1, page_size=1000)


async def get_site_data(session: AsyncSession, asked: Collection[SitePart]) -> SiteData:
    """Return the requested parts of the site data; the others stay unset."""
    parts: dict[str, Any] = {}
    if SitePart.COUNTRIES in asked:
        countries = await list_countries(session, ALL, name=None, active=True)
        parts[SitePart.COUNTRIES] = countries.data
    if SitePart.SETTINGS in asked:
        parts[SitePart.SETTINGS] = (await get_settings(session)).data
    if SitePart.CATEGORIES in asked:
        categories = await list_categories(
            session, ALL, name=None, parent_id=None, main=False, sub=False, active=True
        )
        parts[SitePart.CATEGORIES] = categories.data
    if SitePart.CATEGORY_MENU in asked:
        parts[SitePart.CATEGORY_MENU] = (await get_category_tree(session)).data
    return SiteData(**parts)


async def get_category_tree(session: AsyncSession) -> CategoryTree:
    """Return the active main categories with their active subcategories and training counts."""
    rows = await session.scalars(select(Category).where(col(Category.active)).order_by(*ORDER))
    categories = rows.all()
    counts = await _count_trainings(session)
    leaves: dict[UUID, list[CategoryLeaf]] = {}
    for category in categories:
        if category.parent_id:
            leaf = CategoryLeaf(**_fields(category), trainings=counts[category.id])
            leaves.setdefault(category.parent_id, []).append(leaf)
    return CategoryTree(
        data=[
            CategoryNode(
                **_fields(category),
                trainings=counts[category.id],
                children=leaves.get(category.id, []),
            )
            for category in categories
            if category.parent_id is None
        ]
    )


async def _count_trainings(session: AsyncSession) -> Counter[UUID]:
    """Count public trainings per category; a main category includes its subcategories."""
    rows = await session.execute(
        select(col(Category.id), col(Category.parent_id), func.count())
        .join(Training, col(Training.category_id) == col(Category.id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(IS_PUBLIC)
        .group_by(col(Category.id))
    )
    counts: Counter[UUID] = Counter()
    for category_id, parent_id, trainings in rows:
        counts[category_id] += trainings
        if parent_id:
            counts[parent_id] += trainings
    return counts


def _fields(category: Category) -> dict[str, Any]:
    return category.model_dump(include=set(CategoryRead.model_fields))
