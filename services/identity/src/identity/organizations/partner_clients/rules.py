"""Limits of API clients, and the reminders before they expire."""

from datetime import timedelta

MAX_CLIENTS = 20
"""API clients of an organization, without revoked ones."""
LONGEST_LIFE = timedelta(days=366)
OVERLAP = timedelta(hours=24)
"""Time for which the previous secret stays valid."""
NOTICES = (30, 7)
"""Days before a client's expiry on which its organization is reminded."""
