"""How long an invitation is valid."""

from datetime import timedelta

LIFETIME = timedelta(days=7)
