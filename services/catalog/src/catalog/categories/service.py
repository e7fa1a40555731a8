"""Changing the two levels of categories."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit import db
from kit.constraints import as_field_problems, as_problems
from kit.db import AsyncSession
from kit.errors import Conflict, Invalid, NotFound
from sqlalchemy import select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.categories.errors import HasSubcategories, UsedBySubcategories, UsedByTrainings
from catalog.categories.models import Category
from catalog.categories.schemas import CategoryRead, CategoryWrite

_USED_BY = {"categories": UsedBySubcategories, "trainings": UsedByTrainings}


async def create_category(session: AsyncSession, body: CategoryWrite) -> CategoryRead:
    """Add a main category, or a subcategory of one."""
    if body.parent_id:
        _check_parent(await _lock(session, [body.parent_id]), body.parent_id)
    return await _save(session, Category(**_values(body)))


async def update_category(
    session: AsyncSession, category_id: UUID, body: CategoryWrite
) -> CategoryRead:
    """Change a category.

    Raises `NotFound`, and `HasSubcategories` when one with children would get a parent.
    """
    locked = await _lock(session, [category_id, body.parent_id or category_id])
    category = locked.pop(category_id, None)
    if category is None:
        raise NotFound
    if body.parent_id:
        _check_parent(locked, body.parent_id)
        children = select(col(Category.id)).where(col(Category.parent_id) == category_id).limit(1)
        if (await session.scalars(children)).first():
            raise HasSubcategories
    category.sqlmodel_update(_values(body))
    return await _save(session, category)


async def delete_category(session: AsyncSession, category_id: UUID) -> None:
    """Delete a category.

    Raises `NotFound`, `UsedBySubcategories`, `UsedByTrainings`.
    """
    category = await db.lock(session, Category, col(Category.id) == category_id)
    if category is None:
        raise NotFound
    with as_problems(_USED_BY, otherwise=Conflict):
        await session.delete(category)
        await session.flush()
    await publish_catalogue_changed(session, "categories")


async def _save(session: AsyncSession, category: Category) -> CategoryRead:
    session.add(category)
    with as_field_problems():
        await session.flush()
    await publish_catalogue_changed(session, "categories")
    return CategoryRead.model_validate(category, from_attributes=True)


async def _lock(session: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, Category]:
    """Those of the categories that exist, by id."""
    order = [col(Category.id)]
    rows = await db.lock_all(session, Category, col(Category.id).in_(ids), order_by=order)
    return {row.id: row for row in rows}


def _check_parent(locked: dict[UUID, Category], parent_id: UUID) -> None:
    parent = locked.get(parent_id)
    if parent is None or parent.parent_id:
        raise Invalid.field("parent_id", "not_found", "Choose a main category.")


def _values(body: CategoryWrite) -> dict[str, Any]:
    slug = body.slug or re.sub(r"[^a-z0-9]+", "-", body.name_en.lower()).strip("-")
    if not slug:
        raise Invalid.field("slug", "missing", "Enter a slug of Latin letters and digits.")
    return body.model_dump() | {"slug": slug}
