"""In whose name mails are sent."""

from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from notifications.replicas.models import Product
from notifications.texts.compose import phrase
from notifications.texts.models import Bilingual

PRODUCT_NAMES = (
    select(col(Product.name_en)).where(col(Product.name_en) != "").scalar_subquery(),
    select(col(Product.name_ar)).where(col(Product.name_ar) != "").scalar_subquery(),
)
"""What the settings call the product, for `product_of`; NULL until they come."""


async def get_product(session: AsyncSession) -> Bilingual:
    """What the product is called."""
    return product_of(*(await session.execute(select(*PRODUCT_NAMES))).one())


def product_of(name_en: str | None, name_ar: str | None) -> Bilingual:
    """The product's names as the settings have them, or its working names."""
    return Bilingual(en=name_en, ar=name_ar) if name_en and name_ar else phrase("product")
