"""Lifetime and retention of sessions."""

from datetime import datetime, timedelta

from identity.config import Settings

RETENTION = timedelta(days=1)
"""Retention of a session after its end."""


def compute_expiry(settings: Settings, *, began_at: datetime, used_at: datetime) -> datetime:
    """Return the end of a session that is not used again."""
    idle, whole = timedelta(days=settings.session_idle_days), timedelta(days=settings.session_days)
    return min(used_at + idle, began_at + whole)
