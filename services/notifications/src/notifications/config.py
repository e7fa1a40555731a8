"""Settings of this service."""

from email.utils import parseaddr
from typing import Self

from kit.config import KitSettings
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

    @model_validator(mode="after")
    def need_a_sender_domain(self) -> Self:
        """A sender without a domain is a `ValueError` at the start."""
        if not self.mail_domain:
            raise ValueError("ITQAN_MAIL_FROM must be an address such as Name <user@example.org>")
        return self

    @property
    def mail_domain(self) -> str:
        """The domain of the sender's address."""
        return parseaddr(self.mail_from)[1].rpartition("@")[2]
