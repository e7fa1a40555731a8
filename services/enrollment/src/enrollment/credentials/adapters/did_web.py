"""Who issues credentials: the platform, under its public address."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from kit.web.app import CONTEXT, Context

from enrollment.config import Settings

NAME = "Itqan"


@dataclass(frozen=True, slots=True)
class Issuer:
    """The platform as a `did:web` (W3C), whose document is at `/.well-known/did.json`."""

    url: str
    """The public address."""
    secrets: Sequence[str]
    """What opens the sealed keys; the first one seals."""

    @property
    def id(self) -> str:
        """The DID. A port is written `%3A8080`."""
        return "did:web:" + urlsplit(self.url).netloc.replace(":", "%3A")

    def key_id(self, key: str) -> str:
        """The address of a key in the DID's document, the `kid` of what it signs."""
        return f"{self.id}#{key}"

    def list_url(self, number: int) -> str:
        """Where a list of revoked credentials is."""
        return f"{self.url}/api/v1/credentials/status-lists/{number}"

    def certificate_url(self, number: str) -> str:
        """The public page of a certificate, and the id of its credential."""
        return f"{self.url}/certificates/{number}"


def issuer_of(settings: Settings) -> Issuer:
    """The platform by its settings."""
    return Issuer(settings.public_url, settings.credential_secrets)


async def _issuer(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Issuer:
    return issuer_of(context.settings)


IssuerDep = Annotated[Issuer, Depends(_issuer)]
"""For routes."""
