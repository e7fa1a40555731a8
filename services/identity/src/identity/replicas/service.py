"""Taking over what other services own."""

from uuid import UUID

from kit import replicas
from kit.db import AsyncSession

from identity.replicas.models import RegistrationCharge


async def upsert_registration_charge(
    session: AsyncSession, *, charge_id: UUID, profile_id: UUID, paid: bool, version: int
) -> None:
    """Take over the state of a registration's charge; an older one changes nothing."""
    values = {"profile_id": profile_id, "paid": paid}
    await replicas.upsert(session, RegistrationCharge, charge_id, values, version)
