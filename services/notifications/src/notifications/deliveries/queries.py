"""In whose name mails are sent."""

from kit.db import AsyncSession
from sqlalchemy import select
from sqlmodel import col

from notifications.replicas.models import Product
from notifications.texts.compose import phrase
from notifications.texts.models import Bilingual


async def get_product(session: AsyncSession) -> Bilingual:
    """What the product is called: as the settings say, or its working name until they come."""
    stored = await session.scalar(select(Product).where(col(Product.name_en) != ""))
    if stored is None:
        return phrase("product")
    return Bilingual(en=stored.name_en, ar=stored.name_ar)
