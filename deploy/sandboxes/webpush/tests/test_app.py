"""The sandbox accepts and refuses messages like push services."""

import json
import time
from collections.abc import AsyncIterator
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from deploy.sandboxes.webpush.app import create_app
from deploy.sandboxes.webpush.browsers import Subscription, decoded, encoded

SITE = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256R1())
POINT = {
    key: key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    for key in (SITE, OTHER)
}


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app())
    async with httpx.AsyncClient(transport=transport, base_url="http://push") as client:
        yield client


async def subscribed(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.post(
        "/sandbox/subscriptions", json={"application_key": encoded(POINT[SITE])}
    )
    subscription: dict[str, Any] = answer.json()
    return subscription


def message(to: dict[str, Any], text: bytes = b'"hello"') -> bytes:
    keys = {name: decoded(value) for name, value in to["keys"].items()}
    body: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=keys["p256dh"],
        auth_secret=keys["auth"],
        version="aes128gcm",
    )
    return body


def headers(key: ec.EllipticCurvePrivateKey = SITE, **claims: Any) -> dict[str, str]:
    said = {"aud": "http://push", "exp": int(time.time()) + 60, "sub": "mailto:a@b.example"}
    token = jwt.encode({"alg": "ES256"}, said | claims, ECKey.import_key(key), algorithms=["ES256"])
    return {
        "TTL": "60",
        "Content-Encoding": "aes128gcm",
        "Authorization": f"vapid t={token}, k={encoded(POINT[key])}",
    }


async def test_it_decrypts_what_it_takes_and_a_repetition_replaces(
    client: httpx.AsyncClient,
) -> None:
    to = await subscribed(client)
    for text in (b'"one"', b'"two"'):
        sent = headers() | {"Topic": "t", "Urgency": "low"}
        answer = await client.post(to["endpoint"], content=message(to, text), headers=sent)
        assert answer.status_code == 201, answer.text
    await client.post(to["endpoint"], content=message(to), headers=headers())
    taken = (await client.get("/sandbox/messages")).json()
    assert [(each["data"], each["topic"], each["urgency"]) for each in taken] == [
        ("two", "t", "low"),
        ("hello", None, "normal"),
    ]
    await client.delete(f"/sandbox/subscriptions/{taken[0]['subscription']}")
    gone = await client.post(to["endpoint"], content=message(to), headers=headers())
    assert gone.status_code == 410


async def test_it_refuses_what_push_services_refuse(client: httpx.AsyncClient) -> None:
    to = await subscribed(client)
    another = Subscription(encoded(POINT[SITE])).as_json("http://push")
    day = 24 * 3600
    cases = [
        (headers(OTHER), message(to), 403),
        (headers(aud="http://elsewhere"), message(to), 403),
        (headers(exp=int(time.time()) - 1), message(to), 403),
        (headers(exp=int(time.time()) + 2 * day), message(to), 403),
        (headers(sub="nobody"), message(to), 403),
        (headers() | {"Authorization": "Bearer x"}, message(to), 403),
        (headers() | {"TTL": ""}, message(to), 422),
        (headers() | {"Topic": "x" * 33}, message(to), 400),
        (headers() | {"Urgency": "now"}, message(to), 400),
        (headers() | {"Content-Encoding": "gzip"}, message(to), 415),
        (headers(), message(another), 400),
        (headers(), message(to, b"no json"), 400),
        (headers(), b"x" * 4097, 413),
    ]
    for sent, body, status in cases:
        answer = await client.post(to["endpoint"], content=body, headers=sent)
        assert answer.status_code == status, (sent, answer.text)
    assert (await client.get("/sandbox/messages")).json() == []


async def test_faults_are_asked_for(client: httpx.AsyncClient) -> None:
    to = await subscribed(client)
    fault = {"status": 429, "retry_after": "7"}
    await client.post("/sandbox/faults", json=fault)
    refused = await client.post(to["endpoint"], content=message(to), headers=headers())
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
    taken = await client.post(
        to["endpoint"], content=message(to, json.dumps({"a": "ش"}).encode()), headers=headers()
    )
    assert taken.status_code == 201
    await client.post("/sandbox/reset")
    assert (await client.get("/sandbox/messages")).json() == []
