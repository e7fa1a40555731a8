"""What the app asks for once, when it starts."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from catalog.categories.schemas import CategoryRead
from catalog.places.schemas import CountryRead
from catalog.settings.schemas import Settings


class CategoryLeaf(CategoryRead):
    """A subcategory with the number of its published trainings."""

    trainings: int


class CategoryNode(CategoryLeaf):
    """A main category with its subcategories and the number of its published trainings."""

    children: list[CategoryLeaf]


class CategoryTree(BaseModel):
    """The main categories in their order."""

    data: list[CategoryNode]


class SitePart(StrEnum):
    """The parts of the site data, by their names in it."""

    COUNTRIES = "countries"
    SETTINGS = "settings"
    CATEGORIES = "categories"
    CATEGORY_MENU = "categoryMenu"


class SiteData(BaseModel):
    """Required site data: active countries and categories, settings, and the category menu; of
    these the parts that were asked for."""

    model_config = ConfigDict(populate_by_name=True)

    countries: list[CountryRead] = []
    settings: Settings | None = None
    categories: list[CategoryRead] = []
    category_menu: list[CategoryNode] = Field(default=[], alias="categoryMenu")
    """Main categories with their subcategories and counts of trainings."""
