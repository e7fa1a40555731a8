"""Delays and lifetimes of signing keys."""

from datetime import timedelta

from kit.security.rules import LONGEST_TOKEN_SECONDS

PUBLISHED_AHEAD = timedelta(minutes=3)
"""Delay before a new key signs, since verifiers refresh keys about every minute."""
VERIFIED_LONGER = timedelta(seconds=LONGEST_TOKEN_SECONDS) + timedelta(minutes=5)
"""Time for which the previous key still verifies: a token's lifetime plus the changeover of all
processes.
"""
REVOKED_KEY_RETENTION = timedelta(days=1)
"""Time for which a revoked key stays published, longer than any cache."""
