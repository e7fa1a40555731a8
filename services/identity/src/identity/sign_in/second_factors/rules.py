"""How many recovery codes there are, and how long the second step may take."""

from datetime import timedelta

RECOVERY_CODES = 10
RECOVERY_LENGTH = 16
"""79 bits: a plain hash cannot be undone, and no number of guesses is enough."""
CHALLENGE_LIFETIME = timedelta(minutes=5)
