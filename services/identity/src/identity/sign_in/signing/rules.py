"""Times at which signing keys begin and end."""

from datetime import timedelta

from kit.security.rules import LONGEST_TOKEN_SECONDS

PUBLISHED_AHEAD = timedelta(minutes=3)
"""A new key signs only once every verifier has it, which asks about every minute."""
VERIFIED_LONGER = timedelta(seconds=LONGEST_TOKEN_SECONDS) + timedelta(minutes=5)
"""How long the key before it verifies after that: a token's life, and until the last copy of
identity has changed over."""
REVOKED_FOR = timedelta(days=1)
"""How long a revoked key stays in the document: longer than anybody trusts the one before."""
