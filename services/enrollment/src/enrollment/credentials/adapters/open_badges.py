"""What a credential says: Open Badges 3.0 in the data model of W3C's Verifiable Credentials 2.0;
and badge images that carry a signed one: "baked" badges (Open Badges 3.0, 5.3)."""

import struct
import zlib
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from kit.domain.timezone import get_day_end, get_day_start

from enrollment.credentials.adapters.did_web import NAME, Issuer

_CONTEXT = (
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
)


class Certified(Protocol):
    """What is read of a certificate, and what it is given."""

    number: str
    training_id: UUID
    organization_id: UUID
    holder_name_en: str
    holder_name_ar: str
    training_title_en: str
    training_title_ar: str
    organization_name_en: str
    organization_name_ar: str
    started_on: date
    ended_on: date
    score_percent: int | None
    issued_on: date
    expires_on: date | None
    credential: str | None
    status_index: int | None


def payload_of(issuer: Issuer, certificate: Certified, status: dict[str, str]) -> dict[str, Any]:
    """The payload of a certificate's JWT, which is the credential itself (Open Badges 3.0, 8.2),
    with the claims that a JWT has beside it."""
    credential_id = issuer.certificate_url(certificate.number)
    begins = get_day_start(certificate.issued_on)
    ends = get_day_end(certificate.expires_on) if certificate.expires_on else None
    return {
        "@context": list(_CONTEXT),
        "id": credential_id,
        "type": ["VerifiableCredential", "AchievementCredential"],
        "name": _both(certificate.training_title_en, certificate.training_title_ar),
        "issuer": {"id": issuer.id, "type": ["Profile"], "name": NAME, "url": issuer.url},
        "validFrom": iso(begins),
        **({"validUntil": iso(ends)} if ends else {}),
        "credentialSubject": _subject(issuer, certificate),
        "credentialStatus": status,
        "iss": issuer.id,
        "jti": credential_id,
        "nbf": int(begins.timestamp()),
        **({"exp": int(ends.timestamp())} if ends else {}),
    }


def iso(moment: datetime) -> str:
    """A moment as XML Schema's dateTimeStamp."""
    return moment.isoformat(timespec="seconds")


def _subject(issuer: Issuer, certificate: Certified) -> dict[str, Any]:
    score = certificate.score_percent
    return {
        "type": ["AchievementSubject"],
        # No number or address of the holder: whoever is shown the credential reads it.
        "identifier": [
            {
                "type": "IdentityObject",
                "hashed": False,
                "identityHash": name,
                "identityType": "name",
            }
            # In one script it is the same twice.
            for name in dict.fromkeys((certificate.holder_name_en, certificate.holder_name_ar))
        ],
        "activityStartDate": iso(get_day_start(certificate.started_on)),
        "activityEndDate": iso(get_day_start(certificate.ended_on)),
        "achievement": _achievement(issuer, certificate),
        **({"result": [{"type": ["Result"], "value": str(score)}]} if score is not None else {}),
    }


def _achievement(issuer: Issuer, certificate: Certified) -> dict[str, Any]:
    organization = _both(certificate.organization_name_en, certificate.organization_name_ar)
    title = _both(certificate.training_title_en, certificate.training_title_ar)
    return {
        # The page of the training.
        "id": f"{issuer.url}/trainings/{certificate.training_id}",
        "type": ["Achievement"],
        "achievementType": "Course",
        "name": title,
        "description": f"{title} ({organization})",
        "image": {
            "id": f"{issuer.url}/api/v1/credentials/badge.png",
            "type": "Image",
            "caption": title,
        },
        "criteria": {
            "id": f"{issuer.url}/trainings/{certificate.training_id}",
            "narrative": "Attended and passed the training. حضر التدريب واجتازه.",
        },
        "creator": {
            "id": f"urn:uuid:{certificate.organization_id}",
            "type": ["Profile"],
            "name": organization,
        },
    }


def _both(english: str, arabic: str) -> str:
    """A text in both languages: readers of badges show one text."""
    return " · ".join(dict.fromkeys((english, arabic)))


_FOLDER = Path(__file__).parent
_NAMESPACE = "https://purl.imsglobal.org/ob/v3p0"
_KEYWORD = b"openbadgecredential"
_HEADER_BYTES = 8 + 25
"""A PNG's signature and its first chunk, IHDR."""


class BadgeFormat(StrEnum):
    """A file format that credentials can be baked into."""

    PNG = "png"
    SVG = "svg"


MEDIA_TYPES = {BadgeFormat.PNG: "image/png", BadgeFormat.SVG: "image/svg+xml"}


@cache
def read_image(kind: BadgeFormat) -> bytes:
    """The badge's picture without a credential, the same for every certificate."""
    return (_FOLDER / f"badge.{kind}").read_bytes()


def bake_badge(credential: str, kind: BadgeFormat) -> bytes:
    """Put a certificate's JWT into a copy of the picture."""
    image = read_image(kind)
    if kind is BadgeFormat.SVG:
        element = f'<openbadges:credential verify="{escape(credential)}"/>'
        namespace = f'<svg xmlns:openbadges="{_NAMESPACE}" '.encode()
        head, _, rest = image.replace(b"<svg ", namespace, 1).partition(b">")
        return head + b">\n  " + element.encode() + rest
    # Uncompressed, without language and translated keyword.
    chunk = b"iTXt" + _KEYWORD + bytes(5) + credential.encode()
    sized = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return image[:_HEADER_BYTES] + sized + image[_HEADER_BYTES:]
