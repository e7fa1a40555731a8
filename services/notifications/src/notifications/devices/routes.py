"""`/fcm`: where the browser leaves its push token."""

from fastapi import APIRouter
from kit.auth import AnyUser, TokenInvalid, TokenStale
from kit.db import Session
from kit.errors import Unauthorized, problems

from notifications.devices import service
from notifications.devices.schemas import DeviceCreate, DeviceRead

router = APIRouter(tags=["devices"])


@router.post("/fcm", responses=problems(Unauthorized, TokenStale, TokenInvalid))
async def register_device(session: Session, actor: AnyUser, body: DeviceCreate) -> DeviceRead:
    """Register the caller's device; registering it again only renews `last_seen_at`."""
    return await service.register_device(session, actor, body)
