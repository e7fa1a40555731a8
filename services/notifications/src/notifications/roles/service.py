"""Notify admins of changed roles, which also select recipients of other notifications."""

from collections.abc import Mapping

from contracts import Event
from contracts.app_routes import AppRoute
from contracts.identity import AdminRolesUpdated, RoleUpdated
from kit.database.db import AsyncSession
from kit.messaging.envelope import Meta
from kit.messaging.inbox import Handler

from notifications.notifications.service import Notice, notify
from notifications.replicas.service import upsert_role, upsert_role_holder
from notifications.texts.models import Kind


async def notify_roles_updated(session: AsyncSession, event: AdminRolesUpdated, meta: Meta) -> None:
    """Store an admin's roles and notify the admin of a change; the invitation announces the first
    ones."""
    if not await upsert_role_holder(session, event, meta):
        return
    notice = Notice(
        topic=f"roles:{event.profile_id}",
        version=meta.sequence,
        kind=Kind.ROLES_CHANGED,
        values={},
        link=AppRoute.DASHBOARD,
        at=meta.time,
        restated=meta.restated,
    )
    await notify(session, [event.user_id], notice)


HANDLERS: Mapping[type[Event], Handler] = {
    RoleUpdated: upsert_role,
    AdminRolesUpdated: notify_roles_updated,
}
