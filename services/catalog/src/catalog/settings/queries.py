"""Reading the settings. What was never stored has its default."""

from collections.abc import Iterable
from typing import Any

from kit.db import AsyncSession
from sqlalchemy import select

from catalog.settings.defaults import DEFAULTS
from catalog.settings.models import SettingsGroup
from catalog.settings.schemas import RegistrationFees, Settings, SettingsEnvelope

FEES = "registration_fees"


async def get_settings(session: AsyncSession) -> SettingsEnvelope:
    """All settings."""
    rows = (await session.scalars(select(SettingsGroup))).all()
    edited = [row for row in rows if row.updated_by]
    latest = max(edited, key=lambda row: row.updated_at, default=None)
    return SettingsEnvelope(data=_merged(rows), updated_by=latest.updated_by if latest else None)


async def get_fees(session: AsyncSession) -> tuple[RegistrationFees, int]:
    """The registration fees, and the version of their group."""
    row = await session.get(SettingsGroup, FEES)
    return _merged([row] if row else []).registration_fees, row.version if row else 1


async def get_payment_window_minutes(session: AsyncSession) -> int:
    """How long a seat of a new batch is held by default."""
    row = await session.get(SettingsGroup, "enrollment")
    return _merged([row] if row else []).enrollment.payment_window_hours * 60


def _merged(rows: Iterable[SettingsGroup]) -> Settings:
    merged: dict[str, Any] = DEFAULTS.model_dump(mode="json")
    for row in rows:
        before = merged[row.name]
        merged[row.name] = before | row.value if isinstance(row.value, dict) else row.value
    return Settings.model_validate(merged)
