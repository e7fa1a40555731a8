import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kit.core.errors import Conflict, FieldProblem, Invalid, NotFound
from kit.database import db
from kit.database.constraints import as_field_problems, as_problems
from kit.database.db import AsyncSession
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.categories.errors import (
    HasSubcategories,
    StaleCategories,
    UsedByAnnouncements,
    UsedBySubcategories,
    UsedByTrainings,
)
from catalog.categories.models import Category
from catalog.categories.queries import has_parent
from catalog.categories.schemas import CategoryRead, CategoryUpdate, CategoryWrite
from catalog.texts.schemas import SLUG_LENGTH

_USED_BY = {
    "announcements": UsedByAnnouncements,
    "categories": UsedBySubcategories,
    "trainings": UsedByTrainings,
}


async def create_category(session: AsyncSession, body: CategoryWrite) -> CategoryRead:
    """Create a main category or a subcategory, placed last without a position."""
    if body.parent_id:
        _check_parent(await _lock(session, [body.parent_id]), body.parent_id)
    await _check_names(session, body, None)
    values = _values(body)
    if body.position is None:
        values["position"] = await _next_position(session, body.parent_id)
    return await _save(session, Category(**values))


async def update_category(
    session: AsyncSession, category_id: UUID, body: CategoryUpdate
) -> CategoryRead:
    """Change a category. With a new parent it is placed last.

    Raises `NotFound`, `StaleCategories`, and `HasSubcategories` for a new parent of a category with
    children.
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
    if body.version not in (None, category.version):
        raise StaleCategories
    await _check_names(session, body, category_id)
    values = _values(body)
    if body.position is None and body.parent_id != category.parent_id:
        values["position"] = await _next_position(session, body.parent_id)
    category.sqlmodel_update(values)
    category.version += 1
    return await _save(session, category)


async def delete_category(session: AsyncSession, category_id: UUID) -> None:
    """Delete a category.

    Raises `NotFound`, `UsedBySubcategories`, `UsedByTrainings`, `UsedByAnnouncements`.
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
    """Lock categories and return the existing ones by ID."""
    order = [col(Category.id)]
    rows = await db.lock_all(session, Category, col(Category.id).in_(ids), order_by=order)
    return {row.id: row for row in rows}


async def _next_position(session: AsyncSession, parent_id: UUID | None) -> int:
    """Return the position after the parent's subcategories, or after the main categories."""
    last = select(func.max(col(Category.position))).where(has_parent(parent_id))
    highest = await session.scalar(last)
    return 0 if highest is None else highest + 1


async def _check_names(session: AsyncSession, body: CategoryWrite, own_id: UUID | None) -> None:
    """Require unique names among siblings, in either language.

    Raises `Invalid`.
    """
    # Two categories that get the same name concurrently would miss each other.
    await db.advisory_lock(session, "category-names")
    others = select(Category).where(
        has_parent(body.parent_id), col(Category.id).is_distinct_from(own_id)
    )
    names = {"name_en": col(Category.name_en), "name_ar": col(Category.name_ar)}
    taken = [
        field
        for field, name in names.items()
        if await session.scalar(
            others.where(func.lower(name) == getattr(body, field).lower()).limit(1)
        )
    ]
    if taken:
        raise Invalid(fields=[_name_taken(field) for field in taken])


def _check_parent(locked: dict[UUID, Category], parent_id: UUID) -> None:
    parent = locked.get(parent_id)
    if parent is None or parent.parent_id:
        raise Invalid.field("parent_id", "resource.not_found", "Choose a main category.")


def _values(body: CategoryWrite) -> dict[str, Any]:
    slug = body.slug or _build_slug(body.name_en)
    if not slug:
        raise Invalid.field("slug", "field.missing", "Enter a slug of Latin letters and digits.")
    return body.model_dump(exclude={"version"}, exclude_none=True) | {
        "slug": slug,
        "parent_id": body.parent_id,
    }


def _name_taken(field: str) -> FieldProblem:
    return FieldProblem(
        field=field,
        code="field.taken",
        message="Another category here has this name. Enter another one.",
    )


def _build_slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[:SLUG_LENGTH].strip("-")
