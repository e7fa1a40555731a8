"""How long a request waits for another admin, and is kept."""

from datetime import timedelta

LIFETIME = timedelta(days=3)
KEPT = timedelta(days=90)
