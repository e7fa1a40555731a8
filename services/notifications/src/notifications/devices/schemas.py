"""What the API says about devices."""

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
    """A device as Firebase's library knows it."""

    token: Annotated[str, StringConstraints(min_length=8, max_length=1024, pattern=r"^[!-~]+$")]
    kind: Literal[DeviceKind.FCM, DeviceKind.FID] = DeviceKind.FCM


def no_subscription() -> PydanticCustomError:
    """What a browser has not made."""
    return PydanticCustomError("push_subscription.invalid", "This is no Web Push subscription.")


def _decoded(value: str) -> bytes:
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        raise no_subscription() from None


def _check_point(value: str) -> str:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(value))
    except ValueError:
        raise no_subscription() from None
    return value


def _check_secret(value: str) -> str:
    if len(_decoded(value)) != 16:
        raise no_subscription()
    return value


def _check_endpoint(value: str) -> str:
    try:
        url = urlsplit(value)
        is_good = url.scheme in ("https", "http") and url.hostname and url.username is None
        _ = url.port
    except ValueError:
        is_good = False
    if not is_good:
        raise no_subscription()
    return value


class SubscriptionKeys(BaseModel):
    """With what messages to a subscription are encrypted, in URL-safe base64."""

    # A browser may offer keys of other kinds too.
    model_config = ConfigDict(extra="ignore")

    p256dh: Annotated[str, StringConstraints(max_length=100), AfterValidator(_check_point)]
    """The browser's public key: an uncompressed point of P-256."""
    auth: Annotated[str, StringConstraints(max_length=40), AfterValidator(_check_secret)]
    """16 bytes that the browser has drawn."""


class SubscriptionCreate(BaseModel):
    """A subscription at the browser's push service, as its `PushSubscription` is as JSON."""

    # The browser gives `expirationTime` too, and may add fields.
    model_config = ConfigDict(extra="ignore")

    endpoint: Annotated[
        str,
        StringConstraints(max_length=2000, pattern=r"^[!-~]+$"),
        AfterValidator(_check_endpoint),
    ]
    keys: SubscriptionKeys


class DeviceRead(BaseModel):
    """A registered device, without its token."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: DeviceKind
    created_at: datetime
    last_seen_at: datetime


class FirebaseRead(BaseModel):
    """The web app of the Firebase project, as its console names the values. None is a secret."""

    model_config = ConfigDict(from_attributes=True)

    api_key: str
    project_id: str
    app_id: str
    messaging_sender_id: str
    vapid_key: str


class WebPushRead(BaseModel):
    """With what a browser subscribes at its own push service."""

    public_key: str
    """An uncompressed point of P-256, in URL-safe base64."""


class PushRead(BaseModel):
    """By what a browser can be reached: Firebase where it is there, else its own push service;
    both null where push is off."""

    firebase: FirebaseRead | None
    web_push: WebPushRead | None


def push_of(settings: Settings) -> PushRead:
    """What the settings say of push."""
    web, key = settings.firebase_web, settings.push_public_key
    return PushRead(
        firebase=FirebaseRead.model_validate(web) if web else None,
        web_push=WebPushRead(public_key=key) if key else None,
    )
