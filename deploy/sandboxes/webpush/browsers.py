"""A browser's side of Web Push: it creates subscriptions and decrypts messages."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey


class Unreadable(ValueError):
    """A message is not encrypted to this subscription, or holds no JSON."""


class WronglySigned(ValueError):
    """A message is not signed by the key for which the subscription was made."""


@dataclass
class Subscription:
    """One browser's, for one key of a site."""

    application_key: str
    """The public key of the site, which alone may push here."""
    name: str = field(default_factory=lambda: uuid4().hex)
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def as_json(self, base_url: str) -> dict[str, Any]:
        """Serialize the subscription like a browser's `PushSubscription`."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{base_url}/push/{self.name}",
            "expirationTime": None,
            "keys": {"p256dh": encoded(point), "auth": encoded(self.auth)},
        }

    def read(self, body: bytes) -> Any:
        """Decrypt a message. Raises `Unreadable`."""
        try:
            return json.loads(
                http_ece.decrypt(
                    body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
                )
            )
        except (http_ece.ECEException, ValueError) as error:
            raise Unreadable(str(error)) from error

    def check_signature(self, authorization: str, audience: str, now: float) -> dict[str, Any]:
        """The claims with which a message is signed (RFC 8292). Raises `WronglySigned`."""
        scheme, _, values = authorization.partition(" ")
        given = dict(each.strip().partition("=")[::2] for each in values.split(","))
        if scheme.lower() != "vapid" or given.get("k") != self.application_key:
            raise WronglySigned("it is not signed with the key of the subscription")
        try:
            read = jwt.decode(given.get("t", ""), _public_key(given["k"]), algorithms=["ES256"])
        except (JoseError, ValueError) as error:
            raise WronglySigned(str(error)) from error
        claims: dict[str, Any] = read.claims
        if claims.get("aud") != audience:
            raise WronglySigned(f"it is signed for {claims.get('aud')}")
        if not now < claims.get("exp", 0) <= now + 24 * 3600:
            raise WronglySigned("it is signed for no time, or for more than a day")
        if not str(claims.get("sub", "")).startswith(("mailto:", "https:", "http:")):
            raise WronglySigned("it does not say whom to ask")
        return claims


def encoded(value: bytes) -> str:
    """In URL-safe base64, as it is everywhere here."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(value: str) -> bytes:
    """Decode the result of `encoded`."""
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


def _public_key(point: str) -> ECKey:
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(point))
    return ECKey.import_key(public)
