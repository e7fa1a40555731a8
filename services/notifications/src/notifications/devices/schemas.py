from base64 import urlsafe_b64decode
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from kit.domain.fields import InputModel
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from notifications.config import Settings
from notifications.devices.models import DeviceKind


class DeviceCreate(InputModel):
    """Device registered through Firebase's library."""

    token: Annotated[str, StringConstraints(min_length=8, max_length=1024, pattern=r"^[!-~]+$")]
    kind: Literal[DeviceKind.FCM, DeviceKind.FID] = DeviceKind.FCM


def create_subscription_error() -> PydanticCustomError:
    """Return the error for values that no browser creates."""
    return PydanticCustomError("push_subscription.invalid", "Enter a valid Web Push subscription.")


def _decode(value: str) -> bytes:
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        raise create_subscription_error() from None


def _check_point(value: str) -> str:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(value))
    except ValueError:
        raise create_subscription_error() from None
    return value


def _check_secret(value: str) -> str:
    if len(_decode(value)) != 16:
        raise create_subscription_error()
    return value


def _check_endpoint(value: str) -> str:
    try:
        url = urlsplit(value)
        is_good = url.scheme in ("https", "http") and url.hostname and url.username is None
        _ = url.port
    except ValueError:
        is_good = False
    if not is_good:
        raise create_subscription_error()
    return value


class SubscriptionKeys(BaseModel):
    """Encryption keys of a subscription, in URL-safe base64."""

    # Browsers may send further kinds of keys.
    model_config = ConfigDict(extra="ignore")

    p256dh: Annotated[str, StringConstraints(max_length=100), AfterValidator(_check_point)]
    """The browser's public key: an uncompressed point of P-256."""
    auth: Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_secret)]
    """16 random bytes from the browser."""


class SubscriptionCreate(BaseModel):
    """Web Push subscription in the JSON format of `PushSubscription`."""

    # Browsers also send `expirationTime`, and may add fields.
    model_config = ConfigDict(extra="ignore")

    endpoint: Annotated[
        str,
        StringConstraints(max_length=2000, pattern=r"^[!-~]+$"),
        AfterValidator(_check_endpoint),
    ]
    keys: SubscriptionKeys


class DeviceRead(BaseModel):
    """Registered device, without its token."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: DeviceKind
    created_at: datetime
    last_seen_at: datetime


class FirebaseRead(BaseModel):
    """Configuration of the Firebase web app, with Firebase's names. No value is secret."""

    model_config = ConfigDict(from_attributes=True)

    api_key: str
    project_id: str
    app_id: str
    messaging_sender_id: str
    vapid_key: str


class WebPushRead(BaseModel):
    """Settings for subscribing at the browser's push service."""

    public_key: str
    """Uncompressed point of P-256, in URL-safe base64."""


class PushRead(BaseModel):
    """Available push services: Firebase, or else Web Push. Both are null where pushes are off."""

    firebase: FirebaseRead | None
    web_push: WebPushRead | None


def build_push(settings: Settings) -> PushRead:
    """Return the configured push service."""
    web, key = settings.firebase_web, settings.push_public_key
    return PushRead(
        firebase=FirebaseRead.model_validate(web) if web else None,
        web_push=WebPushRead(public_key=key) if key else None,
    )
