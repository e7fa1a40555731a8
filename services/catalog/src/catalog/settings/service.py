"""Reading and changing the settings."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from contracts import ProfileType
from contracts.catalog import SettingsUpdated
from kit.auth import Principal
from kit.days import today
from kit.db import AsyncSession, utc_now
from kit.errors import Invalid
from kit.messaging.outbox import publish
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from catalog.answers.events import announce
from catalog.settings.defaults import DEFAULTS
from catalog.settings.models import SettingsGroup
from catalog.settings.schemas import (
    Settings,
    SettingsEnvelope,
    SettingsUpdate,
)

FEES = "registration_fees"


async def read_settings(session: AsyncSession) -> SettingsEnvelope:
    """All settings; what was never stored has its default."""
    rows = (await session.scalars(select(SettingsGroup))).all()
    latest = max(rows, key=lambda row: row.updated_at, default=None)
    return SettingsEnvelope(data=_settings(rows), updated_by=latest.updated_by if latest else None)


async def update_settings(
    session: AsyncSession, actor: Principal, body: SettingsUpdate
) -> SettingsEnvelope:
    """Merge the given groups into the stored ones. New fees are published as a fact.

    Raises `Invalid` for the key of a document that another one has too.
    """
    _check_documents(body)
    await store_defaults(session)
    changes: dict[str, Any] = body.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    locked = await session.scalars(
        select(SettingsGroup)
        .where(col(SettingsGroup.name).in_(changes))
        .order_by(col(SettingsGroup.name))
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    for group in locked:
        _merge(group, changes[group.name], actor.user_id)
    await session.flush()
    if FEES in changes:
        await publish_fees(session)
    await announce(session, "settings")
    return await read_settings(session)


async def store_defaults(session: AsyncSession) -> set[str]:
    """Store each group that is missing; which ones those were. An admin's values stay."""
    statement = insert(SettingsGroup).on_conflict_do_nothing().returning(col(SettingsGroup.name))
    groups = DEFAULTS.model_dump(mode="json")
    stored = await session.execute(
        statement, [{"name": name, "value": value} for name, value in groups.items()]
    )
    return set(stored.scalars())


async def publish_fees(session: AsyncSession) -> None:
    """Publish the registration fees as they are now."""
    event, sequence = await fees_fact(session)
    await publish(session, event, sequence=sequence)


async def fees_fact(session: AsyncSession) -> tuple[SettingsUpdated, int]:
    """The fees as a fact, with its sequence."""
    row = await session.get(SettingsGroup, FEES)
    fees = _settings([row] if row else []).registration_fees
    event = SettingsUpdated(
        registration_fees={
            ProfileType.CANDIDATE: fees.candidate_minor,
            ProfileType.STAFF: fees.staff_minor,
            ProfileType.ORGANIZATION: fees.organization_minor,
        },
        currency=fees.currency,
        effective_on=fees.effective_on,
    )
    return event, row.version if row else 1


async def payment_window_minutes(session: AsyncSession) -> int:
    """How long a seat of a new batch is held by default."""
    row = await session.get(SettingsGroup, "enrollment")
    hours = row.value["payment_window_hours"] if row else DEFAULTS.enrollment.payment_window_hours
    return int(hours) * 60


def _settings(rows: Iterable[SettingsGroup]) -> Settings:
    stored = {row.name: row.value for row in rows}
    merged: dict[str, Any] = DEFAULTS.model_dump(mode="json")
    for name, value in stored.items():
        merged[name] = merged[name] | value if isinstance(value, dict) else value
    return Settings.model_validate(merged)


def _check_documents(body: SettingsUpdate) -> None:
    seen = set()
    for number, document in enumerate(body.organization_documents or []):
        if document.key in seen:
            raise Invalid.field(
                f"organization_documents.{number}.key", "taken", "Another document has this key."
            )
        seen.add(document.key)


def _merge(group: SettingsGroup, change: Any, user_id: UUID) -> None:
    if group.name == FEES and "effective_on" not in change:
        change = change | {"effective_on": today().isoformat()}
    # A new object, since SQLAlchemy does not see changes inside a stored one.
    group.value = group.value | change if isinstance(change, dict) else change
    group.version += 1
    group.updated_by = user_id
    group.updated_at = utc_now()
