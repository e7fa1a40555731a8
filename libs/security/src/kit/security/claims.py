"""Claims of access tokens, of persons and of partner clients."""

import time
from typing import Any, ClassVar
from uuid import UUID

from contracts import ProfileType
from kit.security.rules import ACCESS_TOKEN_SECONDS, PARTNER_TOKEN_SECONDS
from pydantic import BaseModel, ConfigDict

ISSUER = "itqan"
AUDIENCE = "itqan-api"
ALGORITHM = "Ed25519"
"""EdDSA on this curve, as RFC 9864 names it; the only accepted algorithm."""
CLOCK_LEEWAY_SECONDS = 30
"""Maximum clock skew between identity and this process."""


class _TokenClaims(BaseModel):
    """Claims of all tokens."""

    model_config = ConfigDict(frozen=True)
    longest_seconds: ClassVar[int]
    """Maximum lifetime of the token."""

    iss: str
    aud: str
    iat: int
    exp: int
    sub: UUID
    """ID of the user, or of the client as in `client_id` (RFC 9068)."""
    pv: int
    """Version of the user or client at the time of signing."""

    def is_valid_at(self, now: float) -> bool:
        """Tell if issuer, audience and times are valid; `now` is in seconds since 1970."""
        return (
            self.iss == ISSUER
            and self.aud == AUDIENCE
            and self.exp > now
            and self.iat <= now + CLOCK_LEEWAY_SECONDS
            and self.exp - self.iat <= self.longest_seconds
        )


class ProfileClaim(BaseModel):
    """A profile in a token."""

    model_config = ConfigDict(frozen=True)

    id: UUID
    type: ProfileType
    organization_id: UUID | None = None
    approved: bool = False
    paid: bool = False
    image: bool = False
    suspended: bool = False
    """True if the profile's organization is suspended."""
    roles: frozenset[str] | None = None
    """Roles of this profile; None in older tokens, whose roles belong to the user."""
    permissions: frozenset[str] | None = None


class Claims(_TokenClaims):
    longest_seconds: ClassVar[int] = ACCESS_TOKEN_SECONDS

    sid: UUID
    """ID of the session."""
    verified: bool
    identified: bool
    """True if a civil or passport number is stored."""
    second_factor_due: bool = False
    """True if an admin must set up a second factor first; older tokens lack it."""
    profiles: tuple[ProfileClaim, ...]
    roles: frozenset[str] = frozenset()
    """Roles of all profiles together. Older services use them; current ones only if a profile has
    no roles.
    """
    permissions: frozenset[str] = frozenset()


class PartnerClaims(_TokenClaims):
    longest_seconds: ClassVar[int] = PARTNER_TOKEN_SECONDS

    client_id: UUID
    sid: None = None
    """Clients have no session."""
    organization_id: UUID
    permissions: frozenset[str]
    networks: tuple[str, ...] = ()
    """Allowed source networks in CIDR form; empty allows all."""
    test: bool = False
    """True for test clients, whose requests have no effect."""


def parse_claims(payload: dict[str, Any]) -> Claims | PartnerClaims:
    """Parse the claims of a payload with a verified signature.

    Raises `ValueError` for invalid claims, issuer, audience or times.
    """
    kind = PartnerClaims if "client_id" in payload else Claims
    claims = kind.model_validate(payload)
    if not claims.is_valid_at(time.time()):
        raise ValueError("not a token of ours, or not of now")
    return claims
