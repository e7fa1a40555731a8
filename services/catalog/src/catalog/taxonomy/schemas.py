"""What goes in and out when categories are arranged."""

from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from catalog.categories.schemas import CategoryRead


class CategoryVersion(InputModel):
    """A category as the editor has read it."""

    id: UUID
    version: int


class OrderWrite(InputModel):
    """All categories of one parent, or all main categories, in their new order."""

    parent_id: UUID | None = None
    categories: Annotated[list[CategoryVersion], Field(min_length=1, max_length=500)]


class OrderedCategories(BaseModel):
    """The categories in their order."""

    data: list[CategoryRead]


class CategoryUsage(BaseModel):
    """What belongs to a category; as long as anything does, it is not deleted."""

    subcategories: int
    trainings: int
    """Public or not, without those of its subcategories."""
    announcements: int
    """Public or not, without those of its subcategories."""
