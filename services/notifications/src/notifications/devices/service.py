"""Register and delete devices."""

from urllib.parse import urlsplit
from uuid import UUID

from contracts.identity import SessionEnded
from kit.core.errors import Invalid
from kit.database.db import AsyncSession, new_id
from kit.messaging.envelope import Meta
from kit.security.auth import Principal
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.devices.errors import DeviceNotFound
from notifications.devices.models import Device, DeviceKind
from notifications.devices.schemas import (
    DeviceCreate,
    DeviceRead,
    SubscriptionCreate,
    create_subscription_error,
)

MAX_DEVICES = 20
"""Per user; the device not seen for longest is deleted."""


async def register_device(
    session: AsyncSession, actor: Principal, device: DeviceCreate
) -> DeviceRead:
    """Register the device for the caller, and take it from any previous user."""
    return await _register(session, actor, device.token, kind=device.kind, p256dh=None, auth=None)


async def register_subscription(
    session: AsyncSession, actor: Principal, subscription: SubscriptionCreate, *, needs_tls: bool
) -> DeviceRead:
    """Register a browser by its subscription.

    Raises `Invalid`.
    """
    endpoint = urlsplit(subscription.endpoint)
    # The address is resolved and checked at every request.
    if needs_tls and not (endpoint.scheme == "https" and endpoint.port in (None, 443)):
        wrong = create_subscription_error()
        raise Invalid.field("endpoint", wrong.type, wrong.message())
    return await _register(
        session,
        actor,
        subscription.endpoint,
        kind=DeviceKind.WEB_PUSH,
        **subscription.keys.model_dump(),
    )


async def _register(
    session: AsyncSession, actor: Principal, token: str, **reached_by: str | None
) -> DeviceRead:
    its = {"user_id": actor.user_id, "session_id": actor.session_id, **reached_by}
    registered = await session.execute(
        insert(Device)
        .values(id=new_id(), token=token, **its)
        .on_conflict_do_update(
            index_elements=[col(Device.token)], set_={**its, "last_seen_at": func.now()}
        )
        .returning(Device)
    )
    read = DeviceRead.model_validate(registered.scalar_one())
    kept = (
        select(col(Device.id))
        .where(col(Device.user_id) == actor.user_id)
        .order_by(col(Device.last_seen_at).desc(), col(Device.id).desc())
        .limit(MAX_DEVICES)
    )
    await session.execute(
        delete(Device)
        .where(col(Device.user_id) == actor.user_id, col(Device.id).not_in(kept))
        .execution_options(synchronize_session=False)
    )
    return read


async def delete_own_device(session: AsyncSession, actor: Principal, device_id: UUID) -> None:
    """Delete one of the caller's devices.

    Raises `DeviceNotFound`.
    """
    deleted = await session.execute(
        delete(Device)
        .where(col(Device.id) == device_id, col(Device.user_id) == actor.user_id)
        .returning(col(Device.id))
    )
    if deleted.first() is None:
        raise DeviceNotFound


async def delete_device(session: AsyncSession, device_id: UUID, token: str) -> None:
    """Delete a device whose token became invalid, unless the token has changed."""
    await session.execute(
        delete(Device).where(col(Device.id) == device_id, col(Device.token) == token)
    )


async def on_session_ended(session: AsyncSession, event: SessionEnded, _: Meta) -> None:
    """Delete the devices of an ended session, so they receive no more pushes."""
    await session.execute(delete(Device).where(col(Device.session_id) == event.session_id))
