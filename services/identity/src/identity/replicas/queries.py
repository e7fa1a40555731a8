"""Reading the copies."""

from typing import NamedTuple
from urllib.parse import urlsplit

from kit.database.db import AsyncSession
from sqlalchemy import select

from identity.config import Settings
from identity.replicas.models import Product


class ProductNames(NamedTuple):
    """What the product is called in both languages."""

    en: str
    ar: str


async def get_product_names(session: AsyncSession, settings: Settings) -> ProductNames:
    """What the settings call the product; until they have come, the name of its host."""
    product = await session.scalar(select(Product))
    host = urlsplit(settings.public_url).hostname or ""
    return ProductNames(
        (product and product.name_en) or host, (product and product.name_ar) or host
    )
