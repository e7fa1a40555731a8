from pydantic import BaseModel


class IssuerKey(BaseModel):
    """Public key of the issuer as a JWK (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str
    """Key ID, as in a credential's header."""
    use: str
    alg: str


class IssuerKeys(BaseModel):
    """Public keys of the issuer as a JWK set (RFC 7517)."""

    issuer: str
    """DID of the issuer, as in its credentials."""
    keys: list[IssuerKey]
    status_lists: list[str]
    """URLs of all status lists, for offline verification."""
