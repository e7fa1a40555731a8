"""Limits on mails about an address, and retention of decoys."""

from datetime import timedelta

MAILS_PER_DAY = 3
"""To one owner, however often others try to get the address."""
DECOYS_KEPT = timedelta(days=30)
