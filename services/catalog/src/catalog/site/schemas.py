from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from catalog.categories.schemas import CategoryRead
from catalog.places.schemas import CountryRead
from catalog.settings.schemas import Settings


class CategoryLeaf(CategoryRead):
    """Subcategory with its number of published trainings."""

    trainings: int


class CategoryNode(CategoryLeaf):
    """Main category with its subcategories and number of published trainings."""

    children: list[CategoryLeaf]


class CategoryTree(BaseModel):
    """Main categories in order."""

    data: list[CategoryNode]


class SitePart(StrEnum):
    """Parts of the site data, by field name."""

    COUNTRIES = "countries"
    SETTINGS = "settings"
    CATEGORIES = "categories"
    CATEGORY_MENU = "categoryMenu"


class SiteData(BaseModel):
    """Active countries and categories, settings, and the category menu, or the requested parts of
    these."""

    model_config = ConfigDict(populate_by_name=True)

    countries: list[CountryRead] = []
    settings: Settings | None = None
    categories: list[CategoryRead] = []
    category_menu: list[CategoryNode] = Field(default=[], alias="categoryMenu")
    """Main categories with their subcategories and counts of trainings."""
