from typing import NamedTuple
from urllib.parse import urlsplit

from kit.database.db import AsyncSession
from sqlalchemy import select

from identity.config import Settings
from identity.replicas.models import Product


class ProductNames(NamedTuple):
    en: str
    ar: str


async def get_product_names(session: AsyncSession, settings: Settings) -> ProductNames:
    """Return the product's names from the settings, or the host's name until they arrive."""
    product = await session.scalar(select(Product))
    host = urlsplit(settings.public_url).hostname or ""
    return ProductNames(
        (product and product.name_en) or host, (product and product.name_ar) or host
    )
