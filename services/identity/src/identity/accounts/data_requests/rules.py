"""How long services have to answer, and how long an archive is kept."""

from datetime import timedelta

ANSWERED_WITHIN = timedelta(days=7)
KEPT = timedelta(days=7)
"""How long an archive can be downloaded."""
