"""Reorder categories."""

from collections.abc import Sequence

from kit.database import db
from kit.database.db import AsyncSession
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.categories.errors import StaleCategories
from catalog.categories.models import Category
from catalog.categories.queries import has_parent
from catalog.categories.schemas import CategoryRead
from catalog.taxonomy.schemas import OrderedCategories, OrderWrite


async def update_order(session: AsyncSession, body: OrderWrite) -> OrderedCategories:
    """Reorder the subcategories of one parent, or the main categories.

    Raises `StaleCategories` if the set or a version differs from those the caller has read.
    """
    siblings = await db.lock_all(
        session, Category, has_parent(body.parent_id), order_by=[col(Category.id)]
    )
    _check_versions(siblings, body)
    by_id = {category.id: category for category in siblings}
    ordered = [by_id[item.id] for item in body.categories]
    for position, category in enumerate(ordered):
        if category.position != position:
            category.position = position
            category.version += 1
    await session.flush()
    await publish_catalogue_changed(session, "categories")
    return OrderedCategories(
        data=[CategoryRead.model_validate(each, from_attributes=True) for each in ordered]
    )


def _check_versions(siblings: Sequence[Category], body: OrderWrite) -> None:
    seen = sorted((item.id, item.version) for item in body.categories)
    if seen != [(category.id, category.version) for category in siblings]:
        raise StaleCategories
