"""Settings of this service."""

from email.utils import parseaddr
from typing import Annotated, Self

from fastapi import Depends
from kit.app import CONTEXT, Context
from kit.config import Environment, KitSettings
from pydantic import Field, SecretStr, model_validator


class Settings(KitSettings):
    """The kit's settings and the mail server."""

    smtp_url: SecretStr = SecretStr("smtp://127.0.0.1:1025")
    """`smtp://[user:password@]host:port`, or `smtps://…` for TLS from the first byte. Plain
    connections are upgraded to TLS when the server offers it."""
    mail_from: str = "Itqan <no-reply@itqan.example>"
    """The sender of every mail. Its domain is also that of the Message-IDs."""
    mail_lease_seconds: int = Field(default=180, ge=1)
    """How long a copy that sends a mail keeps the others from it; its own attempt ends earlier."""

    mail_reply_to: str = ""
    """Where asker's mails go, such as `queries@reply.example.org`: `+` and what names the inquiry
    is added before the `@`. Empty: none are taken, and our mails say so."""
    inbound_mail_secret: SecretStr | None = None
    """What signs the mails that are handed in for inquiries, `whsec_…` as Standard Webhooks has it.
    Unset: none are taken."""
    sealing_secret: SecretStr = SecretStr("sealing-secret-for-trying-out-only")
    """What the secrets of webhooks are sealed under in the database, and what links to inquiries
    are derived from."""
    previous_sealing_secret: SecretStr | None = None
    """The one before its last change, which opens what was sealed before."""
    webhooks_to_private_addresses: bool = False
    """For development: webhooks may go to programs on this machine, and without TLS."""

    @model_validator(mode="after")
    def need_public_webhooks(self) -> Self:
        """In production a way to private addresses is a `ValueError` at the start."""
        if self.webhooks_to_private_addresses and self.env is Environment.PRODUCTION:
            raise ValueError("ITQAN_WEBHOOKS_TO_PRIVATE_ADDRESSES must be off in production")
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
    def sealing_secrets(self) -> list[str]:
        """What opens sealed secrets; the first seals."""
        given = self.sealing_secret, self.previous_sealing_secret
        return [each.get_secret_value() for each in given if each is not None]

    @property
    def mail_domain(self) -> str:
        """The domain of the sender's address."""
        return parseaddr(self.mail_from)[1].rpartition("@")[2]


def _settings(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Settings:
    return context.settings


SettingsDep = Annotated[Settings, Depends(_settings)]
"""For routes."""
