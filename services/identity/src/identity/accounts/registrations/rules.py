"""Limits on mails about an address, and retention of decoys."""

from datetime import timedelta

MAILS_PER_DAY = 3
"""Mails to one owner about attempts of others to use the address."""
DECOYS_KEPT = timedelta(days=30)
