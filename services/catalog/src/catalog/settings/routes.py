"""The application's settings: everybody reads them, admins of the settings change them."""

from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter
from kit.auth import AUTH_PROBLEMS, Principal, guard
from kit.cache import CachedRoute
from kit.db import Session
from kit.errors import problems

from catalog.settings import queries, service
from catalog.settings.schemas import SettingsEnvelope, SettingsUpdate

router = APIRouter(tags=["settings"], route_class=CachedRoute)
admin_router = APIRouter(tags=["settings"])

SettingsAdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


@router.get("/settings/json")
async def get_settings(session: Session) -> SettingsEnvelope:
    """All settings: names and contacts, fees, defaults of enrollment, required documents."""
    return await queries.get_settings(session)


@admin_router.post("/settings", responses=problems(*AUTH_PROBLEMS))
async def update_settings(
    session: Session, actor: SettingsAdminDep, body: SettingsUpdate
) -> SettingsEnvelope:
    """Change some of the settings; groups and fields that are left out stay."""
    return await service.update_settings(session, actor, body)
