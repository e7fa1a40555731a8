"""Listing and changing the two levels of categories."""

import re
from collections import Counter
from typing import Any
from uuid import UUID

from contracts import ApprovalStatus
from kit.db import AsyncSession
from kit.errors import Conflict, Invalid, NotFound
from kit.pages import PageQuery, fetch_page
from sqlalchemy import func, select
from sqlmodel import col

from catalog.answers.events import announce
from catalog.categories.models import Category
from catalog.categories.schemas import (
    CategoryLeaf,
    CategoryNode,
    CategoryRead,
    CategoryTree,
    CategoryWrite,
)
from catalog.replicas.models import Organization
from catalog.saving import remove, save
from catalog.search import contains, words_of
from catalog.tables import by_name
from catalog.trainings.models import Training, TrainingStatus

_ORDER = (col(Category.position), by_name(col(Category.name_en)), col(Category.id))


class HasSubcategories(Conflict):
    """A main category with subcategories cannot become one itself."""

    code = "catalog.has_subcategories"
    default_detail = "This category has subcategories, so it cannot be a subcategory itself."


async def list_categories(
    session: AsyncSession,
    page: PageQuery,
    *,
    name: str | None,
    parent_id: UUID | None,
    main: bool,
    sub: bool,
    active: bool | None,
) -> tuple[list[Category], int]:
    """A page of categories in their order, and how many there are.

    `main` and `sub` leave only main categories or only subcategories.
    """
    statement = select(Category)
    for word in words_of(name):
        statement = statement.where(contains(col(Category.search), word))
    if parent_id:
        statement = statement.where(col(Category.parent_id) == parent_id)
    if main:
        statement = statement.where(col(Category.parent_id).is_(None))
    if sub:
        statement = statement.where(col(Category.parent_id).is_not(None))
    if active is not None:
        statement = statement.where(col(Category.active) == active)
    rows, total = await fetch_page(session, statement.order_by(*_ORDER), page)
    return [row[0] for row in rows], total


async def category_tree(session: AsyncSession) -> CategoryTree:
    """The active main categories with their active subcategories and counts of trainings."""
    rows = await session.scalars(select(Category).where(col(Category.active)).order_by(*_ORDER))
    categories = rows.all()
    counts = await _count_trainings(session)
    leaves: dict[UUID, list[CategoryLeaf]] = {}
    for category in categories:
        if category.parent_id:
            leaf = CategoryLeaf(**_plain(category), trainings=counts[category.id])
            leaves.setdefault(category.parent_id, []).append(leaf)
    return CategoryTree(
        data=[
            CategoryNode(
                **_plain(category),
                trainings=counts[category.id],
                children=leaves.get(category.id, []),
            )
            for category in categories
            if category.parent_id is None
        ]
    )


async def get_category(session: AsyncSession, category_id: UUID) -> Category:
    """One category. Raises `NotFound`."""
    category = await session.get(Category, category_id)
    if category is None:
        raise NotFound
    return category


async def create_category(session: AsyncSession, body: CategoryWrite) -> Category:
    """A new main category, or a subcategory of one."""
    if body.parent_id:
        _check_parent((await _locked(session, body.parent_id)).get(body.parent_id))
    category = Category(**_values(body))
    await save(session, category)
    await announce(session, "categories")
    return category


async def update_category(
    session: AsyncSession, category_id: UUID, body: CategoryWrite
) -> Category:
    """Change a category. Raises `HasSubcategories` when one with children is to get a parent."""
    locked = await _locked(session, category_id, body.parent_id or category_id)
    category = locked.pop(category_id, None)
    if category is None:
        raise NotFound
    if body.parent_id:
        _check_parent(locked.get(body.parent_id))
        children = select(col(Category.id)).where(col(Category.parent_id) == category_id).limit(1)
        if (await session.scalars(children)).first():
            raise HasSubcategories
    category.sqlmodel_update(_values(body))
    await save(session, category)
    await announce(session, "categories")
    return category


async def delete_category(session: AsyncSession, category_id: UUID) -> None:
    """Delete a category. Raises `UsedBySubcategories` or `UsedByTrainings`."""
    await remove(session, await get_category(session, category_id))
    await announce(session, "categories")


def read_category(category: Category) -> CategoryRead:
    """A category as it is answered."""
    return CategoryRead.model_validate(category, from_attributes=True)


async def _count_trainings(session: AsyncSession) -> Counter[UUID]:
    """The public trainings of each category; a main category's include its subcategories'."""
    rows = await session.execute(
        select(col(Category.id), col(Category.parent_id), func.count())
        .join(Training, col(Training.category_id) == col(Category.id))
        .join(Organization, col(Organization.id) == col(Training.organization_id))
        .where(
            col(Training.status) == TrainingStatus.PUBLISHED,
            col(Organization.status) == ApprovalStatus.APPROVED,
        )
        .group_by(col(Category.id))
    )
    counts: Counter[UUID] = Counter()
    for category_id, parent_id, trainings in rows:
        counts[category_id] += trainings
        if parent_id:
            counts[parent_id] += trainings
    return counts


async def _locked(session: AsyncSession, *ids: UUID) -> dict[UUID, Category]:
    """Those of the categories that exist, which nobody else changes until the commit.

    Locked in the order of their ids, so that no two transactions wait for one another.
    """
    statement = select(Category).where(col(Category.id).in_(ids)).order_by(col(Category.id))
    rows = await session.scalars(statement.with_for_update())
    return {row.id: row for row in rows}


def _check_parent(parent: Category | None) -> None:
    if parent is None or parent.parent_id:
        raise Invalid.field("parent_id", "not_found", "Choose a main category.")


def _values(body: CategoryWrite) -> dict[str, Any]:
    slug = body.slug or re.sub(r"[^a-z0-9]+", "-", body.name_en.lower()).strip("-")
    if not slug:
        raise Invalid.field("slug", "missing", "Enter a slug of Latin letters and digits.")
    return body.model_dump() | {"slug": slug}


def _plain(category: Category) -> dict[str, Any]:
    return category.model_dump(include=set(CategoryRead.model_fields))
