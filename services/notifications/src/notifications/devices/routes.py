from uuid import UUID

from fastapi import APIRouter
from kit.core.errors import Invalid, Unauthorized, problems
from kit.database.db import Session
from kit.security.auth import AnyUser, TokenInvalid, TokenStale

from notifications.config import SettingsDep
from notifications.devices import service
from notifications.devices.errors import DeviceNotFound
from notifications.devices.schemas import (
    DeviceCreate,
    DeviceRead,
    PushRead,
    SubscriptionCreate,
    build_push,
)

router = APIRouter(tags=["devices"])


@router.get("/fcm", responses=problems(Unauthorized, TokenStale, TokenInvalid))
async def get_push(actor: AnyUser, settings: SettingsDep) -> PushRead:  # noqa: ARG001
    """Return the settings with which a browser registers for pushes."""
    return build_push(settings)


@router.post("/fcm", responses=problems(Unauthorized, TokenStale, TokenInvalid))
async def register_device(session: Session, actor: AnyUser, body: DeviceCreate) -> DeviceRead:
    """Register the caller's device. Idempotent: repeating it renews `last_seen_at`."""
    return await service.register_device(session, actor, body)


@router.post(
    "/fcm/subscriptions", responses=problems(Unauthorized, TokenStale, TokenInvalid, Invalid)
)
async def register_subscription(
    session: Session, settings: SettingsDep, actor: AnyUser, body: SubscriptionCreate
) -> DeviceRead:
    """Register the caller's Web Push subscription. Idempotent: repeating it renews
    `last_seen_at`."""
    is_local = settings.calls_to_private_addresses or settings.is_at_push_sandbox(body.endpoint)
    return await service.register_subscription(session, actor, body, needs_tls=not is_local)


@router.delete(
    "/fcm/{device_id}",
    status_code=204,
    responses=problems(Unauthorized, TokenStale, TokenInvalid, DeviceNotFound),
)
async def delete_device(session: Session, actor: AnyUser, device_id: UUID) -> None:
    """Delete one of the caller's devices, so it receives no more pushes. Signing out does
    so too."""
    await service.delete_own_device(session, actor, device_id)
