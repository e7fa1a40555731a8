"""A software authenticator (WebAuthn Level 3), and people with passkeys."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256

from services.identity.tests.factories import PASSWORD, Person

ORIGIN = "http://localhost:8080"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def decoded(value: str) -> bytes:
    return urlsafe_b64decode(value + "===")


@dataclass(slots=True)
class Authenticator:
    """Holds one passkey. Tests can manipulate its responses like an attacker."""

    origin: str = ORIGIN
    verified: bool = True
    count: int = 0
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    user_handle: bytes = b""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Emulate `navigator.credentials.create()`, as JSON."""
        self.user_handle = decoded(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(self.credential_id).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential_id + public_key
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options)
        response = {
            "clientDataJSON": encoded(client_data),
            "attestationObject": encoded(attestation),
        }
        return self._credential(response)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Emulate `navigator.credentials.get()`, as JSON."""
        self.count += 1
        data = self._data(options["rpId"])
        client_data = self._client_data("webauthn.get", options)
        signed = data + hashlib.sha256(client_data).digest()
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(self.key.sign(signed, ECDSA(SHA256()))),
            "userHandle": encoded(self.user_handle),
        }
        return self._credential(response)

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verified else 0)
        return (
            hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        )

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(data | {"crossOrigin": False}).encode()

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = encoded(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


async def creation_options(client: httpx.AsyncClient, person: Person) -> dict[str, Any]:
    body = {"password": PASSWORD}
    answer = await client.post("auth/passkeys/options", json=body, headers=person.headers)
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()["options"]
    return options


async def add(
    client: httpx.AsyncClient, person: Person, credential: dict[str, Any], name: str = "Phone"
) -> httpx.Response:
    body = {"name": name, "credential": credential}
    return await client.post("auth/passkeys", json=body, headers=person.headers)


async def with_passkey(client: httpx.AsyncClient, person: Person) -> Authenticator:
    """Return an authenticator with a passkey of the person."""
    authenticator = Authenticator()
    made = authenticator.make(await creation_options(client, person))
    answer = await add(client, person, made)
    assert answer.status_code == 201, answer.text
    return authenticator


async def login_options(client: httpx.AsyncClient) -> dict[str, Any]:
    options: dict[str, Any] = (await client.post("auth/login/passkey/options")).json()["options"]
    return options


async def hand_in(client: httpx.AsyncClient, credential: Any) -> httpx.Response:
    answer = await client.post("auth/login/passkey", json={"credential": credential})
    client.cookies.clear()
    return answer
