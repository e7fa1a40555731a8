from base64 import b64decode, urlsafe_b64encode
from email.utils import parseaddr
from functools import cache
from typing import Annotated, Any, Literal, Self

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_der_private_key,
)
from fastapi import Depends
from kit.core.config import Environment, KitSettings
from kit.web.app import CONTEXT, Context
from pydantic import BaseModel, ConfigDict, Field, HttpUrl, SecretStr, model_validator
from pydantic.alias_generators import to_camel

SEND = "send"
"""Job that sends due messages (`dispatch`); queueing a message triggers it."""


class TextProvider(BaseModel):
    """Provider of text messages, called by one HTTP request per message.

    `{to}` (E.164), `{text}`, `{sender}` and `{id}` are filled in the values of `body`. `id` is the
    same at every attempt and is also sent in `Idempotency-Key`, so the provider can deduplicate.
    """

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    url: HttpUrl
    method: Literal["POST", "PUT"] = "POST"
    headers: dict[str, SecretStr] = {}
    body: dict[str, Any] = {"to": "{to}", "text": "{text}", "sender": "{sender}"}
    sender: str = Field(min_length=1, max_length=20)


class FirebaseWeb(BaseModel):
    """Configuration of the Firebase web app and its Web Push key. Browsers receive it: nothing is
    secret."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    api_key: str
    project_id: str
    app_id: str
    messaging_sender_id: str
    vapid_key: str


class Settings(KitSettings):
    """The kit's settings, and those of mail, text and push providers."""

    smtp_url: SecretStr = SecretStr("smtp://127.0.0.1:1025")
    """`smtp://[user:password@]host:port`, or `smtps://…` for implicit TLS. Plain connections use
    STARTTLS if the server offers it."""
    mail_from: str = "Itqan <no-reply@itqan.example>"
    """Sender of every mail. Its domain is also used in Message-IDs."""
    mail_lease_seconds: int = Field(default=60, ge=1)
    """Lease of a worker on a mail; its attempt times out earlier."""

    sms: TextProvider | None = None
    """Unset: the SMS channel is off."""
    whatsapp: TextProvider | None = None
    """Unset: the WhatsApp channel is off."""
    texts_a_day_per_person: int = Field(default=10, ge=1)
    """For SMS and WhatsApp each. Texts cost money, and anyone can keep requesting codes."""
    texts_a_day: int = Field(default=5000, ge=1)
    """For SMS and WhatsApp each, over all users."""

    mail_reply_to: str = ""
    """Address for replies of askers, such as `queries@reply.example.org`; `+` and a token are
    inserted before the `@`. Empty: replies by mail are not accepted, and mails say so."""
    inbound_mail_secret: SecretStr | None = None
    """Key that signs inbound mails, `whsec_…` as in Standard Webhooks. Unset: none are accepted."""
    mail_report_secret: SecretStr | None = None
    """Key that signs the mail provider's bounce reports, `whsec_…`. Unset: none are accepted."""
    sealing_secret: SecretStr = SecretStr("sealing-secret-for-trying-out-only")
    """Encrypts webhook secrets in the database, and derives the tokens of inquiry links."""
    previous_sealing_secret: SecretStr | None = None
    """Previous sealing secret, which still opens older values."""
    firebase_credentials: SecretStr | None = None
    """JSON of the service account that sends pushes. Unset, without a sandbox: Firebase is off."""
    firebase_web: FirebaseWeb | None = None
    """Configuration with which browsers register, as JSON: `apiKey`, `projectId`, `appId`,
    `messagingSenderId` and `vapidKey`."""
    fcm_sandbox_url: str | None = None
    """For development: URL of the sandbox that receives pushes."""
    web_push_key: SecretStr | None = None
    """VAPID private key for the browsers' own push services: P-256, DER in base64. Unset: Web Push
    is off."""
    web_push_sandbox_url: str | None = None
    """For development: pushes also go to the browsers of this sandbox, without TLS."""
    calls_to_private_addresses: bool = False
    """For development: webhooks and pushes may go to private addresses, without TLS."""

    @model_validator(mode="after")
    def check_push_services(self) -> Self:
        """Raise `ValueError` for a sandbox in production, or for a Firebase app without
        credentials."""
        if self.fcm_sandbox_url and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_FCM_SANDBOX_URL must be unset in production")
        if self.web_push_sandbox_url and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_WEB_PUSH_SANDBOX_URL must be unset in production")
        if self.firebase_web and not (self.firebase_credentials or self.fcm_sandbox_url):
            raise ValueError("ITQAN_FIREBASE_WEB needs ITQAN_FIREBASE_CREDENTIALS")
        return self

    @model_validator(mode="after")
    def check_push_key(self) -> Self:
        """Raise `ValueError` for a malformed push key."""
        try:
            _ = self.push_key
        except (ValueError, UnsupportedAlgorithm) as error:
            raise ValueError(
                "ITQAN_WEB_PUSH_KEY must be a private key of P-256, as DER in base64"
            ) from error
        return self

    @model_validator(mode="after")
    def check_private_addresses(self) -> Self:
        """Raise `ValueError` in production if private addresses are allowed."""
        if self.calls_to_private_addresses and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_CALLS_TO_PRIVATE_ADDRESSES must be off in production")
        return self

    @model_validator(mode="after")
    def check_reply_address(self) -> Self:
        """Raise `ValueError` if the local part has no room for a token, at 64 characters in all."""
        name, _, domain = self.mail_reply_to.rpartition("@")
        if self.mail_reply_to and not (1 <= len(name) <= 15 and domain and "+" not in name):
            raise ValueError(
                "ITQAN_MAIL_REPLY_TO must be an address of at most 15 letters before @"
            )
        return self

    @model_validator(mode="after")
    def check_sender_domain(self) -> Self:
        """Raise `ValueError` for a sender without a domain."""
        if not self.mail_domain:
            raise ValueError("ITQAN_MAIL_FROM must be an address such as Name <user@example.org>")
        return self

    @property
    def push_key(self) -> ec.EllipticCurvePrivateKey | None:
        """Parse the VAPID key; None where Web Push is off."""
        return _read_key(self.web_push_key.get_secret_value()) if self.web_push_key else None

    @property
    def push_public_key(self) -> str | None:
        """Return the VAPID public key as browsers take it: an uncompressed point in URL-safe
        base64."""
        key = self.push_key
        if key is None:
            return None
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def is_at_push_sandbox(self, endpoint: str) -> bool:
        """Check if a subscription belongs to a browser of the sandbox."""
        sandbox = self.web_push_sandbox_url
        return bool(sandbox) and endpoint.startswith(f"{sandbox}/push/")

    @property
    def has_pushes(self) -> bool:
        """Check if any push service is configured."""
        return bool(self.firebase_credentials or self.fcm_sandbox_url or self.web_push_key)

    @property
    def sealing_secrets(self) -> list[str]:
        """Secrets that open sealed values; the first one seals."""
        given = self.sealing_secret, self.previous_sealing_secret
        return [each.get_secret_value() for each in given if each is not None]

    @property
    def mail_domain(self) -> str:
        return parseaddr(self.mail_from)[1].rpartition("@")[2]


@cache
def _read_key(encoded: str) -> ec.EllipticCurvePrivateKey:
    key = load_der_private_key(b64decode(encoded, validate=True), None)
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return key
    raise ValueError("it is a key of another kind")


async def _settings(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Settings:
    return context.settings


SettingsDep = Annotated[Settings, Depends(_settings)]
