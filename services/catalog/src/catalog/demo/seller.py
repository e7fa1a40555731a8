"""Seller of the demo: a company registered for VAT, so that there are tax invoices."""

from kit.database.db import AsyncSession, lock
from sqlmodel import col

from catalog.settings.models import SettingsGroup
from catalog.settings.service import create_defaults, publish_settings

SELLER = {
    "name_en": "Itqan Training Platform Company (demo)",
    "name_ar": "شركة منصة إتقان للتدريب (تجريبية)",
    "street_en": "King Fahd Road",
    "street_ar": "طريق الملك فهد",
    "district_en": "Al Olaya",
    "district_ar": "العليا",
    "city_en": "Riyadh",
    "city_ar": "الرياض",
    "building_number": "2110",
    "postal_code": "12214",
    "registration_number": "1010000009",
    "vat_registered": True,
    "vat_number": "399999999900003",
}


async def load_seller(session: AsyncSession) -> None:
    """Store the seller, unless the settings were ever changed."""
    await create_defaults(session)
    group = await lock(session, SettingsGroup, col(SettingsGroup.name) == "seller")
    assert group is not None
    if group.version > 1:
        return
    group.value, group.version = SELLER, group.version + 1
    await publish_settings(session)
