"""What verifiers read of the issuer."""

from pydantic import BaseModel


class IssuerKey(BaseModel):
    """A public key of the issuer as a JWK (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str
    """As the header of a credential names it."""
    use: str
    alg: str


class IssuerKeys(BaseModel):
    """The issuer's public keys as a JWK set (RFC 7517)."""

    issuer: str
    """The DID that credentials name as their issuer."""
    keys: list[IssuerKey]
    status_lists: list[str]
    """The addresses of all lists of revoked credentials, for whoever keeps them for later."""
