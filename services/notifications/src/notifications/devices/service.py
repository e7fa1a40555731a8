"""Registers devices."""

from kit.auth import Principal
from kit.db import AsyncSession, new_id
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.devices.models import Device
from notifications.devices.schemas import DeviceCreate, DeviceRead


async def register_device(
    session: AsyncSession, actor: Principal, device: DeviceCreate
) -> DeviceRead:
    """Register the device as the caller's, whoever had it before: one browser, one person."""
    registered = await session.execute(
        insert(Device)
        .values(id=new_id(), token=device.token, kind=device.kind, user_id=actor.user_id)
        .on_conflict_do_update(
            index_elements=[col(Device.token)],
            set_={"user_id": actor.user_id, "kind": device.kind, "last_seen_at": func.now()},
        )
        .returning(Device)
    )
    return DeviceRead.model_validate(registered.scalar_one())
