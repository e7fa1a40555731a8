from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from catalog.categories.schemas import CategoryRead


class CategoryVersion(InputModel):
    """Category with the version that the caller has read."""

    id: UUID
    version: int


class OrderWrite(InputModel):
    """All subcategories of one parent, or all main categories, in their new order."""

    parent_id: UUID | None = None
    categories: Annotated[list[CategoryVersion], Field(min_length=1, max_length=500)]


class OrderedCategories(BaseModel):
    """Categories in order."""

    data: list[CategoryRead]


class CategoryUsage(BaseModel):
    """Dependents of a category, which prevent its deletion."""

    subcategories: int
    trainings: int
    """Public or not, excluding subcategories."""
    announcements: int
    """Public or not, excluding subcategories."""
