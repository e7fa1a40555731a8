"""Reuse of refresh tokens.

`kit.security.rules` sets the lifetime of access tokens, `sessions.rules` that of sessions.
"""

from datetime import timedelta

REUSE_GRACE = timedelta(seconds=30)
"""Grace for two tabs that present the same token; later reuse means theft."""
