"""Lifetime and retention of sessions."""

from datetime import datetime, timedelta

from identity.config import Settings

KEPT = timedelta(days=1)
"""How long a session is kept after its end."""


def expiry(settings: Settings, *, began_at: datetime, used_at: datetime) -> datetime:
    """When a session ends that is not used any more."""
    idle, whole = timedelta(days=settings.session_idle_days), timedelta(days=settings.session_days)
    return min(used_at + idle, began_at + whole)
