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
    """The platform as a `did:web` issuer (W3C); its document is at `/.well-known/did.json`."""

    url: str
    """Public base URL."""
    secrets: Sequence[str]
    """Secrets that decrypt the stored keys; the first encrypts new ones."""

    @property
    def id(self) -> str:
        """DID of the issuer, with a port written as `%3A8080`."""
        return "did:web:" + urlsplit(self.url).netloc.replace(":", "%3A")

    def key_id(self, key: str) -> str:
        """Return a key's URL in the DID document, used as `kid`."""
        return f"{self.id}#{key}"

    def list_url(self, number: int) -> str:
        """Return the URL of a status list."""
        return f"{self.url}/api/v1/credentials/status-lists/{number}"

    def certificate_url(self, number: str) -> str:
        """Return a certificate's public page, which is also its credential's ID."""
        return f"{self.url}/certificates/{number}"


def build_issuer(settings: Settings) -> Issuer:
    return Issuer(settings.public_url, settings.credential_secrets)


async def _issuer(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Issuer:
    return build_issuer(context.settings)


IssuerDep = Annotated[Issuer, Depends(_issuer)]
