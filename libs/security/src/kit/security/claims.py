"""What access tokens say: of a person who is signed in, or of a partner client."""

import time
from typing import Any, ClassVar
from uuid import UUID

from contracts import ProfileType
from kit.security.rules import ACCESS_TOKEN_SECONDS, PARTNER_TOKEN_SECONDS
from pydantic import BaseModel, ConfigDict

ISSUER = "itqan"
AUDIENCE = "itqan-api"
ALGORITHM = "Ed25519"
"""EdDSA on this curve, by the name that RFC 9864 gives it. The only one accepted."""
CLOCK_LEEWAY_SECONDS = 30
"""How far the clock of the identity that signed may be ahead of ours."""


class _TokenClaims(BaseModel):
    """What all tokens say."""

    model_config = ConfigDict(frozen=True)
    longest_seconds: ClassVar[int]
    """How long such a token may live."""

    iss: str
    aud: str
    iat: int
    exp: int
    sub: UUID
    """The user, or the client as in `client_id` (RFC 9068)."""
    pv: int
    """The version of the user or client when the token was made."""

    def is_valid_at(self, now: float) -> bool:
        """Ours, and its times are right, in seconds since 1970."""
        return (
            self.iss == ISSUER
            and self.aud == AUDIENCE
            and self.exp > now
            and self.iat <= now + CLOCK_LEEWAY_SECONDS
            and self.exp - self.iat <= self.longest_seconds
        )


class ProfileClaim(BaseModel):
    """A profile as the token has it."""

    model_config = ConfigDict(frozen=True)

    id: UUID
    type: ProfileType
    organization_id: UUID | None = None
    approved: bool = False
    paid: bool = False
    image: bool = False
    suspended: bool = False
    """Its organization is."""
    roles: frozenset[str] | None = None
    """Of this profile alone. None in tokens of before roles belonged to profiles."""
    permissions: frozenset[str] | None = None


class Claims(_TokenClaims):
    """The payload of a person's token."""

    longest_seconds: ClassVar[int] = ACCESS_TOKEN_SECONDS

    sid: UUID
    """The session."""
    verified: bool
    identified: bool
    """A civil or passport number is known."""
    second_factor_due: bool = False
    """An admin who must set up a second factor first. Tokens of before it do not say."""
    profiles: tuple[ProfileClaim, ...]
    roles: frozenset[str] = frozenset()
    """Of all profiles together: what services of before roles belonged to profiles go by, and
    those of today only where a profile does not say its own."""
    permissions: frozenset[str] = frozenset()


class PartnerClaims(_TokenClaims):
    """The payload of a client's token."""

    longest_seconds: ClassVar[int] = PARTNER_TOKEN_SECONDS

    client_id: UUID
    sid: None = None
    """A client has no session."""
    organization_id: UUID
    permissions: frozenset[str]
    networks: tuple[str, ...] = ()
    """Where it may call from, as CIDR; empty is anywhere."""
    test: bool = False
    """What the client does is a test: nothing comes of it."""


def parse_claims(payload: dict[str, Any]) -> Claims | PartnerClaims:
    """The claims of a payload whose signature was verified; `ValueError` when they are none, or
    issuer, audience or times are wrong."""
    kind = PartnerClaims if "client_id" in payload else Claims
    claims = kind.model_validate(payload)
    if not claims.is_valid_at(time.time()):
        raise ValueError("not a token of ours, or not of now")
    return claims
