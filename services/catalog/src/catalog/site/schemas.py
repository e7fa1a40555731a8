"""What the app asks for once, when it starts."""

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


class SiteData(BaseModel):
    """Required site data: active countries and categories, settings, and the category menu."""

    model_config = ConfigDict(populate_by_name=True)

    countries: list[CountryRead]
    settings: Settings
    categories: list[CategoryRead]
    category_menu: list[CategoryNode] = Field(alias="categoryMenu")
    """Main categories with their subcategories and counts of trainings."""
