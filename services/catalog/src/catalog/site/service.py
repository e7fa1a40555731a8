"""Putting together what the app needs at its start. The answer is kept, so this runs rarely."""

from kit.db import AsyncSession
from kit.pages import PageQuery

from catalog.categories.service import category_tree, list_categories, read_category
from catalog.reference.service import list_countries, read_country
from catalog.settings.service import read_settings
from catalog.site.schemas import SiteData

ALL = PageQuery(page=1, page_size=1000)


async def site_data(session: AsyncSession) -> SiteData:
    """Required site data."""
    countries, _ = await list_countries(session, ALL, name=None, active=True)
    categories, _ = await list_categories(
        session, ALL, name=None, parent_id=None, main=False, sub=False, active=True
    )
    return SiteData(
        countries=[read_country(country) for country in countries],
        settings=(await read_settings(session)).data,
        categories=[read_category(category) for category in categories],
        category_menu=(await category_tree(session)).data,
    )
