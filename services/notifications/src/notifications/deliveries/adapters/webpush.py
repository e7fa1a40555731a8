"""Web Push with our VAPID key: calls the browsers' push services directly (RFC 8030).

http-ece, imported at the first message, encrypts to the browser (RFC 8291); requests are signed by
RFC 8292. Endpoints come from browsers, so only public addresses are called. `Retry-After` of
a push service pauses its own devices only.
"""

import asyncio
import json
import socket
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from datetime import timedelta

import httpx
from contracts.app_routes import AppRoute
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey
from kit.database.db import utc_now
from structlog import get_logger

from notifications.config import Settings
from notifications.deliveries.channels.schemas import Outcome, Result, parse_retry_after, read_start
from notifications.deliveries.errors import DeviceGone
from notifications.devices.models import Device
from notifications.webhooks.adapters.transport import PublicTransport
from notifications.webhooks.errors import AddressRefused

log = get_logger(__name__)

TIMEOUT_SECONDS = 10.0
"""Timeout of a whole attempt."""
SIGNATURE_LIFETIME = timedelta(hours=12)
"""Push services reject signatures that are valid for more than a day."""
DEFAULT_PAUSE = timedelta(seconds=30)
"""Pause after a push service fails without `Retry-After`."""
BUSY = frozenset({408, 425, 429})


class Client:
    """Client for browsers that subscribed with our key."""

    def __init__(self, settings: Settings) -> None:
        key = settings.push_key
        assert key
        self._key = ECKey.import_key(key)
        self._public_key = settings.push_public_key
        self._contact = f"{settings.public_url}{AppRoute.CONTACT}"
        self._http = httpx.AsyncClient(
            transport=PublicTransport(allow_private=settings.calls_to_private_addresses),
            mounts=_sandbox_transport(settings),
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
        )

    async def send(
        self, device: Device, data: dict[str, str], headers: Mapping[str, str]
    ) -> Outcome:
        """Send a message. Raises `DeviceGone`."""
        provider = get_provider(device.token)
        try:
            async with (
                asyncio.timeout(TIMEOUT_SECONDS),
                self._http.stream(
                    "POST",
                    device.token,
                    content=encrypt_message(data, device),
                    headers={
                        **headers,
                        "Authorization": self._signature(provider),
                        "Content-Encoding": "aes128gcm",
                        "Content-Type": "application/octet-stream",
                    },
                ) as answer,
            ):
                return map_response(answer, await read_start(answer), provider)
        except (AddressRefused, httpx.InvalidURL, UnicodeError) as error:
            return Outcome(Result.FAILED, _reason(error))
        except (httpx.ConnectError, httpx.ConnectTimeout, socket.gaierror) as error:
            return Outcome(Result.POSTPONED, _reason(error), pause=DEFAULT_PAUSE, provider=provider)
        except (httpx.HTTPError, OSError) as error:
            return Outcome(
                Result.UNANSWERED, _reason(error), pause=DEFAULT_PAUSE, provider=provider
            )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def _signature(self, provider: str) -> str:
        claims = {
            "aud": provider.rstrip("/"),
            "exp": int((utc_now() + SIGNATURE_LIFETIME).timestamp()),
            "sub": self._contact,
        }
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key, algorithms=["ES256"])
        return f"vapid t={token}, k={self._public_key}"


def _sandbox_transport(settings: Settings) -> dict[str, httpx.AsyncBaseTransport]:
    """Return the transport to the sandbox, whose address is not public, if configured."""
    sandbox = settings.web_push_sandbox_url
    return {sandbox: PublicTransport(allow_private=True)} if sandbox else {}


def get_provider(endpoint: str) -> str:
    """Return the push service of an endpoint: its origin with a slash."""
    scheme, _, host, *_ = endpoint.split("/")
    return f"{scheme}//{host}/"


def encrypt_message(data: dict[str, str], device: Device) -> bytes:
    """Encrypt the data for the device, in one record of at most 4096 bytes."""
    import http_ece  # noqa: PLC0415

    assert device.p256dh and device.auth
    body: bytes = http_ece.encrypt(
        json.dumps(data, ensure_ascii=False).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decode_key(device.p256dh),
        auth_secret=_decode_key(device.auth),
        version="aes128gcm",
    )
    return body


def map_response(answer: httpx.Response, beginning: str, provider: str) -> Outcome:
    """Map a push service's response to a result. Raises `DeviceGone`."""
    if answer.is_success:
        return Outcome(Result.SENT)
    reason = f"HTTP {answer.status_code}: {beginning}"
    if answer.status_code in (404, 410):
        raise DeviceGone(reason)
    if answer.status_code in BUSY or answer.is_server_error:
        pause = parse_retry_after(answer.headers.get("Retry-After"))
        return Outcome(Result.POSTPONED, reason, pause=pause or DEFAULT_PAUSE, provider=provider)
    if answer.status_code in (401, 403):
        log.error("a push service refuses our key", provider=provider, reason=reason)
        return Outcome(Result.POSTPONED, reason)
    log.error("a push service refused a push for what it is", provider=provider, reason=reason)
    return Outcome(Result.FAILED, reason)


def _decode_key(key: str) -> bytes:
    return urlsafe_b64decode(key + "=" * (-len(key) % 4))


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
