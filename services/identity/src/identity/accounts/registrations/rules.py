"""Limit of mails about attempts to use an address, and retention of decoys."""

from datetime import timedelta

MAILS_PER_DAY = 3
"""Mails per day to an owner about other people's attempts to use the address."""
DECOY_RETENTION = timedelta(days=30)
