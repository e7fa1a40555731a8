"""Limits of reverting a change, and the profiles whose changes need a second admin."""

from datetime import timedelta

from contracts import ProfileType

LIFETIME = timedelta(days=7)
"""Lifetime of the mailed link that reverts a change."""
PROTECTED = (ProfileType.ORGANIZATION, ProfileType.ADMIN)
RETENTION = timedelta(days=30)
"""Retention of a change after its link has expired."""
