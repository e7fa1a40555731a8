"""The acting user of a request, for the audit trail only. A `Principal` decides permissions."""

from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person or a partner client."""

    user_id: UUID | None
    """None for a partner client."""
    profile_id: UUID | None
    organization_id: UUID | None
    network: str
    """Network that the request comes from; see `kit.core.remote_address.get_network`."""
    client_id: UUID | None = None


ACTOR: ContextVar[Actor | None] = ContextVar("actor", default=None)
"""Set by `kit.security.auth` in the request's own task; None in handlers, sweeps and jobs."""
