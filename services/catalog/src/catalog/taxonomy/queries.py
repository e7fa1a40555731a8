"""Usage of a category."""

from uuid import UUID

from kit.core.errors import NotFound
from kit.database.db import AsyncSession
from sqlalchemy import func, select
from sqlmodel import col

from catalog.announcements.models import Announcement
from catalog.categories.models import Category
from catalog.taxonomy.schemas import CategoryUsage
from catalog.trainings.models import Training


async def get_usage(session: AsyncSession, category_id: UUID) -> CategoryUsage:
    """Count a category's subcategories, trainings and announcements.

    Raises `NotFound`.
    """
    children = (
        select(func.count()).select_from(Category).where(col(Category.parent_id) == category_id)
    )
    trainings = (
        select(func.count()).select_from(Training).where(col(Training.category_id) == category_id)
    )
    announcements = (
        select(func.count())
        .select_from(Announcement)
        .where(col(Announcement.category_id) == category_id)
    )
    counts = [count.scalar_subquery() for count in (children, trainings, announcements)]
    row = (
        await session.execute(
            select(*counts).where(
                select(col(Category.id)).where(col(Category.id) == category_id).exists()
            )
        )
    ).one_or_none()
    if row is None:
        raise NotFound
    return CategoryUsage(subcategories=row[0], trainings=row[1], announcements=row[2])
