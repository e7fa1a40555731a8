"""Times at which signing keys begin and end."""

from datetime import timedelta

from kit.security.rules import LONGEST_TOKEN_SECONDS

PUBLISHED_AHEAD = timedelta(minutes=3)
"""A new key signs only once every verifier has it, which asks about every minute."""
VERIFIED_LONGER = timedelta(seconds=LONGEST_TOKEN_SECONDS) + timedelta(minutes=5)
"""Time for which the previous key still verifies: a token's lifetime plus the changeover of all
copies."""
REVOKED_FOR = timedelta(days=1)
"""Time for which a revoked key stays published, longer than it is cached."""
