"""Settings of this service."""

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
"""The job that sends what is due (`dispatch`): hurried by whatever queues something."""


class TextProvider(BaseModel):
    """A provider of text messages, called by one HTTP request for each.

    In the values of `body`, `{to}` (E.164), `{text}`, `{sender}` and `{id}` are filled in. `id` is
    the same at every attempt, by which the provider drops repetitions; it also goes in
    `Idempotency-Key`.
    """

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    url: HttpUrl
    method: Literal["POST", "PUT"] = "POST"
    headers: dict[str, SecretStr] = {}
    """Such as `Authorization`."""
    body: dict[str, Any] = {"to": "{to}", "text": "{text}", "sender": "{sender}"}
    """Sent as JSON."""
    sender: str = Field(min_length=1, max_length=20)


class FirebaseWeb(BaseModel):
    """What Firebase's console says of the project's web app, and its Web Push key. Browsers get it:
    none of it is a secret."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    api_key: str
    project_id: str
    app_id: str
    messaging_sender_id: str
    vapid_key: str


class Settings(KitSettings):
    """The kit's settings, and by what people are reached."""

    smtp_url: SecretStr = SecretStr("smtp://127.0.0.1:1025")
    """`smtp://[user:password@]host:port`, or `smtps://…` for TLS from the first byte. Plain
    connections are upgraded to TLS when the server offers it."""
    mail_from: str = "Itqan <no-reply@itqan.example>"
    """The sender of every mail. Its domain is also that of the Message-IDs."""
    mail_lease_seconds: int = Field(default=60, ge=1)
    """How long a copy that sends a mail keeps the others from it; its own attempt ends earlier."""

    sms: TextProvider | None = None
    """Unset: nothing goes by SMS."""
    whatsapp: TextProvider | None = None
    """Unset: nothing goes by WhatsApp."""
    texts_a_day_per_person: int = Field(default=10, ge=1)
    """By each of the two. They cost money, and somebody may ask for codes all day."""
    texts_a_day: int = Field(default=5000, ge=1)
    """By each of the two, to all people together."""

    mail_reply_to: str = ""
    """Where asker's mails go, such as `queries@reply.example.org`: `+` and what names the inquiry
    is added before the `@`. Empty: none are taken, and our mails say so."""
    inbound_mail_secret: SecretStr | None = None
    """What signs the mails that are handed in for inquiries, `whsec_…` as Standard Webhooks has it.
    Unset: none are taken."""
    mail_report_secret: SecretStr | None = None
    """What signs the mail provider's reports of mails that came back, as the one above. Unset: none
    are taken."""
    sealing_secret: SecretStr = SecretStr("sealing-secret-for-trying-out-only")
    """What the secrets of webhooks are sealed under in the database, and what links to inquiries
    are derived from."""
    previous_sealing_secret: SecretStr | None = None
    """The one before its last change, which opens what was sealed before."""
    firebase_credentials: SecretStr | None = None
    """The JSON of the service account that sends pushes. Unset, and no sandbox: there are none."""
    firebase_web: FirebaseWeb | None = None
    """With what browsers register, as JSON: `apiKey`, `projectId`, `appId`, `messagingSenderId` and
    `vapidKey`."""
    fcm_sandbox_url: str | None = None
    """For development: pushes go to the sandbox there."""
    web_push_key: SecretStr | None = None
    """The private key with which we push by the browsers' own push services: P-256, as DER in
    base64. Unset: nothing goes that way."""
    web_push_sandbox_url: str | None = None
    """For development: browsers of the sandbox there are pushed to as well, without TLS."""
    calls_to_private_addresses: bool = False
    """For development: webhooks and pushes may go to programs on this machine, and without TLS."""

    @model_validator(mode="after")
    def need_real_pushes(self) -> Self:
        """In production a sandbox is a `ValueError` at the start; so are browsers that register
        for what nobody can send."""
        if self.fcm_sandbox_url and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_FCM_SANDBOX_URL must be unset in production")
        if self.web_push_sandbox_url and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_WEB_PUSH_SANDBOX_URL must be unset in production")
        if self.firebase_web and not (self.firebase_credentials or self.fcm_sandbox_url):
            raise ValueError("ITQAN_FIREBASE_WEB needs ITQAN_FIREBASE_CREDENTIALS")
        return self

    @model_validator(mode="after")
    def need_a_push_key(self) -> Self:
        """A key for pushes that is none is a `ValueError` at the start."""
        try:
            _ = self.push_key
        except (ValueError, UnsupportedAlgorithm) as error:
            raise ValueError(
                "ITQAN_WEB_PUSH_KEY must be a private key of P-256, as DER in base64"
            ) from error
        return self

    @model_validator(mode="after")
    def need_public_addresses(self) -> Self:
        """In production a way to private addresses is a `ValueError` at the start."""
        if self.calls_to_private_addresses and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_CALLS_TO_PRIVATE_ADDRESSES must be off in production")
        return self

    @model_validator(mode="after")
    def need_room_before_the_at(self) -> Self:
        """Without room for what names an inquiry, 64 characters in all, it is a `ValueError`."""
        name, _, domain = self.mail_reply_to.rpartition("@")
        if self.mail_reply_to and not (1 <= len(name) <= 15 and domain and "+" not in name):
            raise ValueError(
                "ITQAN_MAIL_REPLY_TO must be an address of at most 15 letters before @"
            )
        return self

    @model_validator(mode="after")
    def need_a_sender_domain(self) -> Self:
        """A sender without a domain is a `ValueError` at the start."""
        if not self.mail_domain:
            raise ValueError("ITQAN_MAIL_FROM must be an address such as Name <user@example.org>")
        return self

    @property
    def push_key(self) -> ec.EllipticCurvePrivateKey | None:
        """The key that we push with; None where nothing goes that way."""
        return _read_key(self.web_push_key.get_secret_value()) if self.web_push_key else None

    @property
    def push_public_key(self) -> str | None:
        """Its public half, as browsers take it: an uncompressed point in URL-safe base64."""
        key = self.push_key
        if key is None:
            return None
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def is_at_push_sandbox(self, endpoint: str) -> bool:
        """Whether a subscription is one of the sandbox's browsers."""
        sandbox = self.web_push_sandbox_url
        return bool(sandbox) and endpoint.startswith(f"{sandbox}/push/")

    @property
    def has_pushes(self) -> bool:
        """Whether anything is pushed at all."""
        return bool(self.firebase_credentials or self.fcm_sandbox_url or self.web_push_key)

    @property
    def sealing_secrets(self) -> list[str]:
        """What opens sealed secrets; the first seals."""
        given = self.sealing_secret, self.previous_sealing_secret
        return [each.get_secret_value() for each in given if each is not None]

    @property
    def mail_domain(self) -> str:
        """The domain of the sender's address."""
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
"""For routes."""
