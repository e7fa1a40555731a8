from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from catalog.texts.schemas import Line, Name, Slug


class CategoryWrite(InputModel):
    """New category; with a parent it is a subcategory."""

    parent_id: UUID | None = None
    slug: Slug | None = None
    """Derived from the English name if omitted."""
    name_en: Name
    name_ar: Name
    description_en: Line = ""
    description_ar: Line = ""
    icon: Line = ""
    position: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """If omitted, the position is kept, or the category is added after its siblings."""
    active: bool = True


class CategoryUpdate(CategoryWrite):
    """New values of a category."""

    version: int | None = None
    """Version that the caller has read; not checked if omitted."""


class CategoryRead(BaseModel):
    """Main category, or a subcategory if it has a parent."""

    id: UUID
    parent_id: UUID | None
    slug: str
    name_en: str
    name_ar: str
    description_en: str
    description_ar: str
    icon: str
    position: int
    active: bool
    version: int
