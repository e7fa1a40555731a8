"""Who a request acts for, wherever it is handled: for the audit trail only.

What somebody may do is decided by the `Principal` that a route hands on.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person at work, or a partner client."""

    user_id: UUID | None
    """None for a client."""
    profile_id: UUID | None
    organization_id: UUID | None
    network: str
    """Where the request comes from: see `kit.core.remote_address.get_network`."""
    client_id: UUID | None = None


ACTOR: ContextVar[Actor | None] = ContextVar("actor", default=None)
"""Set by `kit.security.auth` in the request's own task; None in handlers, sweeps and jobs."""
