"""What goes in and out of the categories' endpoints."""

from typing import Annotated
from uuid import UUID

from kit.domain.fields import InputModel
from pydantic import BaseModel, Field

from catalog.texts.schemas import Line, Name, Slug


class CategoryWrite(InputModel):
    """A category as an admin enters it; with a parent it is a subcategory."""

    parent_id: UUID | None = None
    slug: Slug | None = None
    """Made from the English name when it is left out."""
    name_en: Name
    name_ar: Name
    description_en: Line = ""
    description_ar: Line = ""
    icon: Line = ""
    position: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """Left out, it stays where it is, or comes after its siblings."""
    active: bool = True


class CategoryUpdate(CategoryWrite):
    """A category as an admin changes it."""

    version: int | None = None
    """The version that the editor has read; left out, nothing is compared."""


class CategoryRead(BaseModel):
    """A main category, or a subcategory when it has a parent."""

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
