"""Changing the settings."""

from typing import Any

from kit import db
from kit.auth import Principal
from kit.days import today
from kit.db import AsyncSession
from kit.errors import Invalid
from kit.messaging import outbox
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.answers.events import publish_catalogue_changed
from catalog.settings.defaults import DEFAULTS
from catalog.settings.events import settings_updated
from catalog.settings.models import SettingsGroup
from catalog.settings.queries import FEES, get_fees, get_settings
from catalog.settings.schemas import SettingsEnvelope, SettingsUpdate


async def update_settings(
    session: AsyncSession, actor: Principal, body: SettingsUpdate
) -> SettingsEnvelope:
    """Merge the given groups into the stored ones. New fees are published.

    Raises `Invalid` for the key of a document that another one has too.
    """
    _check_documents(body)
    await create_defaults(session)
    changes: dict[str, Any] = body.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    name, now = col(SettingsGroup.name), await db.now(session)
    for group in await db.lock_all(session, SettingsGroup, name.in_(changes), order_by=[name]):
        # A new object, since SQLAlchemy does not see changes inside a stored one.
        group.value = _with(group, changes[group.name])
        group.version += 1
        group.updated_by = actor.user_id
        group.updated_at = now
    await session.flush()
    if FEES in changes:
        await publish_fees(session)
    await publish_catalogue_changed(session, "settings")
    return await get_settings(session)


async def create_defaults(session: AsyncSession) -> set[str]:
    """Store each group that is missing; which ones those were. An admin's values stay."""
    statement = insert(SettingsGroup).on_conflict_do_nothing().returning(col(SettingsGroup.name))
    groups = DEFAULTS.model_dump(mode="json")
    stored = await session.execute(
        statement, [{"name": name, "value": value} for name, value in groups.items()]
    )
    return set(stored.scalars())


async def publish_fees(session: AsyncSession) -> None:
    """Publish the registration fees as they are now."""
    fees, version = await get_fees(session)
    await outbox.publish(session, settings_updated(fees), sequence=version)


def _with(group: SettingsGroup, change: Any) -> Any:
    """The group's value with the change; fees without a date count from today."""
    if not isinstance(change, dict):
        return change
    if group.name == FEES and "effective_on" not in change:
        change |= {"effective_on": today().isoformat()}
    return group.value | change


def _check_documents(body: SettingsUpdate) -> None:
    seen = set()
    for number, document in enumerate(body.organization_documents or []):
        if document.key in seen:
            raise Invalid.field(
                f"organization_documents.{number}.key", "taken", "Another document has this key."
            )
        seen.add(document.key)
