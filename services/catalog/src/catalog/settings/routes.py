from typing import Annotated

from contracts import Permission, ProfileType
from fastapi import APIRouter, Query
from kit.core.errors import problems
from kit.database.db import Session
from kit.security.auth import AUTH_PROBLEMS, Principal, guard
from kit.web.cache import CachedRoute

from catalog.settings import queries, service
from catalog.settings.schemas import SettingsEnvelope, SettingsSelection, SettingsUpdate

router = APIRouter(tags=["settings"], route_class=CachedRoute)
admin_router = APIRouter(tags=["settings"])

SettingsAdminDep = Annotated[
    Principal, guard(ProfileType.ADMIN, permissions=[Permission.MANAGE_APPLICATION_SETTINGS])
]


KeysQuery = Annotated[
    list[Annotated[str, Query(max_length=200)]],
    Query(max_length=20, description="Names of groups, also with commas; unknown ones are ignored"),
]


@router.get("/settings/json", response_model_exclude_unset=True)
async def get_settings(session: Session, keys: KeysQuery = []) -> SettingsSelection:  # noqa: B006
    """Return all settings or some groups: names and contacts, current fees, enrollment defaults,
    required documents."""
    return await queries.select_settings(session, keys)


@admin_router.post("/settings", responses=problems(*AUTH_PROBLEMS))
async def update_settings(
    session: Session, actor: SettingsAdminDep, body: SettingsUpdate
) -> SettingsEnvelope:
    """Change some settings; omitted groups and fields stay."""
    return await service.update_settings(session, actor, body)
