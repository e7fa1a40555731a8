"""Reuse of refresh tokens.

Access tokens live as `kit.security.rules` says, where every service checks it; sessions and their
refresh tokens as `sessions.rules` says.
"""

from datetime import timedelta

REUSE_GRACE = timedelta(seconds=30)
"""Two tabs may present the same token at once; later than this it must have been stolen."""
