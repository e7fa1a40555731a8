"""Limits of API clients, and the reminders before they expire."""

from datetime import timedelta

MAX_CLIENTS = 20
"""Of an organization, revoked ones not counted."""
LONGEST_LIFE = timedelta(days=366)
OVERLAP = timedelta(hours=24)
"""How long the secret before the present one is good."""
NOTICES = (30, 7)
"""How many days before its end a client is announced."""
