from collections.abc import Collection
from uuid import UUID

from kit.database.db import AsyncSession, in_array
from sqlalchemy import select
from sqlmodel import col

from notifications.devices.models import Device


async def map_devices(session: AsyncSession, user_ids: Collection[UUID]) -> dict[UUID, list[UUID]]:
    """Map users to their devices; users without one are missing."""
    if not user_ids:
        return {}
    found = await session.execute(
        select(col(Device.user_id), col(Device.id))
        .where(in_array(col(Device.user_id), user_ids))
        .order_by(col(Device.id))
    )
    devices: dict[UUID, list[UUID]] = {}
    for user_id, device_id in found:
        devices.setdefault(user_id, []).append(device_id)
    return devices


async def get_device(session: AsyncSession, device_id: UUID, user_id: UUID) -> Device | None:
    """Return a user's device; None if it was deleted or now belongs to another user."""
    return await session.scalar(
        select(Device).where(col(Device.id) == device_id, col(Device.user_id) == user_id)
    )
