"""Read the settings, with defaults for those never stored."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from contracts import ProfileType
from kit.database.db import AsyncSession
from kit.domain.timezone import today
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlmodel import col

from catalog.settings.models import RegistrationFee, SettingsGroup
from catalog.settings.rules import DEFAULTS
from catalog.settings.schemas import (
    RegistrationFees,
    Settings,
    SettingsEnvelope,
    SettingsPart,
    SettingsSelection,
)

FEES = "registration_fees"


async def get_settings(session: AsyncSession) -> SettingsEnvelope:
    """Return all settings."""
    rows = (await session.scalars(select(SettingsGroup))).all()
    edited = [row for row in rows if row.updated_by]
    latest = max(edited, key=lambda row: row.updated_at, default=None)
    settings = _merge(rows).model_copy(update={FEES: await get_fees(session)})
    return SettingsEnvelope(data=settings, updated_by=latest.updated_by if latest else None)


async def select_settings(session: AsyncSession, keys: Sequence[str]) -> SettingsSelection:
    """Return the named groups, or all without names.

    Unknown names are ignored, so that clients of other versions still get the settings they share.
    """
    found = await get_settings(session)
    names = {name for each in keys for name in each.split(",") if name}
    groups = found.data.model_dump(include=names if names else None)
    return SettingsSelection(data=SettingsPart(**groups), updated_by=found.updated_by)


async def get_fees(session: AsyncSession) -> RegistrationFees:
    """Return today's registration fees: the newest of each type in effect."""
    kind, begins = col(RegistrationFee.profile_type), col(RegistrationFee.valid_from)
    rows = await session.scalars(
        select(RegistrationFee)
        .ext(distinct_on(kind))
        .where(begins <= today())
        .order_by(kind, begins.desc())
    )
    fees = rows.all()
    if not fees:
        return DEFAULTS.registration_fees
    amounts: dict[str, Any] = {f"{fee.profile_type}_minor": fee.amount_minor for fee in fees}
    changes = amounts | {"effective_on": max(fee.valid_from for fee in fees)}
    return DEFAULTS.registration_fees.model_copy(update=changes)


async def list_planned_fees(session: AsyncSession) -> Sequence[RegistrationFee]:
    """List the fees that begin after today, earliest first."""
    begins = col(RegistrationFee.valid_from)
    rows = await session.scalars(
        select(RegistrationFee)
        .where(begins > today())
        .order_by(begins, col(RegistrationFee.profile_type))
    )
    return rows.all()


async def find_fee(
    session: AsyncSession, profile_type: ProfileType, day: date
) -> RegistrationFee | None:
    """Return the fee of a profile type that begins on this day."""
    return await session.scalar(
        select(RegistrationFee).where(
            col(RegistrationFee.profile_type) == profile_type,
            col(RegistrationFee.valid_from) == day,
        )
    )


async def get_version(session: AsyncSession) -> int:
    """Return the total number of changes, which is the sequence of the settings' events."""
    rows = (await session.scalars(select(col(SettingsGroup.version)))).all()
    return 1 + sum(version - 1 for version in rows)


async def get_payment_window_minutes(session: AsyncSession) -> int:
    """Return the default time for which a new batch holds unpaid seats."""
    row = await session.get(SettingsGroup, "enrollment")
    return _merge([row] if row else []).enrollment.payment_window_hours * 60


def _merge(rows: Iterable[SettingsGroup]) -> Settings:
    merged: dict[str, Any] = DEFAULTS.model_dump(mode="json")
    for row in rows:
        before = merged[row.name]
        merged[row.name] = before | row.value if isinstance(row.value, dict) else row.value
    return Settings.model_validate(merged, extra="ignore")
