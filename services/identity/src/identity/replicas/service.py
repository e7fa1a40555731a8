from uuid import UUID

from contracts.catalog import SettingsUpdated
from kit.database.db import AsyncSession
from kit.messaging import replicas
from kit.messaging.envelope import Meta

from identity.replicas.models import Product, RegistrationCharge


async def upsert_registration_charge(
    session: AsyncSession, *, charge_id: UUID, profile_id: UUID, paid: bool, version: int
) -> None:
    """Store the state of a registration charge; older versions change nothing."""
    values = {"profile_id": profile_id, "paid": paid}
    await replicas.upsert(session, RegistrationCharge, charge_id, values, version)


async def upsert_product(session: AsyncSession, event: SettingsUpdated, meta: Meta) -> None:
    values = {"name_en": event.product_name_en, "name_ar": event.product_name_ar}
    await replicas.upsert(session, Product, event.scope, values, meta.sequence)
