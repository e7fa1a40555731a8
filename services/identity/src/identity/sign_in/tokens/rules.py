"""How long tokens live.

Access tokens live `kit.security.claims.ACCESS_TOKEN_SECONDS`, those of partner clients
`PARTNER_TOKEN_SECONDS`: every service refuses a token that says more. Sessions and their refresh
tokens live as `sessions.rules` says.
"""

from datetime import timedelta

REUSE_GRACE = timedelta(seconds=30)
"""Two tabs may present the same token at once; later than this it must have been stolen."""
