"""What the app asks for once, when it starts."""

from pydantic import BaseModel, ConfigDict, Field

from catalog.categories.schemas import CategoryNode, CategoryRead
from catalog.places.schemas import CountryRead
from catalog.settings.schemas import Settings


class SiteData(BaseModel):
    """Required site data: active countries and categories, settings, and the category menu."""

    model_config = ConfigDict(populate_by_name=True)

    countries: list[CountryRead]
    settings: Settings
    categories: list[CategoryRead]
    category_menu: list[CategoryNode] = Field(alias="categoryMenu")
    """Main categories with their subcategories and counts of trainings."""
