"""Main categories and subcategories: a tree of exactly two levels."""

from datetime import datetime
from uuid import UUID

from kit.database.db import new_id, timestamp
from kit.database.search import search_field
from sqlmodel import Field

from catalog.tables import Table


class Category(Table, table=True):
    """Main category, or a subcategory if it has a parent."""

    __tablename__ = "categories"

    id: UUID = Field(default_factory=new_id, primary_key=True)
    parent_id: UUID | None = Field(default=None, foreign_key="categories.id", index=True)
    slug: str = Field(unique=True)
    name_en: str
    name_ar: str
    description_en: str = ""
    description_ar: str = ""
    icon: str = ""
    """Name of an icon in the app."""
    position: int = 0
    """Order among its siblings."""
    active: bool = True
    version: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    created_at: datetime = timestamp(default_now=True)
    search: str = search_field("name_en", "name_ar")
