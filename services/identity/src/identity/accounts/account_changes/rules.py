"""Limits of reverting a change, and the profiles whose changes another admin confirms."""

from datetime import timedelta

from contracts import ProfileType

LIFETIME = timedelta(days=7)
"""How long the link in the mail reverts a change."""
PROTECTED = (ProfileType.ORGANIZATION, ProfileType.ADMIN)
KEPT = timedelta(days=30)
"""How long a change is kept after its link has expired."""
